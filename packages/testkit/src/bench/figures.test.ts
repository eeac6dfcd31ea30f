import { describe, expect, it } from 'vitest'
import { barText, lineOf, median, passes, type Figure } from './figures.ts'

const ratio: Figure = { name: 'ratio', value: 1.23456, unit: 'x', bar: { atLeast: 2 }, goal: 4 }

describe('figures', () => {
  it('pass at their bar and fail beyond it', () => {
    expect(passes(ratio)).toBe(false)
    expect(passes({ ...ratio, value: 2 })).toBe(true)
    expect(passes({ ...ratio, bar: { atMost: 1 } })).toBe(false)
    expect(passes({ ...ratio, bar: { atMost: 1.3 } })).toBe(true)
    expect(passes({ name: 'size', value: 0, unit: 'MB' })).toBe(true)
  })

  it('print as one JSON line that says whether the bar is met', () => {
    expect(JSON.parse(lineOf(ratio))).toEqual({ ...ratio, value: 1.235, pass: false })
    expect(barText(ratio)).toBe('≥ 2 (goal 4)')
  })

  it('take the middle of several rounds', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })
})
