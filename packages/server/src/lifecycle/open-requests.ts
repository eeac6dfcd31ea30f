import type { ServerResponse } from 'node:http'

export interface OpenRequest {
  readonly response: ServerResponse
  readonly started: number
  /** The route's template, once it is known: never an id or a query. */
  route: string
  /** Id of the device that asks, once it is known. */
  device: string | null
}

/** The requests that are being answered, streams of events among them. */
export class OpenRequests {
  readonly #open = new Map<ServerResponse, OpenRequest>()

  add(response: ServerResponse, started: number): OpenRequest {
    const request: OpenRequest = { response, started, route: '', device: null }
    this.#open.set(response, request)
    response.once('close', () => this.#open.delete(response))
    return request
  }

  of(response: ServerResponse): OpenRequest | undefined {
    return this.#open.get(response)
  }

  /** Requests without streams. */
  get active(): number {
    return this.#open.size - this.streams
  }

  get streams(): number {
    let count = 0
    for (const response of this.#open.keys()) if (isStream(response)) count++
    return count
  }

  /** Ends what goes on for devices that may not ask any more. */
  endInvalid(isValid: (device: string) => boolean): void {
    const answers = new Map<string, boolean>()
    for (const { response, device } of this.#open.values()) {
      if (device === null || !isStream(response)) continue
      const isStill = answers.get(device) ?? isValid(device)
      answers.set(device, isStill)
      if (!isStill) response.destroy()
    }
  }

  /** Tells every stream's client when to come back, and ends it. */
  endStreams(): void {
    for (const response of this.#open.keys()) if (isStream(response)) response.end(`retry: ${RETRY_MS}\n\n`)
  }
}

function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream')
}

const RETRY_MS = 2000
