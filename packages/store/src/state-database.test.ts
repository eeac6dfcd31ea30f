import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { skeinHome, type SkeinHome } from './home.ts'
import { openDatabase, type Database, type Row } from './database.ts'
import { openState, passingState, type StatePart } from './state-database.ts'

let folder: string
let home: SkeinHome

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-state-'))
  home = skeinHome({ SKEIN_HOME: folder })
})

afterEach(() => rmSync(folder, { recursive: true }))

const PLAIN: StatePart = { name: 'a', steps: ['CREATE TABLE a (x INTEGER)'] }
const GROWN: StatePart = {
  name: 'a',
  steps: [...PLAIN.steps, 'ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 7'],
}
const OTHER: StatePart = { name: 'b', steps: ['CREATE TABLE b (z INTEGER)'] }

it('migrates a part step by step and keeps a copy of what was', () => {
  inState([PLAIN], (db) => db.exec('INSERT INTO a VALUES (1)'))
  expect(inState([GROWN], (db) => db.prepare('SELECT x, y FROM a').all())).toEqual([{ x: 1, y: 7 }])
  expect(rowsIn(`${home.stateFile}.a-v1.backup`, 'SELECT * FROM a')).toEqual([{ x: 1 }])
})

it('leaves the parts alone that it is not asked for', () => {
  inState([OTHER, GROWN], (db) => db.exec('INSERT INTO b VALUES (3); INSERT INTO a VALUES (1, 2)'))
  // A program that does not know `a`, and then one that knows an older one and does not ask for it.
  const kept = inState([OTHER], (db) => [...db.prepare('SELECT * FROM a').all(), ...versions(db)])
  expect(kept).toEqual([
    { x: 1, y: 2 },
    { name: 'a', version: 2 },
    { name: 'b', version: 1 },
  ])
})

it('adds a part to a file that others made, without a copy, since nothing changes', () => {
  inState([PLAIN], (db) => db.exec('INSERT INTO a VALUES (1)'))
  expect(inState([OTHER], (db) => db.prepare('SELECT * FROM a, b').all())).toEqual([])
  expect(backups()).toEqual([])
})

it('names the copy after every part that changes, and makes one copy for all', () => {
  inState([PLAIN, OTHER], () => undefined)
  const wider = { name: 'b', steps: [...OTHER.steps, 'ALTER TABLE b ADD COLUMN w'] }
  inState([GROWN, wider], () => undefined)
  expect(backups()).toEqual(['state.db.a-v1.b-v1.backup'])
})

it('leaves everything as it was when a step fails', () => {
  inState([PLAIN], (db) => db.exec('INSERT INTO a VALUES (1)'))
  const broken = { name: 'a', steps: [...PLAIN.steps, 'CREATE TABLE c (z INTEGER); nonsense'] }
  expect(() => openState(home, [OTHER, broken])).toThrow('nonsense')
  const left = inState([PLAIN], (db) => [
    ...db.prepare("SELECT name FROM sqlite_master WHERE name IN ('a', 'b', 'c')").all(),
    ...versions(db),
  ])
  expect(left).toEqual([{ name: 'a' }, { name: 'a', version: 1 }])
})

it('refuses a newer part than it knows, and changes nothing', () => {
  inState([GROWN], () => undefined)
  expect(() => openState(home, [OTHER, PLAIN])).toThrow('a newer Skein')
  expect(inState([GROWN], versions)).toEqual([{ name: 'a', version: 2 }])
})

it('refuses a file of a newer scheme', () => {
  inState([PLAIN], (db) => db.exec('PRAGMA user_version = 8'))
  expect(() => openState(home, [PLAIN])).toThrow('a newer Skein')
})

it('leaves nothing beside a file that is up to date', () => {
  inState([GROWN], () => undefined)
  inState([GROWN], () => undefined)
  expect(backups()).toEqual([])
})

it('has the same tables for work that leaves nothing behind', () => {
  const db = passingState([GROWN, OTHER])
  db.exec('INSERT INTO a (x) VALUES (1); INSERT INTO b VALUES (3)')
  expect(db.prepare('SELECT * FROM a, b').all()).toEqual([{ x: 1, y: 7, z: 3 }])
  db.close()
})

function inState<T>(parts: readonly StatePart[], work: (db: Database) => T): T {
  const db = openState(home, parts)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

function rowsIn(file: string, sql: string): Row[] {
  const db = openDatabase(file, { readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

function versions(db: Database): Row[] {
  return db.prepare('SELECT name, version FROM state_part ORDER BY name').all()
}

function backups(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.backup') || name.endsWith('.copy'))
}
