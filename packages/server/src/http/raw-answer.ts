import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiFailure } from '../errors.ts'

/** What Node's parser gave up on has no response object: the answer is written to the socket itself. */
export function rawAnswer(
  error: Error & { readonly code?: string },
  headers: readonly (readonly [string, string])[],
): string {
  const failure =
    FAILURES[error.code ?? ''] ?? new ApiFailure(400, 'bad-request', 'the request cannot be read')
  const body = JSON.stringify(failure.toBody())
  const lines = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

const FAILURES: Readonly<Record<string, ApiFailure | undefined>> = {
  HPE_HEADER_OVERFLOW: new ApiFailure(431, 'too-large', 'the headers are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new ApiFailure(413, 'too-large', 'the body is too large'),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiFailure(408, 'too-slow', 'the request took too long'),
}

/** Writes an answer where that is still possible, and ends the connection in any case. */
export function endSocket(socket: Duplex, answer: string): void {
  if (socket.writable) socket.end(answer, () => socket.destroy())
  else socket.destroy()
}
