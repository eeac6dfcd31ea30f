import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'skein-folder-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('makes all that is missing, for its owner', () => {
  const path = join(folder, 'a', 'b', 'c')
  expect([makeFolder(path), makeFolder(path)]).toEqual([true, false])
  expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700)
})

it('fails where a file is in the way', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(folder, 'file', 'below'))).toThrow('ENOTDIR')
})

it.skipIf(process.platform !== 'linux')('fails where the system makes no folders', () => {
  expect(() => makeFolder('/proc/none/below')).toThrow('ENOENT')
})
