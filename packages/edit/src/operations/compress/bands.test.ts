import { describe, expect, test } from 'vitest'
import { EditError } from '../../errors.ts'
import { parseBand, sortedBands, turnsOf } from './bands.ts'

describe('a band', () => {
  test.each([
    ['0-50%:35%', { from: 0, to: 50, share: 35 }],
    ['50%-80%:60%', { from: 50, to: 80, share: 60 }],
    [' 12.5-100%:7.25% ', { from: 12.5, to: 100, share: 7.25 }],
  ])('is read from %j', (text, band) => {
    expect(parseBand(text)).toEqual(band)
  })

  test.each(['', '0-50', '0-50%', '0-50%:35', '-5-50%:35%', 'a-b%:c%', '0-50%:35%x', '0-1e2%:5%'])(
    'is not %j',
    (text) => {
      expect(() => parseBand(text)).toThrow(EditError)
    },
  )

  test.each([
    ['nothing', []],
    ['a share of all', [{ from: 0, to: 50, share: 100 }]],
    ['a share of none', [{ from: 0, to: 50, share: 0 }]],
    ['an empty range', [{ from: 50, to: 50, share: 30 }]],
    ['a range past the end', [{ from: 50, to: 101, share: 30 }]],
    [
      'an overlap',
      [
        { from: 40, to: 60, share: 30 },
        { from: 0, to: 50, share: 30 },
      ],
    ],
  ])('makes no sense as %s', (_what, bands) => {
    expect(() => sortedBands(bands)).toThrow(EditError)
  })
})

describe('the turns of a band', () => {
  test('are counted from the oldest, both ends rounded down', () => {
    expect(turnsOf({ from: 0, to: 50, share: 35 }, 5)).toEqual({ first: 0, end: 2 })
    expect(turnsOf({ from: 50, to: 80, share: 60 }, 5)).toEqual({ first: 2, end: 4 })
    expect(turnsOf({ from: 0, to: 50, share: 35 }, 1)).toEqual({ first: 0, end: 0 })
    expect(turnsOf({ from: 0, to: 100, share: 35 }, 1)).toEqual({ first: 0, end: 1 })
  })

  test('are exact where doubles are not', () => {
    // 29 * 100 / 100 and the like: every whole percent of a hundred turns is that turn.
    for (let percent = 0; percent < 100; percent++)
      expect(turnsOf({ from: percent, to: percent + 1, share: 50 }, 100)).toEqual({
        first: percent,
        end: percent + 1,
      })
    expect(turnsOf({ from: 0, to: 33.3, share: 50 }, 1000)).toEqual({ first: 0, end: 333 })
  })
})
