import type Anthropic from '@anthropic-ai/sdk'
import { EditError } from '../../../errors.ts'
import type { Amount } from './budget.ts'
import type { JobRequest } from './request.ts'

export interface ApiOptions {
  readonly apiKey: string
  readonly baseUrl: string
}

/** What came of one request. `used` is null where it cost something and nobody told how much: the answer broke off. */
export type Outcome =
  | { readonly kind: 'answer'; readonly input: unknown; readonly used: Amount }
  /** It may work another time; `waitMs` is what the API asks for. */
  | { readonly kind: 'again'; readonly waitMs: number | null; readonly used: Amount | null }
  /** It will not work another time. */
  | { readonly kind: 'failed'; readonly used: Amount | null }

/**
 * One request at a time over the official SDK, which is loaded with the first: the offline engine never sees it.
 *
 * Contract: the key goes into the SDK and nowhere else. Nothing that the API says is passed on but its answer. Throws
 * an `EditError` where no further request can succeed, and the signal's reason when it is aborted.
 */
export class Api {
  readonly #options: ApiOptions
  #client: Promise<Anthropic> | null = null

  constructor(options: ApiOptions) {
    this.#options = options
  }

  async ask(request: JobRequest, signal: AbortSignal): Promise<Outcome> {
    const client = await (this.#client ??= connect(this.#options))
    const answer = new StreamedAnswer()
    try {
      const stream = await client.messages.create({ ...request, stream: true }, { signal })
      for await (const event of stream) answer.add(event)
    } catch (error) {
      signal.throwIfAborted()
      return outcomeOf(error, answer)
    }
    signal.throwIfAborted()
    return answer.outcome
  }
}

async function connect({ apiKey, baseUrl }: ApiOptions): Promise<Anthropic> {
  const { default: Sdk } = await import('@anthropic-ai/sdk')
  return new Sdk({
    apiKey,
    baseURL: baseUrl,
    // Retried by us, who know the budget, and streams that break as well.
    maxRetries: 0,
    // Nothing about texts or keys is written anywhere.
    logLevel: 'off',
    openTelemetry: false,
  })
}

function outcomeOf(error: unknown, { used }: StreamedAnswer): Outcome {
  const { status, headers } = httpErrorOf(error)
  if (status === 401 || status === 403)
    throw new EditError('remote', `the API does not accept the key (HTTP ${status})`, {
      remedy: 'check ANTHROPIC_API_KEY',
    })
  if (status === 404)
    throw new EditError('remote', 'the API does not know the model, or is not at that address (HTTP 404)', {
      remedy: 'check --model and --base-url',
    })
  const isFinal = status !== null && status < 500 && status !== 408 && status !== 409 && status !== 429
  return isFinal ? { kind: 'failed', used } : { kind: 'again', waitMs: waitIn(headers), used }
}

/** The SDK's errors have a status; those of the network under it have none. */
function httpErrorOf(error: unknown): { readonly status: number | null; readonly headers: Headers | null } {
  if (typeof error !== 'object' || error === null || !('status' in error))
    return { status: null, headers: null }
  return {
    status: typeof error.status === 'number' ? error.status : null,
    headers: 'headers' in error && error.headers instanceof Headers ? error.headers : null,
  }
}

function waitIn(headers: Headers | null): number | null {
  const seconds = Number.parseFloat(headers?.get('retry-after') ?? '')
  return Number.isNaN(seconds) ? null : Math.max(0, seconds * 1000)
}

/** Puts a streamed message together, as far as it matters here. */
class StreamedAnswer {
  #json = ''
  #stop: string | null = null
  #ended = false
  #used: { input: number; output: number } | null = null

  add(event: Anthropic.MessageStreamEvent): void {
    if (event.type === 'message_start') this.#count(event.message.usage)
    else if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta')
      this.#json += event.delta.partial_json
    else if (event.type === 'message_delta') {
      this.#stop = event.delta.stop_reason
      this.#count(event.usage)
    } else if (event.type === 'message_stop') this.#ended = true
  }

  get used(): Amount | null {
    if (this.#used === null) return { input: 0, output: 0 }
    return this.#ended ? this.#used : null
  }

  get outcome(): Outcome {
    if (!this.#ended || this.#used === null) return { kind: 'again', waitMs: null, used: this.used }
    // Cut off at its limit, or declined: it would be again.
    if (this.#stop !== 'tool_use') return { kind: 'failed', used: this.#used }
    try {
      return { kind: 'answer', input: JSON.parse(this.#json) as unknown, used: this.#used }
    } catch {
      return { kind: 'again', waitMs: null, used: this.#used }
    }
  }

  /** Counts in later events are totals; those that are missing stay. */
  #count(usage: Partial<Record<keyof Anthropic.Usage, unknown>>): void {
    const input =
      numberOf(usage.input_tokens) +
      numberOf(usage.cache_creation_input_tokens) +
      numberOf(usage.cache_read_input_tokens)
    const output = numberOf(usage.output_tokens)
    this.#used = {
      input: Math.max(input, this.#used?.input ?? 0),
      output: Math.max(output, this.#used?.output ?? 0),
    }
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0
}
