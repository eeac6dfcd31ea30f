import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Target } from '../target/target.ts'
import type { Delivered, Transport } from './answer.ts'
import { answerOf, type HttpReply } from './http-answer.ts'
import { failureOf } from './http-failure.ts'
import { secretsOf } from './server-words.ts'

/** OTLP/HTTP with JSON, a request a body. */
export class HttpTransport implements Transport {
  readonly #target: Target
  readonly #secrets: readonly string[]
  readonly #now: () => number

  constructor(target: Target, now: () => number) {
    this.#target = { ...target, headers: withoutFraming(target.headers) }
    this.#secrets = secretsOf(target.headers, target.url)
    this.#now = now
  }

  async deliver(pieces: readonly Uint8Array[]): Promise<Delivered> {
    const { url, headers, compression, timeoutMs } = this.#target
    const body = Buffer.concat(pieces)
    const isPacked = compression === 'gzip'
    // Fast enough to keep up with parsing, and within a few percent of the best.
    const sent = isPacked ? await packed(body, { level: 4 }) : body
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'user-agent': 'skein',
          ...headers,
          'content-type': 'application/json',
          ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
        },
        body: sent,
        // Following one would turn the request into another, and carry the keys elsewhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const reply = await replyOf(response)
      return { answer: answerOf(reply, this.#secrets, this.#now()), bytes: sent.length }
    } catch (error) {
      return { answer: failureOf(error, timeoutMs), bytes: sent.length }
    }
  }

  async close(): Promise<void> {}
}

const packed = promisify(gzip)

/** Headers of a target without those that say how the body is sent: only the request itself can know. */
function withoutFraming(headers: Target['headers']): Target['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !FRAMING.has(name.toLowerCase())))
}

const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

async function replyOf(response: Response): Promise<HttpReply> {
  const { status, headers } = response
  return {
    status,
    contentType: headers.get('content-type') ?? '',
    retryAfter: headers.get('retry-after'),
    location: headers.get('location'),
    body: await beginning(response),
  }
}

/** A server may send anything, without end. A reply whose rest is lost is a reply all the same: its status counts. */
async function beginning(response: Response): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    while (size < MOST_READ) {
      const { done, value } = await reader.read()
      if (done) break
      // The types say nothing of what the stream of a response holds: bytes.
      const piece = value as Uint8Array
      pieces.push(piece)
      size += piece.length
    }
    await reader.cancel()
  } catch {
    return Buffer.concat(pieces).toString('utf8')
  }
  return Buffer.concat(pieces).subarray(0, MOST_READ).toString('utf8')
}

const MOST_READ = 64 * 1024
