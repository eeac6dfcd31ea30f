import type { LiveEvent, SessionView, Subscription, ViewUpdate } from '@skein/view'
import { describe, expect, it } from 'vitest'
import type { Scope } from '../auth/scope.ts'
import { LiveHub } from './hub.ts'
import type { LiveSource, LiveTranscript } from './live-source.ts'
import type { Sink } from './sink.ts'
import type { FollowedTopic, Topics } from './topics.ts'
import { TranscriptTopics } from './transcript-topics.ts'

/** A file whose states are numbers; a reset says which state it shows. */
class Numbered implements LiveTranscript {
  readonly projectId = 'p'
  changedAt: number | null = null
  readonly file = { root: '/r', project: 'p', session: 's', agent: null }
  written = 0
  /** Who joins waits for this. */
  reading: Promise<void> = Promise.resolve()
  #read = 0
  readonly #listeners = new Set<(update: ViewUpdate) => void>()

  get cursor(): string {
    return `file:${this.#read}`
  }

  catchUp = async (): Promise<void> => {
    while (this.#read < this.written) {
      this.#read++
      for (const listener of this.#listeners) listener(shows(this.#read))
    }
  }

  since = async (cursor: string, take: (missed: ViewUpdate | null) => void): Promise<void> => {
    await this.reading
    await this.catchUp()
    take(cursor === this.cursor ? null : shows(this.#read))
  }

  lookAtAgents = async (): Promise<void> => {}
  listen = (listener: (update: ViewUpdate) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  get listeners(): number {
    return this.#listeners.size
  }
}

describe('the hub', () => {
  it('brings a late client to the end, then tells it what comes, once and in order', async () => {
    const { hub, transcripts, file } = opened()
    file.written = 3
    const [early, late] = [client(hub), client(hub)]
    await hub.subscribe(early.client, [{ topic: 'session:s', cursor: 'file:1' }])
    file.written = 5
    await hub.subscribe(late.client, [{ topic: 'session:s', cursor: 'file:5' }])
    file.written = 6
    await transcripts.changed(file.file)
    expect(early.states()).toEqual([3, 4, 5, 6])
    expect(late.states()).toEqual([6])
  })

  it('writes an event once for all', async () => {
    const { hub, transcripts, file } = opened()
    const [one, other] = [client(hub), client(hub)]
    for (const { client: each } of [one, other])
      await hub.subscribe(each, [{ topic: 'session:s', cursor: 'file:0' }])
    file.written = 1
    await transcripts.changed(file.file)
    expect(one.written.at(-1)).toBe(other.written.at(-1))
  })

  it('says when the file was changed of which it told', async () => {
    const { hub, transcripts, file } = opened()
    const told: number[] = []
    transcripts.onTold = (changedAt) => told.push(changedAt)
    await hub.subscribe(client(hub).client, [{ topic: 'session:s', cursor: 'file:0' }])
    file.changedAt = 7
    await transcripts.changed(file.file)
    file.written = 1
    await transcripts.changed(file.file)
    expect(told).toEqual([7])
  })

  it('does not begin a subscription anew that a client has', async () => {
    const { hub, file } = opened()
    file.written = 2
    const { client: one, states } = client(hub)
    await hub.subscribe(one, [{ topic: 'session:s', cursor: 'file:0' }])
    await hub.subscribe(one, [{ topic: 'sessions' }, { topic: 'session:s', cursor: 'file:0' }])
    expect(states()).toEqual([2])
  })

  it('closes the feed of a transcript that nobody follows', async () => {
    const { hub, file, released } = opened()
    const [one, other] = [client(hub), client(hub)]
    for (const { client: each } of [one, other])
      await hub.subscribe(each, [{ topic: 'session:s', cursor: 'file:0' }])
    await hub.subscribe(one.client, [])
    expect([hub.feedCount, file.listeners, released.length]).toEqual([1, 1, 0])
    other.client.close()
    expect([hub.feedCount, file.listeners, released.length]).toEqual([0, 0, 1])
  })

  it('lets a client go that does not read, and nobody else notices', async () => {
    const { hub, transcripts, file } = opened()
    const [slow, quick] = [client(hub, 2), client(hub)]
    for (const { client: each } of [slow, quick])
      await hub.subscribe(each, [{ topic: 'session:s', cursor: 'file:0' }])
    for (const written of [1, 2, 3]) {
      file.written = written
      await transcripts.changed(file.file)
    }
    expect(slow.isClosed()).toBe(true)
    expect(slow.states()).toEqual([1])
    expect(quick.states()).toEqual([1, 2, 3])
    expect(hub.clientCount).toBe(1)
  })

  it('lets a client go that cannot even be told what it missed', async () => {
    const { hub, file } = opened()
    file.written = 4
    const { client: slow } = client(hub, 1)
    await hub.subscribe(slow, [{ topic: 'session:s', cursor: 'file:0' }])
    expect([hub.clientCount, hub.feedCount, file.listeners]).toEqual([0, 0, 0])
  })

  it('subscribes to nothing more for a client that it let go', async () => {
    const { hub, file, released } = opened()
    file.written = 4
    // It takes the greeting, not that one of its subscriptions failed.
    const { client: slow } = client(hub, 1)
    await hub.subscribe(slow, [
      { topic: 'session:other', cursor: 'file:0' },
      { topic: 'session:s', cursor: 'file:0' },
    ])
    expect([hub.clientCount, hub.feedCount, file.listeners]).toEqual([0, 0, 0])
    // What was being found for it is given back.
    expect(released).toEqual([file])
    // Nor when it asks again for what it wanted before.
    await hub.subscribe(slow, [{ topic: 'session:s', cursor: 'file:0' }])
    expect([hub.feedCount, file.listeners]).toEqual([0, 0])
  })

  it('has one feed for clients that come at the same time, and none for one that goes meanwhile', async () => {
    const { hub, transcripts, file, released } = opened()
    const readers = [client(hub), client(hub), client(hub)]
    const subscribed = readers.map(({ client: one }) =>
      hub.subscribe(one, [{ topic: 'session:s', cursor: 'file:0' }]),
    )
    readers[0].client.close()
    await Promise.all(subscribed)
    expect([hub.feedCount, file.listeners, released.length]).toEqual([1, 1, 2])
    file.written = 1
    await transcripts.changed(file.file)
    expect(readers.map(({ states }) => states())).toEqual([[], [1], [1]])
  })

  it('keeps no feed of a transcript that cannot be followed', async () => {
    const { hub, file, released } = opened()
    file.since = () => Promise.reject(new Error('cannot be read'))
    const { client: one } = client(hub)
    await expect(hub.subscribe(one, [{ topic: 'session:s', cursor: 'file:0' }])).rejects.toThrow(
      'cannot be read',
    )
    expect([hub.feedCount, file.listeners, released.length, one.subscriptions.size]).toEqual([0, 0, 1, 0])
  })

  it('tells others of a transcript while somebody is brought to its end', async () => {
    const { hub, transcripts, file } = opened()
    const [quick, late, gone] = [client(hub), client(hub), client(hub)]
    const from = (cursor: string): Subscription[] => [{ topic: 'session:s', cursor }]
    await hub.subscribe(quick.client, from('file:0'))
    let isRead: () => void = () => {}
    file.reading = new Promise((resolved) => (isRead = resolved))
    const joining = [hub.subscribe(late.client, from('file:0')), hub.subscribe(gone.client, from('file:0'))]
    file.written = 1
    await transcripts.changed(file.file)
    expect([quick.states(), late.states()]).toEqual([[1], []])
    gone.client.close()
    isRead()
    await Promise.all(joining)
    file.written = 2
    await transcripts.changed(file.file)
    expect([quick.states(), late.states(), gone.states()]).toEqual([[1, 2], [1, 2], []])
  })

  it('takes a client in once that leaves and comes again while it is brought to the end', async () => {
    const { hub, transcripts, file } = opened()
    file.written = 1
    const { client: one, states } = client(hub)
    const joining = ['file:0', 'file:1'].flatMap((cursor) => [
      hub.subscribe(one, [{ topic: 'session:s', cursor }]),
      hub.subscribe(one, cursor === 'file:0' ? [] : [{ topic: 'session:s', cursor }]),
    ])
    await Promise.all(joining)
    expect(states()).toEqual([])
    file.written = 2
    await transcripts.changed(file.file)
    expect(states()).toEqual([2])
  })

  it('says that there is no such session', async () => {
    const { hub } = opened()
    const { client: one, events } = client(hub)
    const subscription = { topic: 'agent:s/x', cursor: '' }
    await hub.subscribe(one, [subscription])
    expect(events().at(-1)).toEqual({ type: 'subscriptionFailed', subscription, reason: 'not-found' })
    expect(one.subscriptions.size).toBe(0)
  })

  it('tells a client that was away what it missed, if it still knows', async () => {
    const { hub } = opened({ events: 2, units: 1_000_000 })
    const usage = (tokens: number): LiveEvent => ({
      type: 'usageChanged',
      today: { date: '2026-01-01', tokens, cost: { nanoDollars: null, unpricedTokens: 0 } },
    })
    const first = client(hub)
    await hub.subscribe(first.client, [{ topic: 'usage' }])
    hub.publish('usage', usage(1))
    const lastEventId = first.ids().at(-1)
    first.client.close()
    hub.publish('usage', usage(2))
    hub.publish('sessions', { type: 'sessionsChanged', changed: [], removed: ['gone'] })
    const back = client(hub, Infinity, lastEventId)
    await hub.subscribe(back.client, [{ topic: 'usage' }])
    expect(back.events()).toEqual([
      { type: 'hello', client: back.client.id, epoch: hub.epoch, since: 'ok' },
      usage(2),
    ])
    hub.publish('usage', usage(3))
    const late = client(hub, Infinity, lastEventId)
    await hub.subscribe(late.client, [{ topic: 'usage' }])
    expect(late.events()).toEqual([{ type: 'hello', client: late.client.id, epoch: hub.epoch, since: 'gap' }])
  })

  it('answers a client of another life of the server with a gap', async () => {
    const before = client(opened().hub)
    const { hub } = opened()
    expect(client(hub, Infinity, before.ids()[0]).events()[0]).toMatchObject({ since: 'gap' })
  })

  it('knows a client only with its device', async () => {
    const { hub } = opened()
    const { client: one } = client(hub)
    expect(hub.client(one.id, 'device')).toBe(one)
    expect(hub.client(one.id, 'another')).toBe(null)
    hub.disconnect('another')
    expect(hub.clientCount).toBe(1)
    hub.disconnect('device')
    expect(hub.clientCount).toBe(0)
  })
})

/** What a run would bring: an entry of the table, and nothing else. */
describe('a new kind of topic', () => {
  const told: LiveEvent = { type: 'indexing', bytesDone: 1, bytesTotal: 2 }

  it('is told to those who follow one of it, and closed behind the last', async () => {
    const log: string[] = []
    const listeners = new Set<(event: LiveEvent) => void>()
    const run: FollowedTopic = {
      since: async (cursor, take) => take(cursor === 'run:3' ? null : told),
      listen: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      close: () => void log.push('closed'),
    }
    const open = async (id: string, topic: string): Promise<FollowedTopic | null> => {
      log.push(`open ${id} of ${topic}`)
      return id === '7' ? run : null
    }
    const hub = new LiveHub({ topics: { run: { scope: 'drive', open } }, heartbeatEvery: 0 })
    const [first, second] = [
      client(hub, Infinity, undefined, 'drive'),
      client(hub, Infinity, undefined, 'all'),
    ]
    await hub.subscribe(first.client, [{ topic: 'run:7', cursor: 'run:3' }])
    await hub.subscribe(second.client, [{ topic: 'run:7' }])
    for (const listener of listeners) listener(told)
    expect(first.events().slice(1)).toEqual([told])
    expect(second.events().slice(1)).toEqual([told, told])
    await hub.subscribe(first.client, [{ topic: 'run:8' }])
    second.client.close()
    expect(log).toEqual(['open 7 of run:7', 'open 8 of run:8', 'closed'])
    expect([first.events().at(-1), hub.feedCount, listeners.size]).toEqual([
      { type: 'subscriptionFailed', subscription: { topic: 'run:8' }, reason: 'not-found' },
      0,
      0,
    ])
  })

  it('is told to nobody who may not follow it', async () => {
    const hub = new LiveHub({ topics: { approvals: { scope: 'drive' } }, heartbeatEvery: 0 })
    const [reader, driver] = [client(hub), client(hub, Infinity, undefined, 'drive')]
    for (const one of [reader, driver]) await hub.subscribe(one.client, [{ topic: 'approvals' }])
    hub.publish('approvals', told)
    const failed = { type: 'subscriptionFailed', subscription: { topic: 'approvals' }, reason: 'forbidden' }
    expect(reader.events().slice(1)).toEqual([failed])
    expect(driver.events().slice(1)).toEqual([told])
  })

  it.each(['nonsense', 'nonsense:1', 'sessions:1', 'session', 'constructor', '__proto__'])(
    'is no %s',
    async (topic) => {
      const { hub } = opened()
      const { client: one, events } = client(hub)
      await hub.subscribe(one, [{ topic }])
      const failed = { type: 'subscriptionFailed', subscription: { topic }, reason: 'not-found' }
      expect([events().at(-1), one.subscriptions.size]).toEqual([failed, 0])
    },
  )
})

function opened(ring?: { events: number; units: number }): {
  hub: LiveHub
  transcripts: TranscriptTopics
  file: Numbered
  released: LiveTranscript[]
} {
  const file = new Numbered()
  const released: LiveTranscript[] = []
  const source: LiveSource = {
    open: async (session, agent) => (session === 's' && agent === null ? file : null),
    release: (transcript) => void released.push(transcript),
  }
  const transcripts = new TranscriptTopics(source)
  const plain: Topics = { sessions: { scope: 'read' }, usage: { scope: 'read' } }
  const hub = new LiveHub({ topics: { ...plain, ...transcripts.topics }, ring, heartbeatEvery: 0 })
  return { hub, transcripts, file, released }
}

interface TestClient {
  client: ReturnType<LiveHub['connect']>
  written: string[]
  ids: () => string[]
  events: () => LiveEvent[]
  states: () => number[]
  isClosed: () => boolean
}

/** A client that takes so many events. */
function client(hub: LiveHub, takes = Infinity, lastEventId?: string, scope: Scope = 'read'): TestClient {
  const written: string[] = []
  let isClosed = false
  const sink: Sink = {
    write: (text) => written.length < takes && written.push(text) > 0,
    close: () => void (isClosed = true),
  }
  const events = (): LiveEvent[] =>
    // As the hub writes them.
    written.map((text) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as LiveEvent)
  return {
    client: hub.connect({ device: 'device', scope, sink, lastEventId }),
    written,
    ids: () => written.map((text) => /^id: (.*)$/m.exec(text)?.[1] ?? ''),
    events,
    states: () =>
      events().flatMap((event) =>
        event.type === 'sessionChanged' && event.update.kind === 'reset'
          ? [Number(event.update.view.cursor.split(':')[1])]
          : [],
      ),
    isClosed: () => isClosed,
  }
}

function shows(state: number): ViewUpdate {
  return { kind: 'reset', view: viewAt(state) }
}

/** Of a view the hub knows nothing but that it is one. */
function viewAt(state: number): SessionView {
  return { cursor: `file:${state}` } as unknown as SessionView
}
