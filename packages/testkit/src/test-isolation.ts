/**
 * Runs before every test file: no test may see the machine's own Claude data, keys or configuration.
 *
 * The home folder becomes an empty one, and every variable that could lead a program to an account
 * or a config folder is gone. What a test needs, it sets itself. Properties draw the same inputs
 * every time. Files share a process, so each has to leave it as it found it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import './bytes-equality.ts'

const home = mkdtempSync(join(tmpdir(), 'skein-test-home-'))

for (const name of Object.keys(process.env))
  if (/^(ANTHROPIC|CLAUDE|LANGFUSE|OTEL|XDG)_/.test(name)) delete process.env[name]
process.env['HOME'] = home
process.env['CLAUDE_CONFIG_DIR'] = join(home, '.claude')

// A test that fails on one machine fails on all: random search is the business of `npm run fuzz`.
fc.configureGlobal({ seed: 7 })

const found = sharedState()
afterAll(() => {
  rmSync(home, { recursive: true, force: true })
  expect(sharedState(), 'the file has to leave the process as it found it').toEqual(found)
})

/** What the next file in this process would see. */
function sharedState(): object {
  const { setTimeout, setInterval, Date, fetch } = globalThis
  return {
    folder: process.cwd(),
    umask: process.umask(),
    environment: { ...process.env },
    exitCode: process.exitCode,
    clock: { setTimeout, setInterval, Date },
    fetch,
  }
}
