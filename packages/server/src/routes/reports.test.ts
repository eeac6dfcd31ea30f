import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionId, START, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import type { Api } from '../api/api.ts'

let server: TestServer
beforeEach(() => (server = new TestServer()))
afterEach(() => server.stop())

const ID = sessionId(1)
const SECRET = ['AKIA', 'IOSFODNN7', 'QRSTUVW'].join('')

/** Two lines from the first prompt on; the second one, with an edit, is the live one. */
function forked(): Written {
  const written = new Written(ID).prompt('go').says('first way').prompt('on').says('further')
  const { uuid } = JSON.parse(written.lines[0]) as { uuid: string }
  const patch = [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [`+key = "${SECRET}"`] }]
  return written
    .from(uuid)
    .calls('t1', 'Write', { file_path: '/work/app/a.txt', content: 'x' })
    .result('t1', 'ok', {
      type: 'update',
      filePath: '/work/app/a.txt',
      content: 'x',
      structuredPatch: patch,
      originalFile: null,
    })
    .says('second way')
}

type Reports = keyof Api & `GET /api/sessions/:session/${string}`

async function ask<Name extends Reports>(name: Name, query = '') {
  const path = name.slice('GET '.length).replace(':session', ID)
  return server.ask<Api[Name]['response']>(name, `${path}${query}`)
}

describe('reports of a session', () => {
  beforeEach(async () => {
    forked().write(server.root, '-p')
    await server.start()
  })

  it('tell what a resume sends', async () => {
    const { body } = await ask('GET /api/sessions/:session/resume')
    expect(body).toMatchObject({ count: 4, from: 0, problem: null })
    expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(body.leftOut).toEqual([expect.objectContaining({ reason: 'other-branch', entries: 3 })])
    const older = await ask('GET /api/sessions/:session/resume', '?before=1')
    expect(older.body.messages.map(({ role }) => role)).toEqual(['user'])
    expect((await ask('GET /api/sessions/:session/resume', '?as=soon')).status).toBe(400)
  })

  it('draw the tree', async () => {
    const { body } = await ask('GET /api/sessions/:session/tree')
    const written = forked()
    expect(body.nodes.map(({ kind, depth, turn, tip, text }) => [kind, depth, turn, tip, text])).toEqual([
      ['turn', 0, 0, null, 'go'],
      ['branch', 1, null, written.offsetOf(3), 'on'],
      ['turn', 2, null, written.offsetOf(3), ''],
      ['turn', 2, null, written.offsetOf(3), 'on'],
    ])
    expect(body.branches.map(({ tip }) => tip)).toEqual([written.offsetOf(3)])
  })

  it('list changed files, masked', async () => {
    const { body, text } = await ask('GET /api/sessions/:session/files')
    expect(body.files).toMatchObject([
      { path: 'a.txt', edits: 1, turns: [0], added: 1, removed: 0, cut: false },
    ])
    expect(text).not.toContain(SECRET)
  })

  it('say what fills the window, over time', async () => {
    const { body } = await ask('GET /api/sessions/:session/context')
    expect(body.context.kind).toBe('context')
    expect(body.timeline).toEqual([
      { turn: 0, time: START + 4000, tokens: 1110, compaction: false },
      { turn: 0, time: START + 6000, tokens: 1110, compaction: false },
    ])
  })

  it('have spans, of all turns or of one', async () => {
    const all = (await ask('GET /api/sessions/:session/trace')).body
    expect(all.spans.filter(({ kind }) => kind === 'turn').map(({ name }) => name)).toEqual(['go', 'on'])
    expect(all.spans.filter(({ kind }) => kind === 'generation')).toHaveLength(4)
    const one = (await ask('GET /api/sessions/:session/trace', '?turn=0')).body
    expect(one.spans.filter(({ kind }) => kind === 'turn').map(({ name }) => name)).toEqual(['go'])
    expect(one.spans.find(({ kind }) => kind === 'tool')?.name).toContain('Write')
    expect((await ask('GET /api/sessions/:session/trace', '?turn=5')).status).toBe(404)
  })

  it('say where a span stands: its entry, and its turn where that is on the live line', async () => {
    const { spans } = (await ask('GET /api/sessions/:session/trace')).body
    const written = forked()
    const places = spans
      .filter(({ kind }) => kind !== 'generation')
      .map(({ kind, turn, agent, key }) => [kind, turn, agent, key])
    expect(places).toEqual([
      ['turn', 0, null, written.offsetOf(0)],
      ['tool', 0, null, written.offsetOf(4)],
      // On the other line there are no turns to count.
      ['turn', null, null, written.offsetOf(2)],
    ])
    const said = spans.filter(({ kind }) => kind === 'generation').map(({ key }) => key)
    expect(said.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      [1, 3, 4, 6].map((at) => written.offsetOf(at)),
    )
  })

  it('diagnose', async () => {
    const { body } = await ask('GET /api/sessions/:session/doctor')
    expect(body.findings).toEqual([])
    expect(body.wouldLose.map(({ reason }) => reason)).toEqual(['other-branch'])
  })

  it('compare two lines', async () => {
    const { body } = await ask('GET /api/sessions/:session/compare', `?a=${forked().offsetOf(3)}`)
    expect(body.shared).toBe(-1)
    expect(body.a.turns.map(({ index }) => index)).toEqual([0, 1])
    expect(body.b.turns.map(({ index }) => index)).toEqual([0])
    expect(body.b.files.map(({ path }) => path)).toEqual(['a.txt'])
    expect(body.a.files).toEqual([])
    // Two answers each, of 1110 tokens.
    expect([body.a.tokens, body.b.tokens]).toEqual([2220, 2220])
    expect((await ask('GET /api/sessions/:session/compare', '?a=1')).status).toBe(404)
  })

  it('are about sessions that there are', async () => {
    for (const part of [
      'resume',
      'tree',
      'files',
      'context',
      'trace',
      'doctor',
      'compare',
      'agents',
      'entries',
      'view',
    ])
      expect((await server.raw(`/api/sessions/${sessionId(9)}/${part}`)).status).toBe(404)
  })
})

describe('a session that nothing could be resumed of', () => {
  it('has no context, and says so', async () => {
    new Written(ID).row({ type: 'summary', summary: 'only a title' }).write(server.root, '-p')
    await server.start()
    expect((await ask('GET /api/sessions/:session/context')).body).toMatchObject({
      error: { code: 'no-context' },
    })
    expect((await ask('GET /api/sessions/:session/resume')).body).toMatchObject({ count: 0, messages: [] })
    expect((await ask('GET /api/sessions/:session/tree')).body).toMatchObject({ nodes: [] })
    expect((await ask('GET /api/sessions/:session/trace')).body).toEqual({ spans: [], omitted: 0 })
  })
})
