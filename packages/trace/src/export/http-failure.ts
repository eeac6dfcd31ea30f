import type { Answer } from './answer.ts'

/**
 * What a `fetch` that threw means. Node hides the reason in `cause`, and what it says there names hosts and ports only.
 *
 * Contract: `taken: 'no'` only where no connection came to be. Whatever breaks later may have carried the request.
 */
export function failureOf(error: unknown, timeoutMs: number): Answer {
  const cause = deepest(error)
  const code = 'code' in cause ? String(cause.code) : cause.name
  if (code === 'TimeoutError' || code === 'AbortError' || code === '23' || code === '20')
    return { kind: 'later', taken: 'unknown', words: `no answer within ${timeoutMs} ms`, waitMs: null }
  if (TLS.test(code))
    return {
      kind: 'stop',
      words: `its certificate is not accepted (${code})`,
      remedy: 'NODE_EXTRA_CA_CERTS names your own authority',
    }
  // The standard of fetch forbids some ports, those of mail and the like; there is no code for it.
  if (cause.message === 'bad port')
    return {
      kind: 'stop',
      words: 'the port of its address is not one for HTTP',
      remedy: 'let it listen on another one',
    }
  if (code.startsWith('UND_ERR_INVALID') || code.startsWith('ERR_INVALID'))
    return {
      kind: 'stop',
      words: `the request cannot be made (${code})`,
      remedy: 'check the address and the headers of the target',
    }
  const isUnconnected =
    UNCONNECTED.has(code) ||
    ('syscall' in cause && ['connect', 'getaddrinfo'].includes(String(cause.syscall)))
  if (isUnconnected) return { kind: 'later', taken: 'no', words: `no connection (${code})`, waitMs: null }
  return { kind: 'later', taken: 'unknown', words: `the connection broke (${code})`, waitMs: null }
}

const UNCONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
const TLS = /CERT|_SSL_|ERR_TLS|UNABLE_TO_(VERIFY|GET_ISSUER)/

function deepest(error: unknown): Error {
  let found = error instanceof Error ? error : new Error(String(error))
  for (let depth = 0; depth < 5 && found.cause instanceof Error; depth++) found = found.cause
  return found
}
