import { ReadableStream } from 'node:stream/web'
import type { ServerContext } from '../context.ts'
import { ApiFailure } from '../errors.ts'
import { download, type Routes } from './answer.ts'

/** Whole sessions to take away. */
export function exportRoutes(app: Routes, context: ServerContext): void {
  const { sessions, store, exporter } = context

  download(app, 'GET /api/sessions/:session/export', async ({ params, query }) => {
    const { session: id, path, root, project, place } = sessions.find(params.session)
    if (exporter === null)
      throw new ApiFailure(503, 'no-export', 'this server cannot export', { remedy: 'use `skein export`' })
    const { format, redact = true } = query
    const pieces = exporter(store, { id, path, root, project, place }, { format, redact })
    const name = id.replaceAll(/[^\w-]/g, '_').slice(0, 60)
    return new Response(await streamOf(pieces), {
      headers: {
        'content-type': `${TYPES[format]}; charset=utf-8`,
        'content-disposition': `attachment; filename="session-${name}.${format}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  })
}

const TYPES = { html: 'text/html', md: 'text/markdown', json: 'application/json' }

type ResponseBody = ConstructorParameters<typeof Response>[0]

/** Pieces as they are asked for. The first is made at once: what cannot be opened is a refusal, not a torn download. */
async function streamOf(pieces: AsyncIterable<string>): Promise<ResponseBody> {
  const iterator = pieces[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let first: IteratorResult<string> | null = await iterator.next()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = first ?? (await iterator.next())
      first = null
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  // Node's own type and that of the global say the same.
  return stream as unknown as ResponseBody
}
