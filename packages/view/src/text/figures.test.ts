import { describe, expect, it } from 'vitest'
import { bytes, counted, duration, minute, tokens } from './figures.ts'

describe('figures', () => {
  it.each([
    [0, '0.0 s'],
    [840, '0.8 s'],
    [9960, '10 s'],
    [59_400, '59 s'],
    [60_000, '1 m'],
    [252_000, '4 m 12 s'],
    [7_500_000, '2 h 5 m'],
    [3_599_600, '1 h'],
    [273_600_000, '3 d 4 h'],
  ])('a duration of %d ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text)
  })

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 KB'],
    [53_738, '54 KB'],
    [999_700, '1.0 MB'],
    [519_000_000, '519 MB'],
  ])('%d bytes are %s', (count, text) => {
    expect(bytes(count)).toBe(text)
  })

  it('tokens are short', () => {
    expect([950, 12_400, 1_430_000].map(tokens)).toEqual(['950', '12k', '1.4M'])
  })

  it('counts have their plural', () => {
    expect([counted(1, 'turn'), counted(2500, 'turn'), counted(2, 'branch', 'branches')]).toEqual([
      '1 turn',
      '2,500 turns',
      '2 branches',
    ])
  })

  it('a time that is none is empty', () => {
    expect([minute(null), minute(Number.NaN), minute(9e15)]).toEqual(['', '', ''])
  })
})
