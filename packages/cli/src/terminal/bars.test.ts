import { expect, it } from 'vitest'
import { bars } from './bars.ts'

it('draws the largest at full width, the others in proportion, and never hides what is there', () => {
  expect(bars([8, 4, 1, 0.001, 0], 2)).toEqual(['██', '█', '▎', '▏', ''])
})

it('draws nothing where there is nothing to compare or no room', () => {
  expect([bars([0, 0], 4), bars([1], 0), bars([], 4)]).toEqual([['', ''], [''], []])
})
