import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seenByNumbers, seenByStats } from './seen-at.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-seen-'))
  writeFileSync(at('file'), 'text')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('what is seen by numbers', () => {
  const byNumbers = seenByNumbers()

  it('can be had in Node 20', () => {
    expect(byNumbers !== null).toBe(process.version.startsWith('v20.'))
  })

  it.skipIf(byNumbers === null)('is what is seen by stats', () => {
    mkdirSync(at('日本 folder'))
    symlinkSync(at('file'), at('link'))
    // Parts of a millisecond count.
    utimesSync(at('file'), 1_700_000_000.123_456, 1_700_000_000.123_456)
    for (const path of ['', 'file', '日本 folder', 'link'])
      expect(byNumbers?.(at(path))).toEqual(seenByStats(at(path)))
    expect(byNumbers?.(at('file'))).toMatchObject({ size: 4, mtime: 1_700_000_000_123.456 })
  })

  it.skipIf(byNumbers === null)('is an error where there is nothing, or no way to it', () => {
    for (const [path, code] of [
      ['none', 'ENOENT'],
      ['file/inside', 'ENOTDIR'],
    ])
      for (const seen of [byNumbers, seenByStats])
        expect(() => seen?.(at(path))).toThrow(expect.objectContaining({ code }))
  })
})

function at(path: string): string {
  return join(folder, path)
}
