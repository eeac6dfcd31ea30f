import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../db/cache-database.ts'
import type { Database } from '../../database.ts'
import { skeinHome } from '../../home.ts'
import type { SignaturePlan } from './admitted-slots.ts'
import { candidateBlocks } from './block-index.ts'
import { BlockWriter } from './block-tables.ts'
import { FULL_BLOCK, type SignedBlock } from './signed-block.ts'
import { bitsOf, emptySignature, signText } from './grams.ts'

let folder: string
let db: Database
let writer: BlockWriter

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-blocks-'))
  db = openCache(skeinHome({ SKEIN_HOME: folder })).db
  writer = new BlockWriter(db)
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

describe('BlockWriter', () => {
  it('writes many blocks as segments in which each word finds its block, newest first', () => {
    const blocks = Array.from({ length: 600 }, (_, i) =>
      block(`common word number${i}x`, { start: i * 10, time: i }),
    )
    db.write(() => {
      writer.addBulk(addFile(1), blocks)
      expect(writer.pending).toBe(600)
      writer.flush()
    })
    expect(writer.pending).toBe(0)
    expect(countOf('segment')).toBe(2)
    expect(found('number77x')).toContain(770)
    expect(found('number77x').length).toBeLessThan(20)
    expect(found('common')).toEqual(blocks.map(({ start }) => start).reverse())
    expect(found('absent')).toEqual([])
  })

  it('puts small blocks of many files into shared slots', () => {
    db.write(() => {
      for (let i = 0; i < 512; i++) writer.addBulk(addFile(i), [block(`word${i}`, { text: FULL_BLOCK / 8 })])
      writer.flush()
    })
    expect(db.prepare('SELECT count(DISTINCT slot) AS slots FROM block').get()).toEqual({ slots: 64 })
    expect(db.prepare('SELECT width FROM segment').all()).toEqual([{ width: 8 }])
    expect(files('word511')).toContain(512)
    expect(files('word511').length).toBeLessThan(30)
  })

  it('keeps a few blocks loose', () => {
    db.write(() => {
      writer.addBulk(addFile(1), [block('alpha'), block('beta')])
      writer.flush()
    })
    expect([countOf('segment'), countOf('loose')]).toEqual([0, 2])
    expect(found('alpha').length).toBe(1)
  })

  it('lets an append continue the last loose block of its file', () => {
    const file = addFile(1)
    db.write(() => {
      writer.addLoose(file, [block('first words', { start: 0, stop: 100, time: 5, text: 11 })])
      writer.addLoose(file, [block('second words', { start: 100, stop: 150, time: 3, text: 12, odd: true })])
      writer.flush()
    })
    expect(db.prepare('SELECT start, stop, time, text, odd FROM block').all()).toEqual([
      { start: 0, stop: 150, time: 5, text: 23, odd: 1 },
    ])
    expect([found('first'), found('second')]).toEqual([[0], [0]])
  })

  it('begins a new loose block where the last one is full, or ends elsewhere', () => {
    const file = addFile(1)
    db.write(() => {
      writer.addLoose(file, [block('one', { start: 0, stop: 100, text: FULL_BLOCK })])
      writer.addLoose(file, [block('two', { start: 100, stop: 150 })])
      writer.addLoose(file, [block('three', { start: 170, stop: 180 })])
    })
    expect(countOf('loose')).toBe(3)
  })

  it('seals loose blocks when there are enough for a segment', () => {
    db.write(() => {
      for (let i = 0; i < 512; i++) writer.addLoose(addFile(i), [block(`word${i}`, { start: i })])
      writer.flush()
    })
    expect([countOf('loose'), countOf('segment'), countOf('block')]).toEqual([0, 1, 512])
    expect(found('word300')).toContain(300)
  })

  it('forgets the blocks of a file, and a segment with the last of them', () => {
    const [kept, gone] = [addFile(1), addFile(2)]
    db.write(() => {
      writer.addBulk(
        gone,
        Array.from({ length: 70 }, (_, i) => block('common', { start: i })),
      )
      writer.flush()
      writer.addBulk(kept, [block('common', { start: 7 })])
      writer.addBulk(gone, [block('common')])
      writer.remove(gone)
      writer.flush()
    })
    expect(found('common')).toEqual([7])
    expect([countOf('segment'), countOf('slice'), countOf('loose')]).toEqual([0, 0, 1])
  })

  it('finds blocks without a time last', () => {
    db.write(() => {
      writer.addLoose(addFile(1), [
        block('x y z', { start: 1, time: Number.NaN }),
        block('x y z', { start: 2, time: 1 }),
      ])
    })
    expect(found('x y z')).toEqual([2, 1])
  })
})

describe('candidateBlocks', () => {
  beforeEach(() => {
    db.write(() => {
      writer.addBulk(
        addFile(1),
        Array.from({ length: 300 }, (_, i) => block(['red', 'green', 'blue'][i % 3], { start: i, time: i })),
      )
      writer.addLoose(addFile(2), [block('red green', { start: 1000, time: 1000 })])
      writer.flush()
    })
  })

  it.each<[string, SignaturePlan, number]>([
    ['all of both', { kind: 'and', parts: [plan('red'), plan('green')] }, 1],
    ['any of both', { kind: 'or', parts: [plan('red'), plan('green')] }, 201],
    ['anything', { kind: 'anything' }, 301],
    ['an open part', { kind: 'or', parts: [plan('red'), { kind: 'anything' }] }, 301],
  ])('admits %s, in segments and loose', (_what, wanted, count) => {
    expect([...candidateBlocks(db, wanted)].length).toBe(count)
  })

  it('admits all blocks whose slices are missing', () => {
    db.exec('DELETE FROM slice')
    expect([...candidateBlocks(db, plan('red'))].length).toBe(301)
  })
})

function plan(text: string): SignaturePlan {
  return { kind: 'bits', bits: bitsOf(text) }
}

function found(text: string): number[] {
  return [...candidateBlocks(db, plan(text))].map(({ start }) => start)
}

function files(text: string): number[] {
  return [...candidateBlocks(db, plan(text))].map(({ file }) => file)
}

function countOf(table: string): number {
  return Number(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'])
}

function block(text: string, over: Partial<SignedBlock> = {}): SignedBlock {
  const bits = emptySignature()
  signText(bits, text)
  return { start: 0, stop: 10, line: 1, time: 1, text: FULL_BLOCK, odd: false, bits, ...over }
}

/** A row of `file` with empty values in whatever columns it must have. */
function addFile(n: number): number {
  const needed = db
    .prepare(`SELECT name, type FROM pragma_table_info('file') WHERE pk = 0 AND "notnull" = 1`)
    .all()
  const values = needed.map(({ name, type }) => {
    if (name === 'path') return `/p/${n}.jsonl`
    if (name === 'facts') return '{}'
    return type === 'TEXT' ? '' : type === 'BLOB' ? new Uint8Array(0) : 0
  })
  const names = needed.map(({ name }) => name).join(', ')
  const row = db
    .prepare(`INSERT INTO file (${names}) VALUES (${needed.map(() => '?').join(', ')}) RETURNING id`)
    .get(...values)
  return Number(row?.['id'])
}
