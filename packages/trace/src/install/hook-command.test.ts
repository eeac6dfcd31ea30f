import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hookCommand } from './hook-command.ts'

let folder: string
let bin: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-command-'))
  bin = join(folder, 'skein.js')
  writeFileSync(bin, '')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A folder in which this install is called `skein`. */
function linked(...names: readonly string[]): string {
  const path = join(folder, ...names)
  mkdirSync(path, { recursive: true })
  symlinkSync(bin, join(path, 'skein'))
  return path
}

function command(path: string, platform: NodeJS.Platform = 'linux', node = '/usr/bin/node'): string {
  return hookCommand({ node, bin, path, platform }).replaceAll(folder, 'F')
}

it('is the name where the path leads to this install', () => {
  expect(command(`/none::${linked('bin')}`)).toBe('skein trace hook')
})

it('is the path where the name is another install, or none', () => {
  const other = join(folder, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'skein'), '')
  expect(command(`${other}:${linked('bin')}`)).toBe('/usr/bin/node F/skein.js trace hook')
  expect(command('')).toBe('/usr/bin/node F/skein.js trace hook')
})

it('does not count on what npm and npx put before the path', () => {
  expect(command(linked('node_modules', '.bin'))).toBe('/usr/bin/node F/skein.js trace hook')
})

it('is quoted as the shell wants it', () => {
  expect(command('', 'linux', `/a b/n'ode`)).toBe(`'/a b/n'\\''ode' F/skein.js trace hook`)
  expect(command('', 'win32', 'C:\\Program Files\\node.exe')).toBe(
    '"C:\\Program Files\\node.exe" "F/skein.js" trace hook',
  )
})
