import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readTranscript } from '../../../transcript/src/index.ts'
import {
  CLAUDE_PRICES,
  usageByTurn,
  usageReport,
  type UsageBy,
  type UsageReport,
  type UsageSlice,
} from '../../../view/src/index.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { usageSlices } from '../../../store/src/embedded/catalogue/usage-slices.ts'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { skeinHome } from '../../../store/src/home.ts'
import { verifyIndex } from '../../../store/src/embedded/index/verify.ts'
import { refresh } from '../../../store/src/embedded/index/refresh.ts'
import { coldUsage } from '../../../store/src/embedded/usage/cold-usage.ts'
import { writeCorpus } from '../corpus/layout.ts'
import { freshFolder } from '../store/written-sessions.ts'

/* Usage counted from the transcripts and usage out of the index are one report, whatever the transcripts look like. */

let folder: string
let root: string

beforeEach(() => {
  folder = freshFolder('cold-and-indexed')
  root = join(folder, 'config')
})
afterEach(() => rmSync(folder, { recursive: true }))

const REPORTS: readonly UsageBy[] = ['daily', 'weekly', 'monthly', 'session', 'project', 'model', 'block']

describe('a report without the index equals one with it', () => {
  it.each(['a', 'b', 'c'])('on a generated history with damage: seed %s', async (seed) => {
    writeCorpus({ bytes: 3_000_000, seed, out: root, damage: 0.2 })
    await expectEqual()
  })

  it('on what hands, crashes and old versions make', async () => {
    lay('-srv-app/aaaa.jsonl', [
      answer('m1', { cwd: undefined, timestamp: undefined }),
      answer('m2', { cwd: '/srv/app', timestamp: '2026-03-03T10:00:00Z' }),
      answer('m3', { cwd: '/srv/elsewhere' }),
      answer('m4', { isSidechain: true }),
      // The second half of a message without a time, and one that is a copy in part.
      answer('m5', { timestamp: undefined }),
      answer('m5', { timestamp: '2026-03-01T10:00:00Z' }, { output_tokens: 9 }),
      answer('m6', {
        forkedFrom: { sessionId: 'zzzz', messageUuid: 'u' },
        timestamp: '2026-02-01T10:00:00Z',
      }),
      answer('m6', { timestamp: '2026-03-04T10:00:00Z' }),
      answer('m7', { timestamp: 'yesterday' }),
      answer('m8', {}, { input_tokens: 150_000 }, 'claude-haiku-5-5'),
      answer('m9', {}, { input_tokens: 250_000 }, 'claude-sonnet-4-5'),
      answer('m10', {}, { input_tokens: 250_000, service_tier: 'batch' }, ''),
    ])
    // The same rows once more, under the session that they came from.
    lay('-srv-app/0000.jsonl', [
      answer('m2', { sessionId: 'aaaa' }),
      answer('m6'),
      answer('n1', { sessionId: 'aaaa' }),
    ])
    lay('-srv-other/bbbb.jsonl', [
      { type: 'summary', summary: 'x', leafUuid: 'y' },
      answer('m6', {
        forkedFrom: { sessionId: 'aaaa', messageUuid: 'u' },
        timestamp: '2025-02-01T10:00:00Z',
      }),
      answer('k1', { cwd: '/srv/app', timestamp: undefined }),
      answer('m4', { timestamp: '2024-02-01T10:00:00Z' }),
    ])
    lay('-srv-app/agent-f1.jsonl', [
      { type: 'user', sessionId: 'aaaa', message: { role: 'user', content: 'go' } },
      answer('f1', { sessionId: 'other', isSidechain: true, cwd: '/srv/app/sub' }),
      answer('f2', { sessionId: undefined, isSidechain: true }),
    ])
    lay('-srv-app/aaaa/subagents/agent-s1.jsonl', [
      answer('s1', { isSidechain: true }),
      answer('m4', { isSidechain: true, timestamp: '2026-03-02T09:59:00Z' }),
    ])
    await expectEqual()
  })

  it('on inference that was kept in the US, which costs a tenth more', async () => {
    const us = { inference_geo: 'us', output_tokens: 1000, input_tokens: 0, cache_read_input_tokens: 0 }
    // Sessions beside it, so that there is something to tell apart.
    lay('-srv-app/bbbb.jsonl', [answer('k1')])
    lay('-srv-app/cccc.jsonl', [answer('k2')])
    lay('-srv-app/aaaa.jsonl', [
      answer('m1', {}, us, 'claude-opus-5'),
      answer('m2', {}, { ...us, inference_geo: 'not_available' }, 'claude-opus-5'),
      answer('m3', {}, { ...us, inference_geo: 'global' }, 'claude-opus-5'),
      answer('m4', {}, { ...us, inference_geo: null }, 'claude-opus-5'),
      answer('m5', {}, { ...us, inference_geo: 'usual' }, 'claude-opus-5'),
      answer('m6', {}, { ...us, speed: 'fast' }, 'claude-opus-5'),
      answer('m7', {}, us, 'claude-opus-4-5'),
      // Half a nano-dollar each, so that they are rounded by themselves.
      ...[1, 2, 3].map((i) =>
        answer(
          `h${i}`,
          { timestamp: `2026-03-03T1${i}:00:00Z` },
          { ...us, cache_creation_input_tokens: 1 },
          'claude-haiku-5-5',
        ),
      ),
    ])
    await expectEqual()
    const own = discover([root]).transcripts.filter(({ session }) => session === 'aaaa')
    const { model } = reportsOf((await coldUsage({ transcripts: own })).slices)
    const costs = Object.fromEntries(model.rows.map(({ key, cost }) => [key, cost]))
    // $25 a million tokens, $50 in fast mode: one with the premium, four without, one fast with it.
    expect(costs['claude-opus-5']).toBe(27_500_000 + 4 * 25_000_000 + 55_000_000)
    expect(costs['claude-opus-4-5']).toBe(25_000_000)
    // 1,000 × 500 and 125 nano-dollars and a tenth more: 550,137.5.
    expect(costs['claude-haiku-5-5']).toBe(3 * 550_138)
    const { total } = usageByTurn(readTranscript(readFileSync(own[0].path)), CLAUDE_PRICES)
    expect(total.cost).toBe(model.totals.cost)
  })

  it('on copies of messages that differ in what they used', async () => {
    lay('-srv-app/aaaa.jsonl', [
      answer('m1', {}, { output_tokens: 5 }),
      answer('m2', {}, { output_tokens: 50 }),
      answer('m3', {}, { output_tokens: 5, input_tokens: 250_000 }),
      answer('m4', {}, { output_tokens: 5 }, 'claude-opus-4-5'),
    ])
    const forkedFrom = { sessionId: 'aaaa', messageUuid: 'u' }
    lay('-srv-other/bbbb.jsonl', [
      answer('m1', { forkedFrom }, { output_tokens: 500 }),
      answer('m2', { forkedFrom, timestamp: '2026-01-01T10:00:00Z' }, { output_tokens: 40 }),
      answer('m3', { forkedFrom }, { output_tokens: 5, input_tokens: 350_000 }),
      answer('m4', { forkedFrom }, { output_tokens: 5 }, 'claude-haiku-4-5'),
    ])
    lay('-srv-third/cccc.jsonl', [
      answer('m1', { forkedFrom }, { output_tokens: 400 }, 'claude-opus-4-5'),
      answer('m2', {}, { output_tokens: 60 }),
      answer('k1'),
    ])
    lay('-srv-other/dddd.jsonl', [answer('k2')])
    await expectEqual()
    // The largest copy of one goes, the owner of all comes anew.
    rmSync(join(root, 'projects', '-srv-other', 'bbbb.jsonl'))
    lay('-srv-app/aaaa.jsonl', [answer('m1', {}, { output_tokens: 6 }), answer('m2'), answer('m5')])
    await expectEqual()
  })
})

async function expectEqual(): Promise<void> {
  const { slices: cold } = await coldUsage({ transcripts: discover([root]).transcripts, projects: true })
  const home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  const { db } = openCache(home)
  try {
    await refresh({ home, db, roots: [root], threads: 0 })
    const indexed = usageSlices(db, { apart: 'session' })
    expect(reportsOf(cold).session.rows.length).toBeGreaterThan(2)
    expect(reportsOf(indexed)).toEqual(reportsOf(cold))
    expect(verifyIndex(home, db)).toEqual([])
  } finally {
    db.close()
  }
}

function reportsOf(slices: readonly UsageSlice[]): Record<UsageBy, UsageReport> {
  const options = { timeZone: 'Europe/Berlin', prices: CLAUDE_PRICES, now: Date.UTC(2026, 10, 16) }
  const reports = REPORTS.map((by) => [by, usageReport(slices, { ...options, by })])
  // One for each name there is.
  return Object.fromEntries(reports) as Record<UsageBy, UsageReport>
}

function answer(id: string, row: object = {}, usage: object = {}, model = 'claude-sonnet-4-5'): object {
  return {
    type: 'assistant',
    uuid: `u-${id}`,
    sessionId: 'aaaa',
    timestamp: '2026-03-02T10:00:00Z',
    cwd: '/srv/app',
    message: {
      id,
      role: 'assistant',
      model,
      content: [],
      usage: { input_tokens: 100, output_tokens: 7, cache_read_input_tokens: 50, ...usage },
    },
    ...row,
  }
}

function lay(path: string, rows: readonly object[]): void {
  const whole = join(root, 'projects', path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}
