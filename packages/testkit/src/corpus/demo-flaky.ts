import { Teller } from './demo-teller.ts'
import { slow } from './demo-workspace.ts'

/** A flaky test: first the tempting fix, then a rewind and the real one. */
export function flakyTest(): Teller {
  const story = new Teller({
    seed: 'demo flaky test',
    version: '2.1.53',
    cwd: '/home/ada/tidepool',
    gitBranch: 'main',
    slug: 'drifting-amber-kelp',
    at: '2026-03-03T08:41:12.000Z',
    files: { 'src/cache.ts': CACHE, 'src/cache.test.ts': CACHE_TEST, 'src/clock.ts': CLOCK },
  })
  const { workspace } = story

  story.prompt(
    'cache.test.ts fails on CI about once a day and I can never make it fail here. Can you see why?',
  )
  story.beat({
    think: 'Flaky only on CI: probably time. Read the test and the cache together before guessing.',
    say: "I'll read the test and the code it covers side by side.",
    calls: [workspace.read('src/cache.test.ts'), workspace.read('src/cache.ts')],
  })
  story.beat({
    say: 'The test sleeps for real. Before blaming that, let me see whether it fails at all under load.',
    calls: [
      slow(
        11,
        workspace.bashFails(
          'for i in $(seq 40); do npx vitest run src/cache.test.ts --reporter=dot || break; done',
          'Run the cache test up to 40 times',
          ` ❯ src/cache.test.ts (3 tests | 1 failed) 61ms
   × PredictionCache > keeps a prediction until its time is over
     → expected undefined to be 'high 06:12' // Object.is equality

 FAIL  src/cache.test.ts > PredictionCache > keeps a prediction until its time is over
AssertionError: expected undefined to be 'high 06:12' // Object.is equality
 ❯ src/cache.test.ts:11:37
      9|     cache.set('seal-rock', 'high 06:12')
     10|     await sleep(15)
     11|     expect(cache.get('seal-rock')).toBe('high 06:12')
       |                                     ^
     12|   })

 Test Files  1 failed (1)
      Tests  1 failed | 2 passed (3)`,
        ),
      ),
    ],
  })
  story.beat({
    say: `Got it, on the 17th run.

The test stores a prediction with a time to live of **20 ms**, sleeps **15 ms** and expects it to be there still. \`sleep(15)\` promises *at least* 15 ms: on a busy machine it takes 21 ms or more, and by then the entry has expired. So the code is right and the test is racing the scheduler.

Two ways out:

1. make the times longer, so that the race is harder to lose, or
2. give the cache a clock that the test can move by hand, so that there is no race.

Which one would you like?`,
  })
  story.endTurn('Flaky cache test on CI')
  const fork = story.mark()

  story.wait(95).prompt('Just make the times longer please, I want CI green before lunch.')
  story.beat({
    calls: [
      workspace.edit(
        'src/cache.test.ts',
        "    const cache = new PredictionCache<string>({ ttlMs: 20 })\n    cache.set('seal-rock', 'high 06:12')\n    await sleep(15)",
        "    const cache = new PredictionCache<string>({ ttlMs: 200 })\n    cache.set('seal-rock', 'high 06:12')\n    await sleep(150)",
      ),
    ],
  })
  story.beat({
    calls: [
      slow(
        140,
        workspace.bashFails(
          'for i in $(seq 200); do npx vitest run src/cache.test.ts --reporter=dot || break; done',
          'Run the cache test up to 200 times',
          ` ❯ src/cache.test.ts (3 tests | 1 failed) 388ms
   × PredictionCache > keeps a prediction until its time is over
     → expected undefined to be 'high 06:12' // Object.is equality

 Test Files  1 failed (1)
      Tests  1 failed | 2 passed (3)`,
        ),
      ),
    ],
  })
  story.beat({
    say: 'It still fails, on run 163 of 200 instead of run 17, and each run is now 0.3 s slower. Longer times make the failure rarer; they do not remove it. I could go to seconds, but then the suite gets noticeably slow.',
  })
  story.endTurn()

  story.wait(40).rewind(fork)
  story.prompt("Fair enough, let's do it properly. Give the cache a clock and no sleeping in the tests.")
  story.beat({
    say: 'There may be a clock somewhere already.',
    calls: [workspace.grep('Clock|Date\\.now', 'src/')],
  })
  story.beat({
    say: '`src/clock.ts` is exactly what is needed: the predictor uses it, the cache was just never given one. I keep the system clock as the default, so no caller has to change.',
    calls: [
      workspace.edit(
        'src/cache.ts',
        `export interface CacheOptions {
  readonly ttlMs: number
}`,
        `import { systemClock } from './clock.ts'
import type { Clock } from './clock.ts'

export interface CacheOptions {
  readonly ttlMs: number
  /** The system's by default; a test brings its own. */
  readonly clock?: Clock
}`,
      ),
      workspace.edit(
        'src/cache.ts',
        `  private readonly ttlMs: number

  constructor({ ttlMs }: CacheOptions) {
    this.ttlMs = ttlMs
  }

  get(station: string): T | undefined {
    const entry = this.entries.get(station)
    if (!entry) return undefined
    if (Date.now() - entry.storedAt > this.ttlMs) {
      this.entries.delete(station)
      return undefined
    }
    return entry.value
  }

  set(station: string, value: T): void {
    this.entries.set(station, { value, storedAt: Date.now() })`,
        `  private readonly ttlMs: number
  private readonly clock: Clock

  constructor({ ttlMs, clock = systemClock }: CacheOptions) {
    this.ttlMs = ttlMs
    this.clock = clock
  }

  get(station: string): T | undefined {
    const entry = this.entries.get(station)
    if (!entry) return undefined
    if (this.clock.now() - entry.storedAt > this.ttlMs) {
      this.entries.delete(station)
      return undefined
    }
    return entry.value
  }

  set(station: string, value: T): void {
    this.entries.set(station, { value, storedAt: this.clock.now() })`,
      ),
      workspace.edit(
        'src/cache.test.ts',
        `
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('PredictionCache', () => {
  it('keeps a prediction until its time is over', async () => {
    const cache = new PredictionCache<string>({ ttlMs: 20 })
    cache.set('seal-rock', 'high 06:12')
    await sleep(15)
    expect(cache.get('seal-rock')).toBe('high 06:12')
  })

  it('forgets it afterwards', async () => {
    const cache = new PredictionCache<string>({ ttlMs: 20 })
    cache.set('seal-rock', 'high 06:12')
    await sleep(30)`,
        `import { manualClock } from './clock.ts'

describe('PredictionCache', () => {
  it('keeps a prediction until its time is over', () => {
    const clock = manualClock()
    const cache = new PredictionCache<string>({ ttlMs: 20, clock })
    cache.set('seal-rock', 'high 06:12')
    clock.advance(20)
    expect(cache.get('seal-rock')).toBe('high 06:12')
  })

  it('forgets it afterwards', () => {
    const clock = manualClock()
    const cache = new PredictionCache<string>({ ttlMs: 20, clock })
    cache.set('seal-rock', 'high 06:12')
    clock.advance(21)`,
      ),
    ],
  })
  story.beat({
    calls: [
      slow(
        118,
        workspace.bash(
          'for i in $(seq 200); do npx vitest run src/cache.test.ts --reporter=dot || break; done | tail -4; npx tsc --noEmit && npm test 2>&1 | tail -6',
          'Run the cache test 200 times, then types and all tests',
          ` Test Files  1 passed (1)
      Tests  3 passed (3)
   Duration  141ms

 Test Files  14 passed (14)
      Tests  96 passed (96)
   Start at  09:48:36
   Duration  1.92s`,
        ),
      ),
    ],
  })
  story.beat({
    say: `Done: 200 runs without a failure, types are clean, all 96 tests pass.

- \`PredictionCache\` takes an optional \`clock\`; callers that give none get the system's, as before.
- The tests move a manual clock instead of sleeping. They now check the **exact** edge as well: at 20 ms the prediction is still there, at 21 ms it is gone. The sleeping version could never have tested that.
- The cache tests went from 61 ms to 4 ms.`,
  })
  story.endTurn('Flaky cache test: inject a clock')

  story.wait(31).prompt('Lovely. Commit it?')
  story.beat({
    calls: [
      workspace.bash(
        'git add src/cache.ts src/cache.test.ts && git commit -m "test(cache): move a manual clock instead of sleeping"',
        'Commit the two files',
        `[main 4be19d7] test(cache): move a manual clock instead of sleeping
 2 files changed, 19 insertions(+), 11 deletions(-)`,
      ),
    ],
  })
  story.beat({ say: 'Committed as `4be19d7`. Enjoy your lunch.' })
  return story.endTurn('Flaky cache test: inject a clock')
}

const CACHE = `export interface CacheOptions {
  readonly ttlMs: number
}

/** Keeps the last prediction of each station until it is older than \`ttlMs\`. */
export class PredictionCache<T> {
  private readonly entries = new Map<string, { readonly value: T; readonly storedAt: number }>()
  private readonly ttlMs: number

  constructor({ ttlMs }: CacheOptions) {
    this.ttlMs = ttlMs
  }

  get(station: string): T | undefined {
    const entry = this.entries.get(station)
    if (!entry) return undefined
    if (Date.now() - entry.storedAt > this.ttlMs) {
      this.entries.delete(station)
      return undefined
    }
    return entry.value
  }

  set(station: string, value: T): void {
    this.entries.set(station, { value, storedAt: Date.now() })
  }
}
`

const CACHE_TEST = `import { describe, expect, it } from 'vitest'
import { PredictionCache } from './cache.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('PredictionCache', () => {
  it('keeps a prediction until its time is over', async () => {
    const cache = new PredictionCache<string>({ ttlMs: 20 })
    cache.set('seal-rock', 'high 06:12')
    await sleep(15)
    expect(cache.get('seal-rock')).toBe('high 06:12')
  })

  it('forgets it afterwards', async () => {
    const cache = new PredictionCache<string>({ ttlMs: 20 })
    cache.set('seal-rock', 'high 06:12')
    await sleep(30)
    expect(cache.get('seal-rock')).toBeUndefined()
  })

  it('knows nothing of a station it was never told about', () => {
    expect(new PredictionCache<string>({ ttlMs: 20 }).get('atlantis')).toBeUndefined()
  })
})
`

const CLOCK = `export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still until it is told to move. */
export function manualClock(start = 0): Clock & { advance(ms: number): void } {
  let now = start
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}
`
