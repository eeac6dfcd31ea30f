import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { skeinHome, type SkeinHome } from '@skein/store'
import { CLAUDE_PRICES } from '@skein/view'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longRuns } from '../../../testkit/src/long-runs.ts'
import { Bench, spansIn, type SentSpan } from '../../test/bench.ts'
import { EVENTS, ToldSession, type SessionEvent } from '../../test/told-session.ts'
import { TraceLedger } from '../ledger/ledger.ts'
import { openSender } from './open-sender.ts'
import type { SendReport } from './send-report.ts'
import type { SessionOptions } from './sender.ts'
import { sessionFiles } from './session-files.ts'

/** One who sends a session to a file of its own. */
class Sending {
  readonly #bench: Bench
  readonly #home: SkeinHome
  readonly out: string
  readonly #lines: string[] = []
  #text = ''

  constructor(bench: Bench, name: string) {
    this.#bench = bench
    this.#home = skeinHome({ SKEIN_HOME: join(bench.folder, name) })
    this.out = join(bench.folder, `${name}.jsonl`)
    // All of them make the same placeholders.
    cpSync(bench.home.folder, this.#home.folder, { recursive: true })
  }

  async send(path: string, options: SessionOptions): Promise<SendReport> {
    const { sender, close } = await openSender({
      home: this.#home,
      roots: [this.#bench.root],
      target: { ...this.#bench.target(), url: this.out },
      prices: CLAUDE_PRICES,
      version: '0',
      userHome: '/home/ada',
      tell: () => {},
    })
    try {
      const files = sessionFiles(path)
      if (files !== null) await sender.session(files, options)
      await sender.flush()
      return sender.report()
    } finally {
      await close()
    }
  }

  /** Every span, a line each. The file is only added to, so what was read of it before is not read again. */
  sent(): readonly string[] {
    const text = existsSync(this.out) ? readFileSync(this.out, 'utf8') : ''
    expect(text.startsWith(this.#text)).toBe(true)
    for (const span of spansIn(text.slice(this.#text.length))) this.#lines.push(JSON.stringify(span))
    this.#text = text
    return this.#lines
  }
}

function idOf(line: string): string {
  const { traceId, spanId } = JSON.parse(line) as SentSpan
  return traceId + spanId
}

function traceOf(line: string): string {
  return (JSON.parse(line) as SentSpan).traceId
}

/** Without what the turn is called: a rewind leaves it to a branch, after it was sent. */
function nameless(line: string): string {
  const { name, attributes, ...span } = JSON.parse(line) as SentSpan
  const said = attributes.filter(({ key }) => !NAMES.has(key))
  return JSON.stringify({ ...span, attributes: said, ...(name.startsWith('Turn ') ? {} : { name }) })
}

const NAMES = new Set([
  'skein.turn',
  'skein.branch_turn',
  'langfuse.trace.name',
  'langfuse.trace.metadata.turn_number',
])

function withKey(bench: Bench): void {
  const ledger = TraceLedger.open(bench.home)
  expect(ledger.key.length).toBe(32)
  ledger.close()
}

type Step = { readonly event: SessionEvent | 'stop'; readonly where: number }

/** Things that happen, and a look now and then. The last look is at a session that is over. */
function story(events: readonly SessionEvent[]): fc.Arbitrary<Step[]> {
  const step = (all: readonly Step['event'][]): fc.Arbitrary<Step> =>
    fc.record({ event: fc.constantFrom(...all), where: fc.nat(99) })
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: step(events) }, { weight: 1, arbitrary: step(['stop']) }), {
      minLength: 20,
      maxLength: 60,
    })
    .map((steps) => [...steps, { event: 'stop', where: OVER }])
}

/** The session is taken for one that nobody writes to any more. */
const OVER = 9

/** Tells stories and holds what each look sent against what a look at everything sends. How many read less than everything. */
async function looksAtEnds(events: readonly SessionEvent[], runs: number): Promise<number> {
  let ends = 0
  const property = fc.asyncProperty(story(events), async (steps) => {
    const bench = new Bench()
    try {
      withKey(bench)
      const session = new ToldSession(bench)
      const incremental = new Sending(bench, 'incremental')
      const whole = new Sending(bench, 'whole')
      for (const { event, where } of steps) {
        if (event !== 'stop') {
          session.happens(event, where)
          continue
        }
        const settled = where % 10 === OVER
        const { sessions, read } = await incremental.send(session.path, { settled })
        const all = await whole.send(session.path, { settled, again: true })
        if (sessions > 0 && read < all.read) ends++
        expect(incremental.sent()).toEqual(whole.sent())
      }
    } finally {
      bench.remove()
    }
  })
  await fc.assert(property, { numRuns: runs, seed: 5 })
  return ends
}

/** What a session is made of where nothing goes wrong. */
const USUAL: readonly SessionEvent[] = [
  'prompt',
  'prompt',
  'answer',
  'rewind',
  'note',
  'compaction',
  'give-away',
  'mention',
  'torn',
]

describe('what looks at a session send, one after another', { timeout: 300_000 }, () => {
  it('is what looks at all of it send, and most begin at its last turn', async () => {
    expect(await looksAtEnds(USUAL, longRuns(60))).toBeGreaterThan(longRuns(100))
  })

  it('is so with calls and sub-agents that end at once, later, or never', async () => {
    const agents: SessionEvent[] = ['agent-call', 'agent-row', 'agent-end', 'agent-result', 'loose-agent']
    expect(await looksAtEnds([...USUAL, 'call', 'result', ...agents], longRuns(100))).toBeGreaterThan(
      longRuns(100),
    )
  })

  it('is so whatever happens', async () => {
    await looksAtEnds(EVENTS, longRuns(100))
  })

  it('is what one look in the end sends, but for turns that went on after they had been sent', async () => {
    const property = fc.asyncProperty(story(USUAL), async (steps) => {
      const bench = new Bench()
      try {
        withKey(bench)
        const session = new ToldSession(bench)
        const incremental = new Sending(bench, 'incremental')
        const bulk = new Sending(bench, 'bulk')
        const looks = new Map<string, Set<number>>()
        let known = 0
        for (const [i, { event, where }] of steps.entries()) {
          if (event !== 'stop') session.happens(event, where)
          else await incremental.send(session.path, { settled: i === steps.length - 1 })
          for (const line of incremental.sent().slice(known)) {
            looks.set(traceOf(line), (looks.get(traceOf(line)) ?? new Set()).add(i))
            known++
          }
        }
        await bulk.send(session.path, { settled: true })
        const wentOn = (line: string): boolean => (looks.get(traceOf(line))?.size ?? 0) > 1
        const [parts, whole] = [incremental.sent().toSorted(), bulk.sent().toSorted()]
        expect(parts.map(idOf).toSorted()).toEqual(whole.map(idOf).toSorted())
        const rest = (lines: readonly string[]): string[] =>
          lines
            .filter((line) => !wentOn(line))
            .map(nameless)
            .toSorted()
        expect(rest(parts)).toEqual(rest(whole))
      } finally {
        bench.remove()
      }
    })
    await fc.assert(property, { numRuns: longRuns(40), seed: 5 })
  })
})
