import type { Answer } from './answer.ts'
import { serverWords } from './server-words.ts'

export interface HttpReply {
  readonly status: number
  readonly contentType: string
  readonly retryAfter: string | null
  readonly location: string | null
  /** Its beginning. */
  readonly body: string
}

/** What an HTTP answer to an export request means. */
export function answerOf(reply: HttpReply, secrets: readonly string[], now: number): Answer {
  const { status } = reply
  const words = `HTTP ${status}${told(reply, secrets)}`
  if (status >= 200 && status < 300) return success(reply, secrets)
  if (status === 413) return { kind: 'too-large', words }
  if (status === 400 || status === 422) return { kind: 'refused', words }
  if (status === 429 || status === 503)
    return { kind: 'later', taken: 'no', words, waitMs: waitOf(reply.retryAfter, now) }
  // A server that fails, or one in front of it that lost patience, may have passed the request on before.
  if (status >= 500) return { kind: 'later', taken: 'unknown', words, waitMs: waitOf(reply.retryAfter, now) }
  // It never read the request to its end, or wants it again.
  if (status === 408 || status === 425)
    return { kind: 'later', taken: 'no', words, waitMs: waitOf(reply.retryAfter, now) }
  if (status === 401 || status === 403)
    return {
      kind: 'stop',
      words: `the keys were not accepted (${words})`,
      remedy: 'check the keys of the target',
    }
  if (status >= 300 && status < 400)
    return {
      kind: 'stop',
      words: `it answers that it is elsewhere (${words})`,
      remedy: 'name the address that it leads to',
    }
  return {
    kind: 'stop',
    words: `it does not take traces (${words})`,
    remedy: 'check the address of the target',
  }
}

function success(reply: HttpReply, secrets: readonly string[]): Answer {
  // A login page is an answer with 200 too, and nothing was taken.
  if (/^text\/html\b/i.test(reply.contentType))
    return {
      kind: 'stop',
      words: 'it answered with a web page',
      remedy: 'check the address of the target: something else stands in front of it',
    }
  const partial = partialSuccess(reply.body)
  return {
    kind: 'taken',
    rejected: partial.rejected,
    words: serverWords(partial.message, secrets),
  }
}

function partialSuccess(body: string): { readonly rejected: number; readonly message: string } {
  const none = { rejected: 0, message: '' }
  if (!body.includes('artial')) return none
  try {
    const value = JSON.parse(body) as Record<string, unknown> | null
    const partial = (value?.['partialSuccess'] ?? value?.['partial_success']) as
      | Record<string, unknown>
      | null
      | undefined
    // OTLP/JSON writes 64-bit numbers as text.
    const rejected = Number(partial?.['rejectedSpans'] ?? partial?.['rejected_spans'] ?? 0)
    const message = partial?.['errorMessage'] ?? partial?.['error_message']
    return {
      // However many it says, the exporter counts no more than there were.
      rejected: rejected > 0 ? rejected : 0,
      message: typeof message === 'string' ? message : '',
    }
  } catch {
    // Not the JSON of an answer: the status said that it was taken.
    return none
  }
}

function told({ body, contentType }: HttpReply, secrets: readonly string[]): string {
  if (body === '' || /^text\/html\b/i.test(contentType)) return ''
  const words = serverWords(messageIn(body), secrets)
  return words === '' ? '' : `: ${words}`
}

/** Most servers say it in a field; the rest of what they send is noise. */
function messageIn(body: string): string {
  try {
    const value = JSON.parse(body) as Record<string, unknown> | null
    const message = value?.['message'] ?? value?.['error']
    if (typeof message === 'string') return message
  } catch {
    // Plain text.
  }
  return body
}

/** Seconds or a date; null where it says neither. */
export function waitOf(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null
  const text = retryAfter.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
