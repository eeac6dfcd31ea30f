import { describe, expect, it } from 'vitest'
import { turnRange } from './options.ts'

describe('turnRange', () => {
  it.each([
    ['3', { from: 3, to: 3 }],
    ['3..5', { from: 3, to: 5 }],
    ['3..', { from: 3, to: Infinity }],
    ['..5', { from: 1, to: 5 }],
    ['4..4', { from: 4, to: 4 }],
  ])('%s', (text, expected) => {
    expect(turnRange(text)).toEqual(expected)
  })

  it.each(['0', '..', '3..2', '0..2', 'a', '1.5', '-1', '1...2', '', ' 3'])('refuses %j', (text) => {
    expect(() => turnRange(text)).toThrow('Turns are like 3, 3..5, 3.. or ..5, from 1.')
  })
})
