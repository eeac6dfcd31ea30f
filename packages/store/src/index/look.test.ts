import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lookByNumbers, lookByStats, type Look } from './look.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-look-'))
  writeFileSync(at('file'), 'text')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe.each<[by: string, look: Look | null]>([
  ['stats', lookByStats],
  ['numbers', lookByNumbers()],
])('a look by %s', (_by, look) => {
  it.skipIf(look === null)('knows a file and a folder again', () => {
    mkdirSync(at('日本 folder'))
    symlinkSync(at('file'), at('link'))
    // Parts of a millisecond count.
    utimesSync(at('file'), 1_700_000_000.123_456, 1_700_000_000.123_456)
    for (const path of ['', 'file', '日本 folder', 'link']) {
      const seen = Float64Array.of(0, ...seenOf(path))
      expect(look?.(at(path), seen, 1)).toBe(true)
    }
  })

  it.skipIf(look === null)('sees each difference', () => {
    const seen = seenOf('file')
    for (const other of [0, 1, 2]) {
      const changed = Float64Array.from(seen, (value, i) => (i === other ? value + 1 : value))
      expect(look?.(at('file'), changed, 0)).toBe(false)
    }
  })

  it.skipIf(look === null)('throws where there is nothing, or no way to it', () => {
    const seen = Float64Array.from(seenOf('file'))
    expect(() => look?.(at('none'), seen, 0)).toThrow()
    expect(() => look?.(at('file/inside'), seen, 0)).toThrow()
  })
})

it('needs no stats in Node 20', () => {
  expect(lookByNumbers() !== null).toBe(process.version.startsWith('v20.'))
})

function at(path: string): string {
  return join(folder, path)
}

function seenOf(path: string): number[] {
  const { ino, size, mtimeMs } = statSync(at(path))
  return [ino % Number.MAX_SAFE_INTEGER, size, mtimeMs]
}
