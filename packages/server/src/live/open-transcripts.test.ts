import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LiveEvent, Subscription } from '@skein/view'
import { sessionId, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import type { LiveClient } from './client.ts'
import { LiveHub } from './hub.ts'
import { OpenTranscripts } from './open-transcripts.ts'

const ID = sessionId(1)
let server: TestServer
let hub: LiveHub
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
  hub = new LiveHub({ source: new OpenTranscripts(sessions), heartbeatEvery: 0 })
}

function following(cursor: string): Subscription {
  return { kind: 'session', session: ID, cursor }
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
    client: hub.connect({ device: 'device', sink }),
    // As the hub writes them.
    events: () => written.map((text) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as LiveEvent),
  }
}
