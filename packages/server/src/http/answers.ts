import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-env.ts'

/**
 * JSON answers: an ETag (that of the handler, or one of the body), 304 for who has it already, and compression from 1 KB on.
 * They are bounded by contract, so that holding one whole is no risk; downloads and streams pass by.
 */
export function jsonAnswers(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const { res } = c
    if (!res.headers.get('content-type')?.startsWith('application/json') || res.body === null) return
    // A download may be as long as the history.
    if (res.headers.has('content-disposition')) return
    const headers = new Headers(res.headers)
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'private, no-cache')
    const body = Buffer.from(await res.arrayBuffer())
    const isRead = c.req.method === 'GET' && res.status === 200
    if (isRead && !headers.has('etag')) headers.set('ETag', weakTag(body))
    headers.append('Vary', 'Accept-Encoding')
    c.res = undefined
    if (isRead && isKnown(c.req.header('if-none-match'), headers.get('etag') ?? '')) {
      for (const name of ['content-type', 'content-length']) headers.delete(name)
      c.res = new Response(null, { status: 304, headers })
      return
    }
    const encoding = body.length > LEAST_COMPRESSED ? encodingFor(c.req.header('accept-encoding')) : null
    const sent = encoding === null ? body : await compressed(body, encoding)
    if (encoding !== null) headers.set('Content-Encoding', encoding)
    headers.set('Content-Length', String(sent.length))
    c.res = new Response(new Uint8Array(sent), { status: res.status, headers })
  }
}

export type Encoding = 'br' | 'gzip'

/** The best of the two that a client takes. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const taken = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((word) => word.trim()))
      .filter(([, quality]) => !/^q=0(?:\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : null
}

/** Fast settings: it is done for every answer. */
export async function compressed(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body)
  return promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}

export function weakTag(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** If-None-Match compares weakly: `W/` makes no difference. */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined || tag === '') return false
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))
}

const LEAST_COMPRESSED = 1024
