import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionsBehind, type BehindSeams } from './behind.ts'

const NOW = Date.UTC(2026, 4, 1, 12)
const HOUR = 3_600_000

let folder: string
let failures: unknown[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-behind-'))
  failures = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A transcript, last written so many hours ago. */
function lay(name: string, { hours = 0, session = name } = {}): string {
  const path = join(folder, `${name}.jsonl`)
  writeFileSync(path, `{"type":"mode","sessionId":"${session}"}\n`)
  utimesSync(path, NOW / 1000, (NOW - hours * HOUR) / 1000)
  return path
}

function behind(current: string, seams: Partial<BehindSeams> = {}): object[] {
  return sessionsBehind([current], {
    openTranscripts: () => [],
    isSeen: () => false,
    since: () => NOW - 10 * HOUR,
    isLive: () => false,
    now: NOW,
    failed: (error) => failures.push(error),
    ...seams,
  }).map(({ session, settledAt }) => ({ session, isSettled: settledAt !== null }))
}

it('are those of the same project that changed since it is traced, newest first', () => {
  const current = lay('now')
  lay('young', { hours: 0.5 })
  lay('quiet', { hours: 5 })
  lay('before', { hours: 11 })
  lay('agent-a1', { hours: 1 })
  writeFileSync(join(folder, 'notes.txt'), '')
  mkdirSync(join(folder, 'folder.jsonl'))
  expect(behind(current)).toEqual([
    { session: 'young', isSettled: false },
    { session: 'quiet', isSettled: true },
  ])
})

it('are not those that were seen to the end', () => {
  const current = lay('now')
  const seen = lay('seen', { hours: 2 })
  lay('grown', { hours: 2 })
  expect(behind(current, { isSeen: (path) => path === seen })).toEqual([
    { session: 'grown', isSettled: true },
  ])
})

it('are the session that this one goes on with, which is over', () => {
  const current = lay('now', { session: 'old' })
  lay('old', { hours: 20 })
  expect(behind(current)).toEqual([{ session: 'old', isSettled: true }])
  lay('old', { hours: 0 })
  expect(behind(current)).toEqual([{ session: 'old', isSettled: true }])
  expect(behind(current, { isLive: () => true })).toEqual([{ session: 'old', isSettled: false }])
})

it('are those with open turns, wherever they are, once nobody writes to them', () => {
  const current = lay('now')
  const elsewhere = mkdtempSync(join(tmpdir(), 'skein-behind-'))
  const open = join(elsewhere, 'open.jsonl')
  writeFileSync(open, 'x')
  const seams = { openTranscripts: () => [open, join(elsewhere, 'gone.jsonl'), current], isSeen: () => true }
  utimesSync(open, NOW / 1000, (NOW - HOUR / 2) / 1000)
  expect(behind(current, seams)).toEqual([])
  utimesSync(open, NOW / 1000, (NOW - 2 * HOUR) / 1000)
  expect(behind(current, { ...seams, isLive: () => true })).toEqual([])
  expect(behind(current, seams)).toEqual([{ session: 'open', isSettled: true }])
  rmSync(elsewhere, { recursive: true })
})

it('are found though a look at one of them fails', () => {
  const current = lay('now')
  lay('bad')
  lay('good', { hours: 1 / 2 })
  const isSeen = (path: string): boolean => {
    if (path.endsWith('bad.jsonl')) throw new Error('unforeseen')
    return false
  }
  expect(behind(current, { isSeen })).toEqual([{ session: 'good', isSettled: false }])
  expect(failures).toEqual([new Error('unforeseen')])
})

it('are none where the project is gone', () => {
  expect(behind('/no/such/folder/now.jsonl')).toEqual([])
})

it('are looked after some at a time', () => {
  const current = lay('now')
  for (let i = 0; i < 60; i++) lay(`s${i}`, { hours: i / 100 })
  expect(behind(current)).toHaveLength(50)
})
