import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { archivedSessions, skeinHome } from '@skein/store'
import type { SessionsPage } from '@skein/server'
import type { LiveEvent, SessionItem, SessionView, Subscription, UsageEvent, UsageReport } from '@skein/view'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateSession } from '../corpus/session.ts'
import { until } from '../until.ts'
import { TestApp } from './test-app.ts'

let app: TestApp
let secret: string
const streams: AbortController[] = []

beforeEach(() => {
  app = new TestApp()
})

afterEach(async () => {
  for (const stream of streams.splice(0)) stream.abort()
  await app.remove()
})

describe('a list that is followed', () => {
  it('hears of sessions that come, grow and go, and nothing else', async () => {
    const first = written('first')
    await started()
    const events = await followed([{ topic: 'sessions' }])
    const second = written('second')
    const came = await until(
      'the new session',
      () => itemsOf(events).find(({ id }) => id === second.id) ?? null,
    )
    expect(came).toEqual((await listed()).find(({ id }) => id === second.id))
    appendFileSync(first.file, first.rest)
    const turns = first.turns
    await until('the turns that were added', () =>
      itemsOf(events).some((item) => item.id === first.id && item.turns === turns),
    )
    rmSync(second.file)
    await until('that it is gone', () =>
      events.some((event) => event.type === 'sessionsChanged' && event.removed.includes(second.id)),
    )
    expect((await listed()).map(({ id }) => id)).toEqual([first.id])
    expect(events.every((event) => event.type === 'sessionsChanged')).toBe(true)
  })

  it('hears who runs, and what they wait for', async () => {
    const session = written('running')
    await started()
    const events = await followed([{ topic: 'sessions' }])
    const entry = join(app.root, 'sessions', `${process.pid}.json`)
    mkdirSync(dirname(entry), { recursive: true })
    const says = (status: string): void =>
      writeFileSync(entry, JSON.stringify({ pid: process.pid, sessionId: session.id, status }))
    for (const [status, state] of [
      ['busy', 'working'],
      ['waiting', 'needs-you'],
      ['idle', 'idle'],
    ] as const) {
      says(status)
      await until(state, () => itemsOf(events).at(-1)?.running === state)
    }
    rmSync(entry)
    await until('that nobody runs it', () => itemsOf(events).at(-1)?.running === null)
  })

  it('hears what today cost', async () => {
    const session = written('spends')
    await started()
    const events = await followed([{ topic: 'usage' }])
    const now = new Date().toISOString()
    const rest = Buffer.from(session.rest)
      .toString()
      .replaceAll(/"timestamp":"[^"]*"/g, `"timestamp":"${now}"`)
    appendFileSync(session.file, rest)
    const told = await until(
      'what was used',
      () => events.findLast((event) => event.type === 'usageChanged' && event.today.tokens > 0) ?? null,
    )
    const { rows } = (await (await ask('/api/usage?by=daily')).json()) as UsageReport
    const today = rows.find(({ key }) => key === (told as UsageEvent).today.date)
    expect(told).toEqual({
      type: 'usageChanged',
      today: {
        date: today?.key,
        tokens: today?.totalTokens,
        cost: { nanoDollars: today?.cost, unpricedTokens: today?.unpricedTokens },
      },
    })
  })
})

describe('a session that is followed', () => {
  it('may be deleted: the others are told of as before, and so is it when it comes back', async () => {
    const [gone, other] = [written('gone'), written('other')]
    await started()
    const follow = async ({ id }: Written): Promise<Subscription> => ({
      topic: `session:${id}`,
      cursor: (await view(id)).cursor,
    })
    const events = await followed([await follow(gone), await follow(other), { topic: 'sessions' }])
    const before = readFileSync(gone.file)
    rmSync(gone.file)
    await until('that it is gone', () =>
      events.some((event) => event.type === 'sessionsChanged' && event.removed.includes(gone.id)),
    )
    const told = ({ id }: Written): boolean =>
      events.splice(0).some((event) => event.type === 'sessionChanged' && event.session === id)
    told(gone)
    appendFileSync(other.file, other.rest)
    await until('the other', () => told(other))
    writeFileSync(gone.file, Buffer.concat([before, gone.rest]))
    await until('it again', () => told(gone))
  })
})

describe('a server that archives', () => {
  it('keeps sessions that Claude Code deletes: they stay listed and readable', async () => {
    const session = written('kept')
    await started({ archive: true })
    const home = skeinHome({ SKEIN_HOME: join(app.folder, 'home') })
    await until('the copy', () => archivedSessions(home).sessions.length === 1)
    const before = await view(session.id)
    rmSync(session.file)
    await until('that it is only archived', async () => {
      const [item] = await listed()
      return item?.place === 'archive'
    })
    const { head, turns } = await view(session.id)
    expect({ head, turns }).toEqual({ head: before.head, turns: before.turns })
  })
})

interface Written {
  readonly id: string
  readonly file: string
  readonly rest: Uint8Array
  readonly turns: number
}

/** Half of a session, and the rest to be added. */
function written(seed: string): Written {
  const { bytes, truth } = generateSession({ seed: `watching/${seed}`, turns: 3, features: {} })
  const file = join(app.root, 'projects', '-srv-app', `${truth.sessionId}.jsonl`)
  const half = bytes.subarray(0, bytes.length >> 1).lastIndexOf(0x0a) + 1
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes.subarray(0, half))
  return { id: truth.sessionId, file, rest: bytes.subarray(half), turns: 3 }
}

async function started(options: { readonly archive?: boolean } = {}): Promise<void> {
  await app.start(options)
  secret = app.device()
}

async function listed(): Promise<readonly SessionItem[]> {
  // The server's own shape.
  return ((await (await ask('/api/sessions')).json()) as SessionsPage).items
}

async function view(session: string): Promise<SessionView> {
  return (await (await ask(`/api/sessions/${session}/view`)).json()) as SessionView
}

/** The events of a stream with these subscriptions, as they come. */
async function followed(subscriptions: readonly Subscription[]): Promise<LiveEvent[]> {
  const stop = new AbortController()
  streams.push(stop)
  const { body } = await ask('/api/live', { signal: stop.signal })
  if (body === null) throw new Error('no stream')
  const events: LiveEvent[] = []
  void collect(body, events).catch(() => {})
  const hello = await until('the greeting', () => events.shift() ?? null)
  if (hello.type !== 'hello') throw new Error(`not a greeting: ${hello.type}`)
  await ask(`/api/live/${hello.client}`, {
    method: 'POST',
    body: JSON.stringify({ subscriptions }),
    headers: { 'content-type': 'application/json', 'x-skein-csrf': '1' },
  })
  return events
}

async function collect(body: ReadableStream<Uint8Array>, events: LiveEvent[]): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) events.push(JSON.parse(data) as LiveEvent)
    }
  }
}

function itemsOf(events: readonly LiveEvent[]): SessionItem[] {
  return events.flatMap((event) => (event.type === 'sessionsChanged' ? event.changed : []))
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${secret}`)
  return fetch(`${app.url}${path}`, { ...init, headers })
}
