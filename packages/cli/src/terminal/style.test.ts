import { describe, expect, it } from 'vitest'
import { styleOf, wantsColours } from './style.ts'

describe('wantsColours', () => {
  const terminal = { color: true, isTerminal: true, env: {} }

  it.each([
    ['a terminal', terminal, true],
    ['a pipe', { ...terminal, isTerminal: false }, false],
    ['--no-color', { ...terminal, color: false, env: { FORCE_COLOR: '1' } }, false],
    ['NO_COLOR', { ...terminal, env: { NO_COLOR: '1' } }, false],
    ['an empty NO_COLOR', { ...terminal, env: { NO_COLOR: '' } }, true],
    ['FORCE_COLOR in a pipe', { ...terminal, isTerminal: false, env: { FORCE_COLOR: '1' } }, true],
    ['FORCE_COLOR over NO_COLOR', { ...terminal, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, true],
    ['FORCE_COLOR=0', { ...terminal, env: { FORCE_COLOR: '0' } }, false],
    ['a dumb terminal', { ...terminal, env: { TERM: 'dumb' } }, false],
  ])('%s', (_name, options, expected) => {
    expect(wantsColours(options)).toBe(expected)
  })
})

describe('styleOf', () => {
  it('adds nothing without colours', () => {
    expect(styleOf(false).bold('x')).toBe('x')
  })

  it('ends what it begins', () => {
    expect(styleOf(true).red('x')).toBe('\x1b[31mx\x1b[39m')
  })
})
