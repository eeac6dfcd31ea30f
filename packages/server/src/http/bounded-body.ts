import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { ApiFailure } from '../errors.ts'
import { bodyTooLarge } from '../security/gate.ts'

/** Reads the body of a request that may be made, up to a limit: one sent in chunks does not say how long it is. */
export function boundedBody(limit: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      try {
        // Where the adapter looks for a body that was read already.
        Object.assign(c.env.incoming, { rawBody: await read(c.env.incoming, limit) })
      } catch (error) {
        // The rest of it is not waited for.
        c.env.outgoing.setHeader('Connection', 'close')
        throw error
      }
    }
    await next()
  }
}

function read(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else fail(bodyTooLarge())
    })
    incoming.once('end', () => done(Buffer.concat(chunks)))
    incoming.once('error', fail)
    incoming.once('close', () => fail(new ApiFailure(400, 'bad-request', 'the request ended too early')))
  })
}
