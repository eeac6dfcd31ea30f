import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionId, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import { MOST_PAGE } from '../api/api.ts'

const server = new TestServer()
const ID = sessionId(1)

/** 60 MB, with a turn, a text, a result and a difference that are each larger than any page, and many of everything. */
function large(): Written {
  const written = new Written(ID)
  const block = 'Lorem ipsum dolor sit amet, consectetur. '.repeat(25)
  const patch = (lines: number) => [
    {
      oldStart: 1,
      oldLines: 0,
      newStart: 1,
      newLines: lines,
      lines: Array.from({ length: lines }, (_, i) => `+line ${i}`),
    },
  ]
  for (let turn = 0; turn < 1200; turn++) {
    written.prompt(`prompt ${turn} ${block}`)
    for (let call = 0; call < 12; call++) {
      const id = `t${turn}-${call}`
      const file = `/srv/app/file-${(turn * 12 + call) % 700}.txt`
      written.calls(id, 'Write', { file_path: file, content: block })
      written.result(id, block, {
        type: 'create',
        filePath: file,
        content: block,
        structuredPatch: patch(20),
        originalFile: null,
      })
    }
    written.says(block)
  }
  const huge = block.repeat(2000)
  written
    .prompt(huge)
    .calls('huge', 'Bash', { command: huge })
    .result('huge', huge, { stdout: huge, stderr: '' })
    .says(huge)
  return written
}

let bytes = 0
beforeAll(async () => {
  const written = large()
  bytes = Buffer.byteLength(written.text)
  written.write(server.root, '-p')
  await server.start()
})
afterAll(() => server.stop())

it.each([
  ['GET /api/sessions/:session/view', ''],
  ['GET /api/sessions/:session/view', '?steps=all'],
  ['GET /api/sessions/:session/view', '?before=600&steps=all'],
  ['GET /api/sessions/:session/entries', ''],
  ['GET /api/sessions/:session/resume', ''],
  ['GET /api/sessions/:session/tree', ''],
  ['GET /api/sessions/:session/files', ''],
  ['GET /api/sessions/:session/context', ''],
  ['GET /api/sessions/:session/trace', ''],
  ['GET /api/sessions/:session/doctor', ''],
  ['GET /api/sessions/:session/compare', ''],
  ['GET /api/sessions/:session/agents', ''],
  ['GET /api/sessions/:session', ''],
] as const)(
  '%s%s of 60 MB is bounded',
  async (name, query) => {
    expect(bytes).toBeGreaterThan(55_000_000)
    const path = name.slice('GET '.length).replace(':session', ID)
    const { status, text } = await server.ask(name, `${path}${query}`)
    expect(status).toBe(200)
    // A page has at least one thing, whose texts are cut; and JSON has signs of its own around them.
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_PAGE * 1.5)
  },
  120_000,
)
