import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { expect, it } from 'vitest'

it('gives every test an empty home and no way to an account', () => {
  expect(readdirSync(homedir())).toEqual([])
  expect(existsSync(process.env['CLAUDE_CONFIG_DIR'] ?? '')).toBe(false)
  expect(
    Object.keys(process.env).filter((name) => /^(ANTHROPIC|CLAUDE|LANGFUSE|OTEL|XDG)_/.test(name)),
  ).toEqual(['CLAUDE_CONFIG_DIR'])
})
