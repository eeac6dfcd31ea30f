import { ReadableStream } from 'node:stream/web'
import type { ServerContext } from '../context.ts'
import { familyOf } from '../sessions/session-family.ts'
import { download, type Routes } from './answer.ts'

/** Whole sessions to take away. */
export function exportRoutes(app: Routes, context: ServerContext): void {
  const { sessions, store, reports } = context

  download(app, 'GET /api/sessions/:session/export', async ({ params, query, signal }) => {
    const file = await sessions.find(params.session)
    const { session: id, path } = file
    const { format, redact = true } = query
    const listed = (await store.list({ ids: [id] })).sessions.find((one) => one.path === path)
    const title = listed?.title.text ?? ''
    const family = await familyOf(context, file)
    const pieces = reports.export({ report: 'export', file, family, format, redact, title }, signal)
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
async function streamOf(pieces: AsyncIterableIterator<Uint8Array>): Promise<ResponseBody> {
  let first: IteratorResult<Uint8Array> | null = await pieces.next()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = first ?? (await pieces.next())
      first = null
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await pieces.return?.()
    },
  })
  // Node's own type and that of the global say the same.
  return stream as unknown as ResponseBody
}
