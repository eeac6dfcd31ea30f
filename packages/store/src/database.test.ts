import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { skeinHome, type SkeinHome } from './home.ts'
import { openCache } from './embedded/db/cache-database.ts'
import { openDatabase } from './database.ts'

let folder: string
let home: SkeinHome

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-db-'))
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('skeinHome', () => {
  it('is SKEIN_HOME, else the XDG data folder, else its default', () => {
    const folders = [
      skeinHome({ SKEIN_HOME: '/a/b', XDG_DATA_HOME: '/x', HOME: '/h' }),
      skeinHome({ XDG_DATA_HOME: '/x', HOME: '/h' }),
      skeinHome({ XDG_DATA_HOME: 'not/absolute', HOME: '/h' }),
      skeinHome({ SKEIN_HOME: '', HOME: '/h' }),
    ].map((found) => found.folder)
    expect(folders).toEqual(['/a/b', '/x/skein', '/h/.local/share/skein', '/h/.local/share/skein'])
  })
})

describe('openCache', () => {
  it('makes a folder that only its owner can read', () => {
    openCache(home).db.close()
    expect(statSync(home.folder).mode & 0o777).toBe(0o700)
  })

  it('keeps what it holds from one opening to the next', () => {
    const first = openCache(home)
    first.db.exec("INSERT INTO stamp VALUES ('a', 'b')")
    first.db.close()
    const second = openCache(home)
    expect(second.rebuilt).toBe(null)
    expect(second.db.prepare('SELECT * FROM stamp').all()).toEqual([{ name: 'a', value: 'b' }])
    second.db.close()
  })

  it.each([
    ['old', 0],
    ['newer', 999],
  ] as const)('empties a file whose version is %s, and says so', (rebuilt, version) => {
    const first = openCache(home)
    first.db.exec(`INSERT INTO stamp VALUES ('a', 'b'); PRAGMA user_version = ${version}`)
    first.db.close()
    const second = openCache(home)
    expect(second.rebuilt).toBe(rebuilt)
    expect(second.db.prepare('SELECT * FROM stamp').all()).toEqual([])
    second.db.close()
  })

  it('moves a damaged one aside, and says so', () => {
    const first = openCache(home)
    // The package lets statements live until they are collected, so the log may outlive `close`.
    first.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    first.db.close()
    writeFileSync(home.cacheFile, 'this is not a database, not even nearly one'.repeat(200))
    const { db, rebuilt } = openCache(home)
    expect(rebuilt).toBe('damaged')
    expect(db.prepare('SELECT * FROM file').all()).toEqual([])
    expect(readFileSync(`${home.cacheFile}.damaged`, 'utf8')).toMatch(/^this is not a database/)
    db.close()
  })

  it('names the folder that cannot be made', () => {
    writeFileSync(home.folder, 'a file in the way')
    expect(() => openCache(home)).toThrow(expect.objectContaining({ name: 'StoreError', code: 'exists' }))
  })
})

describe('Database', () => {
  it('takes back a transaction whose work throws', () => {
    const db = openDatabase(join(folder, 'x.db'))
    db.exec('CREATE TABLE t (x INTEGER)')
    const failing = (): never =>
      db.write(() => {
        db.exec('INSERT INTO t VALUES (1)')
        throw new Error('stop')
      })
    expect(failing).toThrow('stop')
    expect(db.prepare('SELECT * FROM t').all()).toEqual([])
    db.close()
  })

  it('answers a write to a database opened for reading with a StoreError', () => {
    openDatabase(join(folder, 'x.db')).close()
    const db = openDatabase(join(folder, 'x.db'), { readOnly: true })
    expect(() => db.exec('CREATE TABLE t (x INTEGER)')).toThrow(
      expect.objectContaining({ code: 'read-only' }),
    )
    db.close()
  })
})
