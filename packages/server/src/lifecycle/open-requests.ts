import type { ServerResponse } from 'node:http'

export interface OpenRequest {
  readonly response: ServerResponse
  /** ms, of a clock that only goes forward. */
  readonly started: number
  /** It stays open to tell of events. */
  readonly isStream: boolean
  /** The route's template, once it is known: never an id or a query. */
  route: string
  /** Id of the device that asks, once it is known. */
  device: string | null
}

/** The requests that are being answered, streams of events among them. */
export class OpenRequests {
  readonly #open = new Map<ServerResponse, OpenRequest>()
  #streams = 0

  add(response: ServerResponse, given: Pick<OpenRequest, 'started' | 'isStream'>): OpenRequest {
    const request: OpenRequest = { response, ...given, route: '', device: null }
    this.#open.set(response, request)
    if (given.isStream) this.#streams++
    response.once('close', () => {
      this.#open.delete(response)
      if (given.isStream) this.#streams--
    })
    return request
  }

  of(response: ServerResponse): OpenRequest | undefined {
    return this.#open.get(response)
  }

  /** Requests without streams. */
  get active(): number {
    return this.#open.size - this.#streams
  }

  get streams(): number {
    return this.#streams
  }

  /** Ends the streams of devices that may not ask any more. */
  endInvalid(isValid: (device: string) => boolean): void {
    const answers = new Map<string, boolean>()
    for (const { response, device, isStream } of this.#open.values()) {
      if (device === null || !isStream) continue
      const isStill = answers.get(device) ?? isValid(device)
      answers.set(device, isStill)
      if (!isStill) response.destroy()
    }
  }

  /** Tells every stream's client when to come back, and ends it. */
  endStreams(): void {
    for (const { response, isStream } of this.#open.values())
      if (isStream && response.headersSent && !response.writableEnded) response.end(`retry: ${RETRY_MS}\n\n`)
  }
}

const RETRY_MS = 2000
