import { cutString, fullText, imagesOf, placeOfRow } from '@skein/view'
import { readRows } from '@skein/transcript'
import { MOST_PAGE, type EntryPlace } from '../api/api.ts'
import type { ServerContext } from '../context.ts'
import { entryPlace } from '../sessions/entry-place.ts'
import { pictureType } from '../sessions/picture-type.ts'
import { rawEntry, rawPage } from '../sessions/raw-entries.ts'
import { readable, rowNamed } from '../sessions/shown-session.ts'
import { answer, download, type Routes } from './answer.ts'
import { badRequest, unknown } from './failure.ts'

/** Entries as they stand, their texts as wholes, their pictures. */
export function entryRoutes(app: Routes, context: ServerContext): void {
  const { sessions } = context

  answer(app, 'GET /api/sessions/:session/entries', async ({ params, query }) => {
    return sessions.use(await sessions.find(params.session, query.agent), ({ model, source }) => {
      const options = { transcript: model.transcript, source, reveal: query.reveal === true }
      return rawPage(options, query.before ?? Infinity)
    })
  })

  answer(app, 'GET /api/sessions/:session/entries/:entry', async ({ params, query }) => {
    return sessions.use(await sessions.find(params.session, query.agent), (session) => {
      const { transcript } = session.model
      const place = placeOfRow(transcript, rowNamed(session, params.entry))
      return rawEntry({ transcript, source: session.source, reveal: query.reveal === true }, place)
    })
  })

  answer(app, 'GET /api/sessions/:session/entries/:entry/place', ({ params, query }): Promise<EntryPlace> =>
    entryPlace(context, { ...params, ...query }),
  )

  answer(app, 'GET /api/sessions/:session/entries/:entry/text', async ({ params, query }) => {
    const { agent, reveal, from = 0, ...part } = query
    const text = await sessions.use(await sessions.find(params.session, agent), (session) =>
      fullText(readable(session, reveal), rowNamed(session, params.entry), part),
    )
    if (text === null) throw unknown('text')
    if (from > text.length) throw badRequest('from', `is behind the end, which is ${text.length}`)
    const page = cutString(text.slice(from), MOST_PAGE / BYTES_A_SIGN)
    const next = from + page.length
    return { text: page, from, length: text.length, next: next < text.length ? next : null }
  })

  download(app, 'GET /api/sessions/:session/entries/:entry/images/:index', async ({ params, query }) => {
    const entry = await sessions.use(await sessions.find(params.session, query.agent), (session) => {
      const row = rowNamed(session, params.entry)
      return readRows(session.model.transcript.scan, session.source, [row]).get(row)
    })
    const images =
      entry !== undefined && 'content' in entry && isContent(entry.content) ? imagesOf(entry.content) : []
    const data = images[params.index]?.source['data']
    if (typeof data !== 'string') throw unknown('picture')
    return pictureResponse(Buffer.from(data, 'base64'))
  })
}

/** UTF-8 of what JSON escapes: six bytes at worst. */
const BYTES_A_SIGN = 6

type Content = Parameters<typeof imagesOf>[0]

function isContent(content: unknown): content is Content {
  return typeof content === 'object' && content !== null && 'blocks' in content
}

/** Only what a browser shows without running anything is shown; whatever else it is, is a download without a type. */
function pictureResponse(bytes: Buffer<ArrayBuffer>): Response {
  const type = pictureType(bytes)
  return new Response(bytes, {
    headers: {
      'content-type': type ?? 'application/octet-stream',
      'content-disposition': type === null ? 'attachment; filename="picture.bin"' : 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      // An entry never changes, but another may come to stand at its offset.
      'cache-control': 'private, max-age=300',
    },
  })
}
