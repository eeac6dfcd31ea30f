import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../../store/src/home.ts'
import { refresh } from '../../../store/src/embedded/index/refresh.ts'
import { verifyIndex } from '../../../store/src/embedded/index/verify.ts'
import { generateSession } from '../corpus/session.ts'
import { longRuns } from '../long-runs.ts'
import { testProgram } from '../test-program.ts'
import { indexContent } from './index-content.ts'
import { freshFolder, writeSessions } from './written-sessions.ts'

const INDEXER = testProgram('indexer')

let folder: string
let root: string
let home: SkeinHome

beforeAll(() => void (folder = freshFolder('index-crash')))
afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(() => {
  rmSync(join(folder, 'config'), { recursive: true, force: true })
  rmSync(join(folder, 'home'), { recursive: true, force: true })
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
})

/** Refreshes in a process of its own, which ends at the statement of that number. */
async function index(
  killAt: number | 'never' = 'never',
): Promise<{ code: number | null; signal: string | null; said: string }> {
  const child = spawn(process.execPath, [INDEXER, home.folder, root, String(killAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  const [code, signal] = await once(child, 'close')
  return { code, signal, said }
}

/** So many processes, one after the other, on however busy a machine: for one that hangs, no bar. */
const MANY_PROCESSES = 600_000
const KILLS = longRuns(50)
const FIRST_BUILDS = longRuns(20)

describe('an indexer that is killed', () => {
  it(
    'leaves a sound catalogue each time, and what comes after goes on to what a cold build gives',
    async () => {
      writeSessions({ root, count: 16, seed: 'killed' })
      const statements = Number((await index()).said)
      rmSync(home.folder, { recursive: true })
      const known: number[] = []
      for (let i = 0; i < KILLS; i++) {
        // From the first statement of a cold build to its last; where less is left to do, behind the last commit.
        const { signal } = await index(1 + Math.floor((statements * (i % (KILLS / 2))) / (KILLS / 2)))
        expect(signal).toBe('SIGKILL')
        const { db } = openCache(home)
        // A file that was deleted since is one that the catalogue still has.
        expect(verifyIndex(home, db).filter(({ path }) => existsSync(path))).toEqual([])
        known.push(Object.keys(indexContent(db)).length)
        db.close()
        changeHistory(i)
      }
      // Otherwise nothing was ever there to be harmed.
      expect(new Set(known).size).toBeGreaterThan(KILLS / 10)
      expect((await index()).code).toBe(0)
      await expectAsCold()
    },
    MANY_PROCESSES,
  )

  it('leaves a first build that whoever opens the catalogue next ends, wherever it was', async () => {
    writeSessions({ root, count: 24, seed: 'first' })
    const statements = Number((await index()).said)
    const messages = new Set<number>()
    for (let i = 1; i <= FIRST_BUILDS; i++) {
      rmSync(home.folder, { recursive: true })
      expect((await index(Math.ceil((statements * i) / FIRST_BUILDS))).signal).toBe('SIGKILL')
      const { db } = openCache(home)
      expect(verifyIndex(home, db)).toEqual([])
      expect(db.prepare('SELECT sum(messages) AS counted FROM usage_sum').get()).toEqual(
        db.prepare('SELECT nullif(sum(owner), 0) AS counted FROM message').get(),
      )
      messages.add(Number(db.prepare('SELECT count(*) AS count FROM message').get()?.['count']))
      db.close()
    }
    // Otherwise they were all killed before anything was there.
    expect(messages.size).toBeGreaterThan(FIRST_BUILDS / 7)
    expect((await index()).code).toBe(0)
    await expectAsCold()
  })
})

describe('two indexers at once', () => {
  it('end with what a cold build gives', async () => {
    writeSessions({ root, count: 40, seed: 'two' })
    const ends = await Promise.all([index(), index()])
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
    await expectAsCold()
    for (const { path } of discover([root]).transcripts) appendFileSync(path, lineOf(path))
    const again = await Promise.all([index(), index()])
    expect(again.map(({ code }) => code)).toEqual([0, 0])
    await expectAsCold()
  })
})

/** A session grows, one is new, one is gone: the work of the next process is never done. */
function changeHistory(step: number): void {
  const { transcripts } = discover([root])
  const paths = transcripts.map(({ path }) => path).sort()
  appendFileSync(paths[step % paths.length], lineOf(String(step)))
  if (step % 7 === 3) rmSync(paths[(step * 5) % paths.length])
  const { bytes, truth } = generateSession({ seed: `new ${step}`, turns: 1 })
  writeFileSync(join(root, 'projects', '-srv-app-0', `${truth.sessionId}.jsonl`), bytes)
}

function lineOf(text: string): string {
  return `${JSON.stringify({ type: 'user', uuid: text, message: { role: 'user', content: text } })}\n`
}

async function expectAsCold(): Promise<void> {
  const apart = skeinHome({ SKEIN_HOME: join(folder, 'cold') })
  rmSync(apart.folder, { recursive: true, force: true })
  const cold = openCache(apart).db
  const { db } = openCache(home)
  await refresh({ home: apart, db: cold, roots: [root] })
  expect(indexContent(db)).toEqual(indexContent(cold))
  expect(verifyIndex(home, db)).toEqual([])
  db.close()
  cold.close()
}
