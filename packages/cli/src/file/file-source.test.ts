import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { batches, fileSource } from './file-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'skein-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('fileSource', () => {
  it('gives each range its bytes, in the order asked', () => {
    const path = join(folder, 'letters')
    writeFileSync(path, 'abcdefghij')
    const descriptor = openSync(path, 'r')
    const ranges = [
      { offset: 7, length: 3 },
      { offset: 0, length: 2 },
      { offset: 1, length: 4 },
      { offset: 5, length: 0 },
    ]
    const texts = fileSource(descriptor, path)
      .read(ranges)
      .map((bytes) => Buffer.from(bytes).toString())
    expect(texts).toEqual(['hij', 'ab', 'bcde', ''])
    expect(() => fileSource(descriptor, path).read([{ offset: 8, length: 5 }])).toThrow('became shorter')
    closeSync(descriptor)
  })
})

describe('batches', () => {
  it('joins neighbours and leaves distant ranges alone', () => {
    const ranges = [
      { offset: 900_000, length: 10 },
      { offset: 0, length: 100 },
      { offset: 150, length: 50 },
    ]
    expect(batches(ranges)).toEqual([
      { offset: 0, length: 200, indexes: [1, 2] },
      { offset: 900_000, length: 10, indexes: [0] },
    ])
  })

  it('does not grow past a megabyte', () => {
    const row = 300 * 1024
    const ranges = Array.from({ length: 5 }, (_, i) => ({ offset: i * row, length: row }))
    expect(batches(ranges).map(({ indexes }) => indexes)).toEqual([
      [0, 1, 2],
      [3, 4],
    ])
  })
})
