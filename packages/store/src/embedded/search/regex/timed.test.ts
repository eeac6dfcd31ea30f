import { describe, expect, it } from 'vitest'
import { timed } from './timed.ts'

describe('timed', () => {
  it('gives what the work gives', () => {
    expect(timed(() => [1, 2], 10_000)).toEqual({ value: [1, 2] })
  })

  it('stops an expression that would run for ever', () => {
    expect(timed(() => /^(a*)*$/.test(`${'a'.repeat(60)}b`), 20)).toBe('too-slow')
  })

  it('lets errors through', () => {
    const failing = (): never => {
      throw new RangeError('no')
    }
    expect(() => timed(failing, 10_000)).toThrow(RangeError)
  })
})
