import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { logLine, reasonOf } from './trace-log.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'skein-log-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('has a time and one line each', () => {
  const file = join(folder, 'log')
  logLine(file, 'hook: one\ntwo\u001b[31m', Date.UTC(2026, 4, 1))
  expect(readFileSync(file, 'utf8')).toBe('2026-05-01T00:00:00.000Z hook: one two [31m\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('stays small', () => {
  const file = join(folder, 'log')
  for (let i = 0; i < 5000; i++) logLine(file, `${i} ${'x'.repeat(1000)}`, 0)
  const sizes = [file, `${file}.old`].map((path) => statSync(path).size)
  expect(sizes.every((size) => size <= 257 * 1024)).toBe(true)
  expect(readFileSync(file, 'utf8')).toContain(' 4999 ')
})

it('does not mind a folder that is not there', () => {
  expect(() => logLine(join(folder, 'none', 'log'), 'x')).not.toThrow()
})

it('gives no text of an error away, only what kind it is', () => {
  expect(reasonOf(new SyntaxError('Unexpected token: "my secret"'))).toBe('SyntaxError')
  expect(reasonOf(Object.assign(new Error('open /home/ada'), { code: 'EACCES', syscall: 'open' }))).toBe(
    'EACCES (open)',
  )
  expect(reasonOf('text')).toBe('unknown')
})
