import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionId, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import { familyOf } from '../sessions/session-family.ts'
import type { ExportWork } from './work.ts'
import { MOST_AHEAD } from './work.ts'

let server: TestServer
beforeEach(() => (server = new TestServer()))
afterEach(() => server.stop())

const [LONG, SHORT] = [sessionId(1), sessionId(2)]
const TURNS = 64
const TEXT = 'All of this is said in every turn, and it is long. '.repeat(1000)

async function started(): Promise<ExportWork> {
  const long = new Written(LONG)
  for (let turn = 0; turn < TURNS; turn++) long.prompt(`Turn ${turn}`).says(TEXT)
  long.write(server.root, '-app')
  new Written(SHORT).prompt('Hello').says('Hi').write(server.root, '-app')
  await server.start()
  const file = await server.context.sessions.find(LONG)
  const family = await familyOf(server.context, file)
  return { report: 'export', file, family, format: 'md', redact: false, title: 'Long' }
}

const NEVER = new AbortController().signal

it('hands out an export as it is taken, a few pieces ahead, and works for others meanwhile', async () => {
  const work = await started()
  const { reports } = server.context
  const stalled = [reports.export(work, NEVER), reports.export(work, NEVER)]
  const first = await Promise.all(stalled.map((pieces) => pieces.next()))
  // Both threads for exports wait for a reader now. Others are served, whatever it is that they ask for.
  const tree = await server.ask('GET /api/sessions/:session/tree', `/api/sessions/${LONG}/tree`)
  expect(tree.status).toBe(200)
  const rest: number[] = []
  for await (const { length } of stalled[0]) rest.push(length)
  expect(rest.length + 1).toBeGreaterThan(2 * MOST_AHEAD)
  expect(rest.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(TURNS * TEXT.length - 2 * 1024 * 1024)
  expect(first.map(({ done }) => done)).toEqual([false, false])
  await stalled[1].return?.()
})

it('reads nothing of the session in the thread that answers requests', async () => {
  const work = await started()
  const { reports, sessions } = server.context
  let bytes = 0
  for await (const piece of reports.export(work, NEVER)) bytes += piece.length
  expect(bytes).toBeGreaterThan(TURNS * TEXT.length)
  expect([sessions.asked, sessions.size, sessions.bytes]).toEqual([0, 0, 0])
})

it('ends the thread of an export that nobody takes any more', async () => {
  const work = await started()
  const { reports } = server.context
  // More than there are threads for exports: each has to make room for the next.
  for (let asked = 0; asked < 4; asked++) {
    const pieces = reports.export(work, NEVER)
    expect((await pieces.next()).done).toBe(false)
    await pieces.return?.()
    expect(await pieces.next()).toEqual({ done: true, value: undefined })
  }
})

it('tells who takes the pieces what went wrong', async () => {
  const work = await started()
  const gone = { ...work.file, path: join(server.folder, 'gone.jsonl') }
  await expect(server.context.reports.export({ ...work, file: gone }, NEVER).next()).rejects.toThrow()
})
