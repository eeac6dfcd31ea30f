import type { ServerResponse } from 'node:http'
import type { ApiFailure } from '../errors.ts'

/** Answers a request that the app does not get to see, and ends its connection: whoever sent it may go on sending. */
export function sendFailure(response: ServerResponse, failure: ApiFailure): void {
  const body = JSON.stringify(failure.toBody())
  response.writeHead(failure.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...(failure.retryAfter !== null && { 'Retry-After': failure.retryAfter }),
  })
  response.end(body)
}
