import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../db/cache-database.ts'
import type { Database } from '../../database.ts'
import { skeinHome, type SkeinHome } from '../../home.ts'
import { HOLD_BYTES } from './piece-reader.ts'
import { refresh } from './refresh.ts'
import { storedBlocks, StoredSignatures } from './stored-signatures.ts'
import { verifyIndex } from './verify.ts'

let folder: string
let root: string
let path: string
let home: SkeinHome
let db: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-long-'))
  root = join(folder, 'config')
  mkdirSync(join(root, 'projects', '-p'), { recursive: true })
  path = join(root, 'projects', '-p', 's.jsonl')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  db = openCache(home).db
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

describe('a line too long to hold', () => {
  it('is a row like any other, and its block is looked into by every search', async () => {
    writeFileSync(path, line('before'))
    appendFileSync(path, line('x'.repeat(HOLD_BYTES)))
    appendFileSync(path, line('behind') + line('at the end'))
    await refresh({ home, db, roots: [root] })
    expect(facts()).toMatchObject({
      rows: 4,
      prompts: 4,
      lastPrompt: 'at the end',
      diagnostics: { 'oversized-line': 1 },
    })
    const blocks = storedBlocks(db, 1)
    const signatures = new StoredSignatures(db)
    const all = blocks.filter((block) => signatures.of(block)?.every((byte) => byte === 0xff))
    expect(all.map(({ start, stop }) => start < 200 && stop > HOLD_BYTES)).toEqual([true])
    expect(verifyIndex(home, db)).toEqual([])
  })

  it('is not counted before it is whole', async () => {
    const long = line('x'.repeat(HOLD_BYTES))
    writeFileSync(path, line('before'))
    appendFileSync(path, long.slice(0, -10))
    await refresh({ home, db, roots: [root] })
    expect(facts()).toMatchObject({ rows: 1 })
    appendFileSync(path, long.slice(-10) + line('behind'))
    await refresh({ home, db, roots: [root] })
    expect(facts()).toMatchObject({ rows: 3, lastPrompt: 'behind', diagnostics: { 'oversized-line': 1 } })
    expect(verifyIndex(home, db)).toEqual([])
  })
})

function facts(): unknown {
  return JSON.parse(String(db.prepare('SELECT facts FROM file').get()?.['facts']))
}

function line(content: string): string {
  return `${JSON.stringify({ type: 'user', uuid: content.slice(0, 20), message: { role: 'user', content } })}\n`
}
