import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { usageSlices } from '../../../store/src/embedded/catalogue/usage-slices.ts'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { skeinHome } from '../../../store/src/home.ts'
import { refresh } from '../../../store/src/embedded/index/refresh.ts'
import { coldUsage } from '../../../store/src/embedded/usage/cold-usage.ts'
import { CLAUDE_PRICES, usageReport, type UsageSlice } from '../../../view/src/index.ts'
import { writeCorpus } from '../corpus/layout.ts'
import type { Usage } from '../corpus/records.ts'
import { freshFolder } from '../store/written-sessions.ts'

/* Tokens, cache classes and money of a generated history, by model, against the generator's own books. */

let folder: string

beforeEach(() => (folder = freshFolder('usage-truth')))
afterEach(() => rmSync(folder, { recursive: true }))

describe('a generated history costs what its truth says, to the nano-dollar', () => {
  it.each(['1', '2'])('with the index and without: seed %s', async (seed) => {
    const root = join(folder, 'config')
    const { models } = writeCorpus({ bytes: 6_000_000, seed, out: root, damage: 0 })
    // Every version is there, also the oldest, which does not tell how long a cache write lives.
    expect(Object.keys(models).toSorted()).toEqual(Object.keys(DOLLARS).toSorted())
    const expected = Object.entries(models)
      .map(([model, usage]) => ({ model, ...usage, nanoDollars: nanoDollars(model, usage) }))
      .toSorted(byModel)

    const home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
    const { db } = openCache(home)
    await refresh({ home, db, roots: [root] })
    expect(booksOf(usageSlices(db))).toEqual(expected)
    db.close()

    const { slices } = await coldUsage({ transcripts: discover([root]).transcripts })
    expect(booksOf(slices)).toEqual(expected)
  })
})

/** Dollars a million tokens, as published: input, output, cache reads. */
const DOLLARS: Readonly<Record<string, readonly [number, number, number]>> = {
  'claude-sonnet-4-20250514': [3, 15, 0.3],
  'claude-opus-4-5-20251101': [5, 25, 0.5],
  'claude-opus-4-6': [5, 25, 0.5],
  'claude-opus-4-8': [5, 25, 0.5],
  'claude-opus-5-5': [4, 20, 0.2],
}

/** A write to the cache costs a quarter more than input, one for an hour twice as much. */
function nanoDollars(model: string, usage: Usage): number {
  const [input, output, cacheRead] = DOLLARS[model].map((dollars) => dollars * 1000)
  return (
    usage.input * input +
    usage.output * output +
    usage.cacheRead * cacheRead +
    usage.cacheWrite5m * input * 1.25 +
    usage.cacheWrite1h * input * 2
  )
}

interface Book extends Usage {
  readonly model: string
  readonly nanoDollars: number | null
}

function booksOf(slices: readonly UsageSlice[]): Book[] {
  const { rows } = usageReport(slices, { by: 'model', timeZone: 'UTC', prices: CLAUDE_PRICES, now: 0 })
  return rows
    .map(({ key, tokens: { webSearches: _searches, webFetches: _fetches, ...tokens }, cost }) => ({
      model: key,
      ...tokens,
      nanoDollars: cost,
    }))
    .toSorted(byModel)
}

function byModel(a: Book, b: Book): number {
  return a.model < b.model ? -1 : 1
}
