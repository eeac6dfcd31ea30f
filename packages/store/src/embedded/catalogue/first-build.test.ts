import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_USAGE } from '@skein/transcript'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../db/cache-database.ts'
import type { Database, Row } from '../../database.ts'
import { skeinHome, type SkeinHome } from '../../home.ts'
import { beginBuild, BuildMessages, endBuild, isBuilding } from './first-build.ts'
import { packMessages } from './messages-packed.ts'
import { MessageTableWriter } from './messages-table.ts'
import type { FileMessage } from './messages.ts'

let folder: string
let home: SkeinHome
let db: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-build-'))
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  db = openCache(home).db
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

/** 100 messages in each of three files, some of which share them; those of file 1 come in two goes that share one. */
const PUTS: readonly (readonly [file: number, messages: readonly FileMessage[]])[] = [
  [1, messages(0, 60)],
  [2, messages(50, 150)],
  [1, messages(59, 100).map((message) => ({ ...message, time: 5, tools: ['Edit'] }))],
  [3, messages(90, 190).map((message) => ({ ...message, forked: true, time: null }))],
]

describe('a first build', () => {
  it('ends with the rows, owners and sums that writing step by step gives', () => {
    const apart = openCache(skeinHome({ SKEIN_HOME: join(folder, 'apart') })).db
    addFiles(apart)
    const writer = new MessageTableWriter(apart)
    for (const [file, said] of PUTS)
      apart.write(() => {
        writer.put({ id: file, session: `s${file}` }, said)
        writer.settle()
      })
    build()
    db.write(() => endBuild(db))
    expect(content(db)).toEqual(content(apart))
    expect(content(db).schema).toEqual(schemaOf(apart))
    expect(content(db).messages).toHaveLength(300)
    expect(content(db).messages.filter(({ owner }) => owner === 1)).toHaveLength(190)
    apart.close()
  })

  it('is ended by whoever opens the catalogue next', () => {
    const { schema } = content(db)
    build()
    const other = openCache(home).db
    expect(isBuilding(db)).toBe(false)
    expect(content(other).schema).toEqual(schema)
    expect(content(other).messages.filter(({ owner }) => owner === 1)).toHaveLength(190)
    expect(content(other).sums.reduce((sum, row) => sum + Number(row['messages']), 0)).toBe(190)
    other.close()
  })

  it('begins in an empty catalogue only, and once', () => {
    beginBuild(db)
    beginBuild(db)
    expect(isBuilding(db)).toBe(true)
    db.write(() => endBuild(db))
    db.write(() => endBuild(db))
    addFiles(db)
    beginBuild(db)
    expect(isBuilding(db)).toBe(false)
  })
})

/** A build that does not end. */
function build(): void {
  beginBuild(db)
  addFiles(db)
  for (const [file, said] of PUTS)
    db.write(() => {
      const rows = new BuildMessages(db)
      rows.put({ id: file, session: `s${file}` }, packMessages(said))
      rows.flush()
    })
}

function messages(from: number, to: number): FileMessage[] {
  return Array.from({ length: to - from }, (_, i) => ({
    key: `m${from + i}`,
    forked: false,
    side: false,
    time: 900_000 * ((from + i) % 7) + 10 * i,
    offset: i,
    model: i % 2 === 0 ? 'claude-a' : 'claude-b',
    tier: '',
    tools: i % 3 === 0 ? ['Read', 'Bash'] : [],
    tokens: { ...NO_USAGE, input: i * 3000, output: from + i },
  }))
}

function addFiles(to: Database): void {
  for (const id of [1, 2, 3])
    to.prepare(
      `INSERT INTO file (id, path, root, project, session, place, inode, size, mtime, readings, offset, line, ends, facts)
       VALUES (?, ?, '', '', '', 'disk', 0, 0, 0, 1, 0, 1, x'', '{}')`,
    ).run(id, `/${id}`)
}

function content(of: Database): { messages: Row[]; sums: Row[]; schema: Row[] } {
  return {
    messages: of.prepare('SELECT * FROM message ORDER BY key, file').all(),
    sums: of.prepare('SELECT * FROM usage_sum').all(),
    schema: schemaOf(of),
  }
}

function schemaOf(of: Database): Row[] {
  return of.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY name').all()
}
