import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fileSource } from './file-source.ts'

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
