import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { archiveAll, discover } from '@skein/store'
import { fold, type LiveEvent, type SessionView, type Subscription } from '@skein/view'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionId, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import { CataloguedSessions } from '../sessions/catalogued-sessions.ts'
import type { LiveClient } from './client.ts'
import { LiveHub } from './hub.ts'
import { OpenTranscripts } from './open-transcripts.ts'
import { TranscriptTopics } from './transcript-topics.ts'

const ID = sessionId(1)
let server: TestServer
let hub: LiveHub
let transcripts: TranscriptTopics
beforeEach(() => (server = new TestServer()))
afterEach(async () => {
  hub.close()
  await server.stop()
})

describe('a long session that nobody has open', () => {
  it('is read in turns when somebody begins to follow it, and again when they come with an old state', async () => {
    const written = long()
    written.write(server.root, '-p')
    const bytes = Buffer.byteLength(written.text)
    await start()
    const first = client()
    expect(await turnsOf(() => hub.subscribe(first.client, [following('')]))).toBeGreaterThan(
      bytes / TURN_BYTES - 1,
    )
    const reset = first.events().at(-1)
    expect(reset).toMatchObject({ type: 'sessionChanged', update: { kind: 'reset' } })
    const end = (reset as { update: { view: { cursor: string } } }).update.view.cursor
    const old = end.replace(/\d+$/, String(written.offsetOf(2)))
    const late = client()
    expect(await turnsOf(() => hub.subscribe(late.client, [following(old)]))).toBeGreaterThan(
      bytes / TURN_BYTES - 1,
    )
    expect(late.events()).toHaveLength(2)
  })
})

describe('more sessions than may be open', () => {
  const IDS = Array.from({ length: 6 }, (_, i) => sessionId(i + 1))

  it.each([
    ['by their number', { mostOpen: 2, mostBytes: 1024 * 1024 }],
    ['by their bytes', { mostOpen: 6, mostBytes: 3 * 64 * 1024 }],
  ])('are followed all the same, and what is held is bounded: %s', async (_, limits) => {
    const written = IDS.map((id) => new Written(id).prompt('first').says('one'))
    const paths = written.map((one) => one.write(server.root, '-p'))
    const { store, running, prices } = (await server.start()).context
    const sessions = new CataloguedSessions({ store, running, prices, ...limits })
    follow(sessions)
    const fresh = async (id: string): Promise<SessionView> =>
      server.context.sessions.use(await sessions.find(id), ({ model }) => model.view(EVERYTHING))
    const readers = [client(), client()]
    const views = new Map<string, SessionView>()
    for (const id of IDS) views.set(id, await fresh(id))
    const subscriptions = IDS.map((id) => following(views.get(id)?.cursor ?? '', id))
    await Promise.all(readers.map((one) => hub.subscribe(one.client, subscriptions)))
    let most = { open: 0, bytes: 0 }
    for (let round = 0; round < 3; round++)
      for (const [i, one] of written.entries()) {
        const before = one.text.length
        one
          .prompt(`round ${round}`)
          .calls(`t${round}`, 'Bash', { command: 'ls' })
          .result(`t${round}`, 'a.txt')
        appendFileSync(paths[i], one.text.slice(before))
        await transcripts.changed(await sessions.find(IDS[i]))
        await nextTurn()
        most = { open: Math.max(most.open, sessions.size), bytes: Math.max(most.bytes, sessions.bytes) }
      }
    const now: unknown[] = []
    for (const id of IDS) now.push(await fresh(id))
    for (const { events } of readers) {
      const told = events().flatMap((event) => (event.type === 'sessionChanged' ? [event] : []))
      expect(told.map(({ update }) => update.kind)).toEqual(Array(18).fill('delta'))
      const folded = IDS.map((id) =>
        told.filter(({ session }) => session === id).reduce(foldEvent, views.get(id) ?? null),
      )
      expect(folded).toEqual(now)
    }
    expect(most.open).toBe(2)
    expect(most.bytes).toBeLessThanOrEqual(limits.mostBytes)
    sessions.close()
  })

  it('begin anew where one was rewritten while it was closed', async () => {
    const path = new Written(IDS[0]).prompt('first').says('one').prompt('second').write(server.root, '-p')
    new Written(IDS[1]).prompt('other').write(server.root, '-p')
    const { store, running, prices } = (await server.start()).context
    const sessions = new CataloguedSessions({ store, running, prices, mostOpen: 1 })
    follow(sessions)
    const { client: one, events } = client()
    const { cursor } = await sessions.use(await sessions.find(IDS[0]), ({ model }) => model.view())
    await hub.subscribe(one, [following(cursor, IDS[0])])
    await sessions.use(await sessions.find(IDS[1]), () => {})
    await nextTurn()
    const rewritten = new Written(IDS[0]).prompt('first').says('one')
    writeFileSync(path, rewritten.text)
    await transcripts.changed(await sessions.find(IDS[0]))
    expect(events().at(-1)).toMatchObject({
      type: 'sessionChanged',
      update: { kind: 'reset', view: { cursor: cursor.replace(/0:\d+$/, `1:${rewritten.text.length}`) } },
    })
    sessions.close()
  })

  it('wait for their turn where all that is open is worked with', async () => {
    for (const id of IDS) new Written(id).prompt('first').write(server.root, '-p')
    const { store, running, prices } = (await server.start()).context
    const sessions = new CataloguedSessions({ store, running, prices, mostOpen: 2 })
    let working = 0
    let most = 0
    await Promise.all(
      IDS.map(async (id) =>
        sessions.use(await sessions.find(id), async () => {
          most = Math.max(most, ++working)
          await nextTurn()
          working--
        }),
      ),
    )
    expect({ working, most }).toEqual({ working: 0, most: 2 })
    sessions.close()
  })

  it('do not wait for those who wait for them, where one is wanted in two variants', async () => {
    for (const id of IDS) new Written(id).prompt('first').write(server.root, '-p')
    const { store, running, prices } = (await server.start()).context
    const sessions = new CataloguedSessions({ store, running, prices, mostOpen: 1 })
    const [mine, other] = [await sessions.find(IDS[0]), await sessions.find(IDS[1])]
    const done: string[] = []
    let waiting: Promise<unknown> = Promise.resolve()
    await sessions.use(mine, async () => {
      waiting = sessions.use(other, async () => done.push('other'))
      await sessions.use(mine, () => {}, { all: true })
      done.push('mine')
    })
    await waiting
    expect(done).toEqual(['mine', 'other'])
    sessions.close()
  })
})

describe('a session that is deleted while it is closed', () => {
  it('stays as its followers saw it, where the archive has an older copy', async () => {
    const written = new Written(ID).prompt('first').says('one')
    const path = written.write(server.root, '-p')
    new Written(sessionId(2)).prompt('other').write(server.root, '-p')
    const { store, running, prices, home } = (await server.start()).context
    await archiveAll(home, discover([server.root]).transcripts)
    const before = written.text.length
    appendFileSync(path, written.prompt('second').says('two').text.slice(before))
    const sessions = new CataloguedSessions({ store, running, prices, mostOpen: 1 })
    follow(sessions)
    const { client: one, events } = client()
    const { cursor } = await sessions.use(await sessions.find(ID), ({ model }) => model.view())
    await hub.subscribe(one, [following(cursor)])
    const other = await sessions.find(sessionId(2))
    await sessions.use(other, () => {})
    await nextTurn()
    rmSync(path)
    await transcripts.changed(await sessions.find(ID))
    // Nor is somebody taken back who comes again.
    await hub.subscribe(one, [])
    await hub.subscribe(one, [following(cursor)])
    expect(events().map(({ type }) => type)).toEqual(['hello'])
    sessions.close()
  })
})

const EVERYTHING = { steps: 'all', maxBytes: Infinity } as const

function foldEvent(
  view: SessionView | null,
  { update }: Extract<LiveEvent, { type: 'sessionChanged' }>,
): SessionView | null {
  return view === null ? null : fold(view, update)
}

/** What may be read before somebody else has a turn. */
const TURN_BYTES = 2 * 1024 * 1024

function long(): Written {
  const written = new Written(ID)
  const text = 'Lorem ipsum dolor sit amet. '.repeat(4000)
  for (let turn = 0; turn < 80; turn++) written.prompt(`prompt ${turn}`).says(text)
  return written
}

async function start(): Promise<void> {
  const { sessions } = (await server.start()).context
  follow(sessions)
}

/** A hub for the transcripts of `sessions`. */
function follow(sessions: CataloguedSessions): void {
  transcripts = new TranscriptTopics(new OpenTranscripts(sessions))
  hub = new LiveHub({ topics: transcripts.topics, heartbeatEvery: 0 })
}

function following(cursor: string, session = ID): Subscription {
  return { topic: `session:${session}`, cursor }
}

/** How many turns others had while something was done. */
async function turnsOf(work: () => void | Promise<void>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = (): void => {
    if (isDone) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  await work()
  isDone = true
  return turns
}

function client(): { client: LiveClient; events: () => LiveEvent[] } {
  const written: string[] = []
  const sink = { write: (text: string) => written.push(text) > 0, close: () => {} }
  return {
    client: hub.connect({ device: 'device', scope: 'read', sink }),
    // As the hub writes them.
    events: () => written.map((text) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as LiveEvent),
  }
}
