import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSession, type GeneratedSession } from '../corpus/session.ts'
import { LiveReader } from './live-reader.ts'
import { TestApp } from './test-app.ts'

type Act =
  | { readonly kind: 'write'; readonly bytes: number }
  | { readonly kind: 'agents'; readonly bytes: number }
  | { readonly kind: 'reconnect' | 'restart' | 'drop' | 'settle' | 'rewrite' }

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('write' as const), bytes: fc.integer({ min: 1, max: 6000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('agents' as const), bytes: fc.integer({ min: 1, max: 3000 }) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('reconnect' as const, 'drop' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'rewrite' as const) }) },
)

/** Each starts servers; more of them are for a longer night. */
const RUNS = 15

describe('a session that is followed', () => {
  it('looks as it does when it is opened anew, whatever happened on the way', async () => {
    const told = { deltas: 0, resets: 0 }
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), fc.array(act, { minLength: 4, maxLength: 25 }), async (seed, acts) => {
        const stage = new Stage(seed)
        try {
          await stage.begin()
          for (const one of acts) await stage.play(one)
          await stage.compare()
          told.deltas += stage.reader.deltas
          told.resets += stage.reader.resets
        } finally {
          await stage.end()
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    // A run in which nothing was told would prove nothing.
    expect(told.deltas).toBeGreaterThan(10)
    expect(told.resets).toBeGreaterThan(0)
  }, 600_000)
})

/** So long both may take to come to the same, on a machine that does other things. */
const PATIENCE_MS = 60_000

/** One session, written piece by piece under the eyes of a reader. */
class Stage {
  readonly app = new TestApp()
  readonly #session: GeneratedSession
  readonly #file: string
  readonly #agents: { readonly path: string; readonly bytes: Uint8Array; at: number }[]
  #at = 0
  reader!: LiveReader

  constructor(seed: number) {
    this.#session = generateSession({
      seed: `live/${seed}`,
      turns: 5,
      features: {
        subAgents: true,
        parallelTools: true,
        rewind: 0.3,
        compaction: 0.3,
        outOfOrder: 0.2,
        secondWriter: 0.2,
      },
      damage: seed % 3 === 0 ? 0.05 : 0,
    })
    const id = this.#session.truth.sessionId
    const project = join(this.app.root, 'projects', '-srv-app')
    this.#file = join(project, `${id}.jsonl`)
    this.#agents = this.#session.agents.map(({ id: agent, bytes, meta, place }) => {
      const folder = place === 'flat' ? project : join(project, id, 'subagents')
      mkdirSync(folder, { recursive: true })
      if (meta) writeFileSync(join(folder, `agent-${agent}.meta.json`), JSON.stringify(meta))
      return { path: join(folder, `agent-${agent}.jsonl`), bytes, at: 0 }
    })
  }

  async begin(): Promise<void> {
    mkdirSync(dirname(this.#file), { recursive: true })
    this.#write(2000)
    await this.app.start()
    this.reader = new LiveReader({
      url: () => this.app.url,
      secret: this.app.device(),
      session: this.#session.truth.sessionId,
    })
    await this.reader.open()
  }

  async play(one: Act): Promise<void> {
    switch (one.kind) {
      case 'write':
        return this.#write(one.bytes)
      case 'agents':
        return this.#writeAgents(one.bytes)
      case 'drop':
        this.reader.dropNext = true
        return
      case 'settle':
        return this.#seen()
      case 'reconnect':
        this.reader.disconnect()
        await this.reader.settled()
        return this.reader.connect()
      case 'restart':
        this.reader.disconnect()
        await this.app.stop()
        this.#write(500)
        await this.app.start()
        await this.reader.settled()
        return this.reader.connect()
      case 'rewrite':
        // Another file under the same name, shorter than what was shown.
        writeFileSync(
          this.#file,
          this.#session.bytes.subarray(0, lineEnd(this.#session.bytes, this.#at >> 1)),
        )
        this.#at = lineEnd(this.#session.bytes, this.#at >> 1)
        return
    }
  }

  /** The rest is written, then both must come to the same. */
  async compare(): Promise<void> {
    this.#write(Infinity)
    this.#writeAgents(Infinity)
    this.reader.dropNext = false
    let fresh = await this.reader.loaded()
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      await this.reader.settled()
      fresh = await this.reader.loaded()
      if (isDeepStrictEqual(this.reader.view, fresh)) break
      await pause(50)
    }
    expect(this.reader.problems).toEqual([])
    expect(JSON.stringify(this.reader.view)).toBe(JSON.stringify(fresh))
    // A last line without a newline counts when it is a whole object.
    expect(fresh.head.bytes).toBeGreaterThanOrEqual(lineEnd(this.#session.bytes, this.#session.bytes.length))
  }

  async end(): Promise<void> {
    this.reader?.disconnect()
    await this.app.remove()
  }

  /** Until the reader has what was written, or can be taken not to get it: an event was lost. */
  async #seen(): Promise<void> {
    const end = lineEnd(this.#session.bytes, this.#at)
    const deadline = performance.now() + 500
    while (performance.now() < deadline && !(this.reader.view?.cursor.endsWith(`:${end}`) ?? false))
      await pause(5)
    await this.reader.settled()
  }

  #write(bytes: number): void {
    const to = Math.min(this.#session.bytes.length, this.#at + bytes)
    appendFileSync(this.#file, this.#session.bytes.subarray(this.#at, to))
    this.#at = to
  }

  #writeAgents(bytes: number): void {
    for (const agent of this.#agents) {
      const to = Math.min(agent.bytes.length, agent.at + bytes)
      appendFileSync(agent.path, agent.bytes.subarray(agent.at, to))
      agent.at = to
    }
  }
}

/** Behind the last whole line before a place. */
function lineEnd(bytes: Uint8Array, before: number): number {
  return bytes.subarray(0, before).lastIndexOf(0x0a) + 1
}
