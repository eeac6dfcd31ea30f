import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EVERYWHERE, Installs } from './installs.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'skein-installs-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('knows since when a project is traced: the first install counts', () => {
  const file = join(folder, 'trace', 'installs.json')
  const installs = new Installs(file)
  installs.add('-home-ada', 5)
  installs.add('-home-ada', 9)
  expect(installs.since('-home-ada', 10)).toBe(5)
  installs.add(EVERYWHERE, 3)
  expect([installs.since('-home-ada', 10), installs.since('-other', 10)]).toEqual([3, 3])
  installs.remove(EVERYWHERE)
  expect(installs.since('-home-ada', 10)).toBe(5)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('traces a project from its first hook on where nobody installed it', () => {
  const installs = new Installs(join(folder, 'installs.json'))
  expect([installs.since('-x', 7), installs.since('-x', 9)]).toEqual([7, 7])
})

it.each(['', '[]', '{"*":"soon"}', 'null', '{'])('starts anew with a damaged file: %j', (text) => {
  const file = join(folder, 'installs.json')
  writeFileSync(file, text)
  expect(new Installs(file).since('-x', 7)).toBe(7)
})
