import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../../store/src/home.ts'
import { refresh } from '../../../store/src/embedded/index/refresh.ts'
import { verifyIndex } from '../../../store/src/embedded/index/verify.ts'
import { generateSession } from '../corpus/session.ts'
import { indexContent } from './index-content.ts'
import { freshFolder, writeSessions } from './written-sessions.ts'

let folder: string
let root: string
let home: SkeinHome
let programFile: string

/** Fifty processes start faster from one file of plain JavaScript. */
beforeAll(() => {
  folder = freshFolder('index-crash')
  programFile = join(folder, 'indexer.mjs')
  const source = (file: string): string =>
    JSON.stringify(fileURLToPath(new URL(`../../../store/src/${file}`, import.meta.url)))
  writeFileSync(join(folder, 'indexer.ts'), programText(source))
  const bundling = `
    import { build } from 'esbuild'
    await build({
      entryPoints: [${JSON.stringify(join(folder, 'indexer.ts'))}], outfile: ${JSON.stringify(programFile)}, bundle: true,
      platform: 'node', format: 'esm', conditions: ['skein-source'], external: ['@photostructure/sqlite'],
    })`
  execFileSync(process.execPath, ['--input-type=module', '--eval', bundling], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  })
  mkdirSync(join(folder, 'node_modules', '@photostructure'), { recursive: true })
  const modules = fileURLToPath(new URL('../../../../node_modules/@photostructure/sqlite', import.meta.url))
  symlinkSync(modules, join(folder, 'node_modules', '@photostructure', 'sqlite'))
})

afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(() => {
  rmSync(join(folder, 'config'), { recursive: true, force: true })
  rmSync(join(folder, 'home'), { recursive: true, force: true })
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
})

/**
 * Refreshes once, a transaction for every few blocks, and ends without a word when the statement of the given number is
 * about to run, or has run: in the middle of a transaction, before and behind its commit, wherever that is.
 */
function programText(source: (file: string) => string): string {
  return `
    import { openCache } from ${source('db/cache-database.ts')}
    import { skeinHome } from ${source('home.ts')}
    import { refresh } from ${source('index/refresh.ts')}
    const [folder, root, killAt] = process.argv.slice(2)
    const home = skeinHome({ SKEIN_HOME: folder })
    const { db } = openCache(home)
    let statements = 0
    const counted = (work) => (...values) => {
      if (++statements === Number(killAt)) process.kill(process.pid, 'SIGKILL')
      return work(...values)
    }
    const watched = {
      path: db.path,
      exec: counted((sql) => db.exec(sql)),
      prepare(sql) {
        const { run, get, all, iterate } = db.prepare(sql)
        return { run: counted(run), get: counted(get), all: counted(all), iterate: counted(iterate) }
      },
      write(work) {
        watched.exec('BEGIN IMMEDIATE')
        const result = work()
        watched.exec('COMMIT')
        counted(() => undefined)()
        return result
      },
      tryWrite: (work) => watched.write(work),
      read: (work) => db.read(work),
      close: () => db.close(),
    }
    await refresh({ home, db: watched, roots: [root], threads: 0, batchBlocks: 4 })
    console.log(statements)
    if (killAt !== 'never') process.kill(process.pid, 'SIGKILL')`
}

async function index(
  killAt: number | 'never' = 'never',
): Promise<{ code: number | null; signal: string | null; said: string }> {
  const child = spawn(process.execPath, [programFile, home.folder, root, String(killAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  const [code, signal] = await once(child, 'close')
  return { code, signal, said }
}

/** Fifty processes, one after the other, on however busy a machine: for one that hangs, no bar. */
const FIFTY_PROCESSES = 600_000

describe('an indexer that is killed', () => {
  it(
    'leaves a sound catalogue 50 times, and what comes after goes on to what a cold build gives',
    async () => {
      writeSessions({ root, count: 16, seed: 'killed' })
      const statements = Number((await index()).said)
      rmSync(home.folder, { recursive: true })
      const known: number[] = []
      for (let i = 0; i < 50; i++) {
        // From the first statement of a cold build to its last; where less is left to do, behind the last commit.
        const { signal } = await index(1 + Math.floor((statements * (i % 25)) / 25))
        expect(signal).toBe('SIGKILL')
        const { db } = openCache(home)
        // A file that was deleted since is one that the catalogue still has.
        expect(verifyIndex(home, db).filter(({ path }) => existsSync(path))).toEqual([])
        known.push(Object.keys(indexContent(db)).length)
        db.close()
        changeHistory(i)
      }
      // Otherwise nothing was ever there to be harmed.
      expect(new Set(known).size).toBeGreaterThan(5)
      expect((await index()).code).toBe(0)
      await expectAsCold()
    },
    FIFTY_PROCESSES,
  )

  it('leaves a first build that whoever opens the catalogue next ends, wherever it was', async () => {
    writeSessions({ root, count: 24, seed: 'first' })
    const statements = Number((await index()).said)
    const messages = new Set<number>()
    for (let i = 1; i <= 20; i++) {
      rmSync(home.folder, { recursive: true })
      expect((await index(Math.ceil((statements * i) / 20))).signal).toBe('SIGKILL')
      const { db } = openCache(home)
      expect(verifyIndex(home, db)).toEqual([])
      expect(db.prepare('SELECT sum(messages) AS counted FROM usage_sum').get()).toEqual(
        db.prepare('SELECT nullif(sum(owner), 0) AS counted FROM message').get(),
      )
      messages.add(Number(db.prepare('SELECT count(*) AS count FROM message').get()?.['count']))
      db.close()
    }
    // Otherwise they were all killed before anything was there.
    expect(messages.size).toBeGreaterThan(3)
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
