import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionId, START, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import type { Api } from '../api/api.ts'

const server = new TestServer()
const ID = sessionId(1)
const EMPTY = sessionId(2)
const GROWING = sessionId(3)
const CUT = sessionId(4)

beforeAll(async () => {
  forked().write(server.root, '-p')
  new Written(EMPTY).row({ type: 'summary', summary: 'only a title' }).write(server.root, '-p')
  new Written(GROWING).prompt('go').says('one way').write(server.root, '-p')
  cutOff().write(server.root, '-p')
  await server.start()
})
afterAll(() => server.stop())

const SECRET = ['AKIA', 'IOSFODNN7', 'QRSTUVW'].join('')

/** Two lines from the first prompt on; the second one, with an edit, is the live one. */
function forked(): Written {
  const written = new Written(ID).prompt('go').says('first way').prompt('on').says('further')
  const { uuid } = JSON.parse(written.lines[0]) as { uuid: string }
  const patch = [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [`+key = "${SECRET}"`] }]
  return written
    .from(uuid)
    .calls('t1', 'Write', { file_path: '/srv/app/a.txt', content: 'x' })
    .result('t1', 'ok', {
      type: 'update',
      filePath: '/srv/app/a.txt',
      content: 'x',
      structuredPatch: patch,
      originalFile: null,
    })
    .says('second way')
}

/** The parent of the last prompt, a day later, is not in the file: a resume begins with it. */
function cutOff(): Written {
  const written = new Written(CUT)
    .prompt(`begin with ${SECRET} please`)
    .thinks('where to look')
    .calls('t1', 'Bash', { command: 'ls src' })
    .result('t1', 'a.ts\nb.ts')
    .says('two files')
    .from('00000000-0000-4000-8000-0000000000ff')
    .prompt('go on')
    .says('gone on')
  for (const row of [5, 6]) written.lines[row] = written.lines[row].replace('2026-03-01T', '2026-03-02T')
  return written
}

type Reports = keyof Api & `GET /api/sessions/:session/${string}`

async function ask<Name extends Reports>(name: Name, query = '', session = ID) {
  const path = name.slice('GET '.length).replace(':session', session)
  return server.ask<Api[Name]['response']>(name, `${path}${query}`)
}

describe('reports of a session', () => {
  it('tell what a resume sends', async () => {
    const { body } = await ask('GET /api/sessions/:session/resume')
    expect(body).toMatchObject({ count: 4, from: 0, problem: null })
    expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(body.leftOut).toEqual([expect.objectContaining({ reason: 'other-branch', entries: 3 })])
    const older = await ask('GET /api/sessions/:session/resume', '?before=1')
    expect(older.body.messages.map(({ role }) => role)).toEqual(['user'])
    expect((await ask('GET /api/sessions/:session/resume', '?as=soon')).status).toBe(400)
  })

  it('list what a resume leaves out, with the reason and the first words, masked', async () => {
    const sent = await ask('GET /api/sessions/:session/resume', '', CUT)
    expect(sent.body.leftOut.map(({ reason, entries }) => [reason, entries])).toEqual([['cut', 5]])
    const { body, text } = await ask('GET /api/sessions/:session/left-out', '?reason=cut', CUT)
    const written = cutOff()
    expect(body.next).toBeNull()
    expect(body.entries.map(({ key, line, time, kind }) => [key, line, time, kind])).toEqual([
      [written.offsetOf(0), 1, START, 'prompt'],
      [written.offsetOf(1), 2, START + 1000, 'thinking'],
      [written.offsetOf(2), 3, START + 2000, 'call'],
      [written.offsetOf(3), 4, START + 3000, 'result'],
      [written.offsetOf(4), 5, START + 4000, 'answer'],
    ])
    expect(body.entries.slice(1).map((entry) => entry.text)).toEqual([
      'where to look',
      'Bash ls src',
      'a.ts\nb.ts',
      'two files',
    ])
    expect(body.entries[0].text).toMatch(/^begin with .+ please$/)
    expect(text).not.toContain(SECRET)
    const after = `?reason=cut&after=${written.offsetOf(3)}`
    const rest = await ask('GET /api/sessions/:session/left-out', after, CUT)
    expect(rest.body.entries.map((entry) => entry.text)).toEqual(['two files'])
    const none = await ask('GET /api/sessions/:session/left-out', '?reason=compacted', CUT)
    expect(none.body).toEqual({ entries: [], next: null })
    for (const query of ['', '?reason=mood', '?reason=cut&after=x'])
      expect((await ask('GET /api/sessions/:session/left-out', query, CUT)).status).toBe(400)
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
    const { status, body } = await ask('GET /api/sessions/:session/context', '', EMPTY)
    expect({ status, body }).toMatchObject({ status: 409, body: { error: { code: 'no-context' } } })
    const resumed = await ask('GET /api/sessions/:session/resume', '', EMPTY)
    expect(resumed.body).toMatchObject({ count: 0, messages: [] })
    expect((await ask('GET /api/sessions/:session/tree', '', EMPTY)).body).toMatchObject({ nodes: [] })
    const { body: trace } = await ask('GET /api/sessions/:session/trace', '', EMPTY)
    expect(trace).toEqual({ spans: [], omitted: 0 })
  })
})

describe('the threads that make reports', () => {
  const resume = (query = ''): ReturnType<TestServer['raw']> =>
    server.raw(`/api/sessions/${GROWING}/resume${query}`)

  it('let others have their answers meanwhile', async () => {
    // A server of its own: its first report waits for a thread to start.
    const other = new TestServer()
    const written = new Written(ID)
    for (let turn = 0; turn < 3000; turn++) written.prompt(`prompt ${turn}`).says('answer '.repeat(100))
    written.write(other.root, '-p')
    await other.start()
    try {
      const order: string[] = []
      const report = other
        .raw(`/api/sessions/${ID}/context`)
        .then(({ status }) => order.push(`report ${status}`))
      const small = other.raw('/api/me').then(({ status }) => order.push(`me ${status}`))
      await Promise.all([report, small])
      expect(order).toEqual(['me 200', 'report 200'])
    } finally {
      await other.stop()
    }
  })

  it('make a report anew when the session got further', async () => {
    const before = await resume()
    expect(before.body).toMatchObject({ count: 2 })
    expect((await resume()).text).toBe(before.text)
    const { lines } = new Written(GROWING).prompt('go').says('one way').prompt('more').says('all of it')
    const path = join(server.root, 'projects', '-p', `${GROWING}.jsonl`)
    appendFileSync(path, `${lines.slice(2).join('\n')}\n`)
    expect((await resume()).body).toMatchObject({ count: 4 })
  })

  it('are ended over a report that nobody waits for any more, and it is not made', async () => {
    // A server of its own, whose first report starts a thread. A report of this session takes far longer than a start.
    const other = new TestServer()
    const written = new Written(ID)
    for (let turn = 0; turn < 6000; turn++) written.prompt(`prompt ${turn}`).says('answer '.repeat(100))
    written.write(other.root, '-p')
    await other.start()
    const threads = new StartedThreads()
    try {
      const client = new AbortController()
      const asked = other
        .raw(`/api/sessions/${ID}/context`, { signal: client.signal })
        .catch((error: Error) => error.name)
      const thread = await threads.next()
      const outcome = Promise.race([
        once(thread, 'exit').then(() => 'ended'),
        once(thread, 'message').then(() => 'made'),
      ])
      await once(thread, 'online')
      client.abort()
      expect(await asked).toBe('AbortError')
      expect(await outcome).toBe('ended')
      // Whoever asks again gets a thread of their own.
      const [again, second] = await Promise.all([other.raw(`/api/sessions/${ID}/tree`), threads.next()])
      expect({ status: again.status, isOther: second !== thread }).toEqual({ status: 200, isOther: true })
    } finally {
      threads.forget()
      await other.stop()
    }
  })

  it('go on when those who asked are gone', async () => {
    const gone = new AbortController()
    const left = server
      .raw(`/api/sessions/${ID}/context`, { signal: gone.signal })
      .catch((error: Error) => error.name)
    const stays = server.raw(`/api/sessions/${ID}/context`)
    gone.abort()
    expect(await left).toBe('AbortError')
    expect((await stays).status).toBe(200)
    const alone = new AbortController()
    const asked = server
      .raw(`/api/sessions/${ID}/context?as=2.0.76`, { signal: alone.signal })
      .catch(() => null)
    alone.abort()
    await asked
    expect((await ask('GET /api/sessions/:session/context', '?as=2.0.76')).status).toBe(200)
    expect((await ask('GET /api/sessions/:session/context', '?as=2.1.100')).status).toBe(200)
  })
})

/** The threads that this process starts, in their order. */
class StartedThreads {
  readonly #waiting: Worker[] = []
  #wake: (() => void) | null = null
  readonly #hear = (message: unknown): void => {
    // What Node publishes on this channel.
    this.#waiting.push((message as { readonly worker: Worker }).worker)
    this.#wake?.()
  }

  constructor() {
    subscribe('worker_threads', this.#hear)
  }

  async next(): Promise<Worker> {
    for (;;) {
      const worker = this.#waiting.shift()
      if (worker !== undefined) return worker
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
  }

  forget(): void {
    unsubscribe('worker_threads', this.#hear)
  }
}
