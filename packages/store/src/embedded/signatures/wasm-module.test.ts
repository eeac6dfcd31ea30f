import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

describe('the compiled module', () => {
  it('is what the present source compiles to', () => {
    const script = fileURLToPath(new URL('../../../../../scripts/build-store-wasm.mjs', import.meta.url))
    const fresh = execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8' })
    expect(readFileSync(new URL('wasm-module.ts', import.meta.url), 'utf8')).toBe(fresh)
  })
})
