import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../db/cache-database.ts'
import type { Database } from '../../database.ts'
import { skeinHome, type SkeinHome } from '../../home.ts'
import { refresh, type RefreshReport } from './refresh.ts'
import { filesIfUnchanged } from './sight.ts'

let folder: string
let root: string
let home: SkeinHome
let db: Database

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'skein-sight-')))
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  db = openCache(home).db
  write('-p/a.jsonl', 'one')
  write('-p/a/subagents/agent-1.jsonl', 'two')
  write('-q/b.jsonl', 'three')
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

describe('what a refresh remembers', () => {
  it('is that nothing changed, once nothing had', async () => {
    await refreshed()
    expect(filesIfUnchanged(db, [root])).toBe(null)
    quieten()
    await refreshed()
    expect(filesIfUnchanged(db, [root])).toBe(3)
    expect(await refreshed()).toEqual({
      filesSeen: 3,
      filesRead: 0,
      filesRemoved: 0,
      bytesRead: 0,
      linesParsed: 0,
      rowsWritten: 0,
      diagnostics: [],
    })
    // Of these roots: others were not looked at.
    expect(filesIfUnchanged(db, [root, folder])).toBe(null)
  })

  it.each<[what: string, change: () => void, seen: Partial<RefreshReport>]>([
    [
      'a line appended',
      () => appendFileSync(at('-p/a/subagents/agent-1.jsonl'), line('more')),
      { filesRead: 1, linesParsed: 1 },
    ],
    ['a file of the same size in its place', () => replace('-p/a.jsonl', 'eno'), { filesRead: 1 }],
    ['a session', () => write('-q/c.jsonl', 'new'), { filesSeen: 4, filesRead: 1 }],
    ['a project', () => write('-r/c.jsonl', 'new'), { filesSeen: 4, filesRead: 1 }],
    ['a sub-agent', () => write('-p/a/subagents/agent-2.jsonl', 'new'), { filesSeen: 4, filesRead: 1 }],
    ['a first sub-agent', () => write('-q/b/subagents/agent-2.jsonl', 'new'), { filesSeen: 4, filesRead: 1 }],
    [
      'a nested sub-agent',
      () => write('-p/a/subagents/x/agent-2.jsonl', 'new'),
      { filesSeen: 4, filesRead: 1 },
    ],
    ['a linked project', () => link('-r', 'elsewhere/c.jsonl'), { filesSeen: 4, filesRead: 1 }],
    ['a file that is gone', () => rmSync(at('-q/b.jsonl')), { filesSeen: 2, filesRemoved: 1 }],
    [
      'a folder that is gone',
      () => rmSync(at('-p/a'), { recursive: true }),
      { filesSeen: 2, filesRemoved: 1 },
    ],
    ['a folder in the place of another', swapped, { filesSeen: 3, filesRead: 1, filesRemoved: 1 }],
    ['no folder any more', () => rmSync(root, { recursive: true }), { filesSeen: 0, filesRemoved: 3 }],
  ])('does not hide %s', async (_what, change, seen) => {
    await refreshed()
    quieten()
    await refreshed()
    expect(filesIfUnchanged(db, [root])).toBe(3)
    change()
    expect(await refreshed()).toMatchObject(seen)
    expect((await refreshed()).filesRead).toBe(0)
  })

  it('does not hide the first project of a config root', async () => {
    const fresh = join(folder, 'fresh')
    mkdirSync(fresh)
    const both = (): Promise<RefreshReport> => refresh({ home, db, roots: [root, fresh], threads: 0 })
    await both()
    quieten()
    const before = new Date(Date.now() - 3_600_000)
    utimesSync(fresh, before, before)
    await both()
    expect(filesIfUnchanged(db, [root, fresh])).toBe(3)
    mkdirSync(join(fresh, 'projects', '-p'), { recursive: true })
    writeFileSync(join(fresh, 'projects', '-p', 'c.jsonl'), line('first'))
    expect(await both()).toMatchObject({ filesSeen: 4, filesRead: 1 })
  })

  it('holds on where the file that grew was read since', async () => {
    await refreshed()
    quieten()
    await refreshed()
    appendFileSync(at('-p/a.jsonl'), line('more'))
    expect(filesIfUnchanged(db, [root])).toBe(null)
    await refreshed()
    expect(filesIfUnchanged(db, [root])).toBe(3)
  })

  it('is nothing while a folder may change without showing it', async () => {
    await refreshed()
    quieten()
    const now = new Date()
    utimesSync(at('-p/a/subagents'), now, now)
    await refreshed()
    expect(filesIfUnchanged(db, [root])).toBe(null)
  })

  it('is nothing where links lead on, or something cannot be seen', async () => {
    link('-r', 'elsewhere/c.jsonl')
    await refreshed()
    quieten()
    await refreshed()
    expect(filesIfUnchanged(db, [root])).toBe(null)
    rmSync(at('-r'))
    mkdirSync(at('-p/folder.jsonl'))
    await refreshed()
    quieten()
    expect((await refreshed()).diagnostics).toHaveLength(1)
    expect(filesIfUnchanged(db, [root])).toBe(null)
  })

  it('is left for another time while somebody else writes', async () => {
    await refreshed()
    quieten()
    const other = openCache(home).db
    other.exec('BEGIN IMMEDIATE')
    expect((await refreshed()).filesSeen).toBe(3)
    expect(filesIfUnchanged(db, [root])).toBe(null)
    other.exec('COMMIT')
    other.close()
    await refreshed()
    expect(filesIfUnchanged(db, [root])).toBe(3)
  })
})

function refreshed(): Promise<RefreshReport> {
  return refresh({ home, db, roots: [root], threads: 0 })
}

function at(path: string): string {
  return join(root, 'projects', path)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), line(text))
}

/** With all its times, so that nothing but the file's number tells. */
function replace(path: string, text: string): void {
  const { atime, mtime } = statSync(at(path))
  writeFileSync(join(folder, 'new'), line(text))
  utimesSync(join(folder, 'new'), atime, mtime)
  renameSync(join(folder, 'new'), at(path))
}

function link(project: string, transcript: string): void {
  const target = join(folder, transcript)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, line('linked'))
  symlinkSync(dirname(target), at(project))
}

/** Another folder under the same name, with all times as they were: nothing but its number tells. */
function swapped(): void {
  const folders = [at(''), at('-q')].map((path) => ({ path, stats: statSync(path) }))
  const other = join(folder, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'c.jsonl'), line('other'))
  renameSync(at('-q'), join(folder, 'old'))
  renameSync(other, at('-q'))
  for (const { path, stats } of folders) utimesSync(path, stats.atime, stats.mtime)
}

/** All folders as if nothing had happened in them for a while. */
function quieten(): void {
  const folders = ['', ...readdirSync(at(''), { recursive: true, encoding: 'utf8' })].map(at)
  const before = new Date(Date.now() - 3_600_000)
  for (const path of folders) if (statSync(path).isDirectory()) utimesSync(path, before, before)
}

function line(content: string): string {
  return `${JSON.stringify({ type: 'user', uuid: content, message: { role: 'user', content } })}\n`
}
