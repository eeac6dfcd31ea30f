import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archiveAll } from '../../../store/src/files/archive/archive-all.ts'
import { archivedSessions, listArchived } from '../../../store/src/files/archive/archived.ts'
import { restore } from '../../../store/src/files/archive/restore.ts'
import { verifyArchive } from '../../../store/src/files/archive/verify.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../../store/src/home.ts'
import { testProgram } from '../test-program.ts'
import { freshFolder, hashesBelow, writeSessions } from './written-sessions.ts'

let folder: string
let root: string
let home: SkeinHome
let sessions: string[]

beforeEach(() => {
  folder = freshFolder('processes')
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  sessions = writeSessions({ root, count: 12, seed: 'processes' })
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Archives in a process of its own. `before` is a program that runs there first. */
async function archiveApart(
  before: string,
): Promise<{ code: number | null; signal: string | null; said: string }> {
  const preloaded = `data:text/javascript,${encodeURIComponent(before)}`
  const child = spawn(process.execPath, ['--import', preloaded, testProgram('archiver'), home.folder, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  const [code, signal] = await once(child, 'close')
  return { code, signal, said }
}

/** Ends the process without a word, before or after it gives a file its name for the nth time. */
function killedAt(rename: number, when: 'before' | 'after'): string {
  return `
    import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    const rename = fs.rename
    let left = ${rename}
    fs.rename = async (...paths) => {
      const last = --left === 0
      if (last && ${when === 'before'}) process.kill(process.pid, 'SIGKILL')
      await rename(...paths)
      if (last) process.kill(process.pid, 'SIGKILL')
    }
    syncBuiltinESMExports()`
}

/** No byte fits on the disk any more after so many. */
function fullAfter(bytes: number): string {
  return `
    import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    const open = fs.open
    let left = ${bytes}
    fs.open = async (path, flags, mode) => {
      const handle = await open(path, flags, mode)
      if (flags !== 'wx') return handle
      const write = handle.write.bind(handle)
      handle.write = async (buffer, offset, length) => {
        if ((left -= length) < 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
        return write(buffer, offset, length)
      }
      return handle
    }
    syncBuiltinESMExports()`
}

async function expectWhole(): Promise<void> {
  const expected = hashesBelow(root)
  await archiveAll(home, discover([root]).transcripts)
  expect(await verifyArchive(home)).toMatchObject({ problems: [] })
  // One manifest a session: what several processes wrote was joined.
  expect(readdirSync(join(home.archiveFolder, 'sessions'))).toHaveLength(sessions.length)
  const to = join(folder, 'restored')
  for (const session of sessions) await restore(home, session, { to })
  expect(hashesBelow(to)).toEqual(expected)
}

describe('archiving', () => {
  it('survives kill -9 at any point, and goes on from there', async () => {
    const points = [
      [1, 'before'],
      [2, 'after'],
      [3, 'before'],
      [6, 'after'],
      [11, 'before'],
      [15, 'after'],
    ] as const
    for (const [at, when] of points) {
      const { signal } = await archiveApart(killedAt(at, when))
      expect(signal).toBe('SIGKILL')
      expect(await verifyArchive(home)).toMatchObject({ problems: [] })
      for (const { path } of discover([root]).transcripts.slice(0, 2))
        appendFileSync(path, '{"type":"user"}\n')
    }
    await expectWhole()
  })

  it('is safe with three processes at once', async () => {
    let ended = 0
    const running = [1, 2, 3].map(() => archiveApart('').finally(() => ended++))
    while (ended < running.length) {
      for (const { path } of discover([root]).transcripts) appendFileSync(path, `{"type":"user"}\n`)
      await archiveAll(home, discover([root]).transcripts)
    }
    for (const outcome of await Promise.all(running))
      expect(outcome).toEqual({ code: 0, signal: null, said: '' })
    await expectWhole()
    // Nothing was rewritten, so nothing has a second version.
    const counts = archivedSessions(home).sessions.flatMap(({ files }) =>
      files.map((file) => file.versions.length),
    )
    expect(new Set(counts)).toEqual(new Set([1]))
  })

  it('leaves the archive as it was when the disk is full', async () => {
    await archiveAll(home, discover([root]).transcripts)
    const before = listArchived(home)
    for (const { path } of discover([root]).transcripts) appendFileSync(path, '{"type":"user"}\n')
    expect(await archiveApart(fullAfter(100))).toEqual({
      code: 0,
      signal: null,
      said: 'StoreError disk-full\n',
    })
    expect(listArchived(home)).toEqual(before)
    expect(await verifyArchive(home)).toMatchObject({ problems: [] })
    expect(readdirSync(join(home.archiveFolder, 'incoming'))).toEqual([])
    await expectWhole()
  })

  it('writes no README twice and none halfway', async () => {
    expect((await archiveApart(killedAt(1, 'before'))).signal).toBe('SIGKILL')
    expect(existsSync(join(home.archiveFolder, 'README.txt'))).toBe(false)
    await expectWhole()
    expect(existsSync(join(home.archiveFolder, 'README.txt'))).toBe(true)
  })
})
