import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shrinkValue } from './shrink-value.ts'

const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const value = fc.jsonValue({ maxDepth: 5, stringUnit: unit })

describe('a value with room', () => {
  it('is copied as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const json = JSON.stringify(given)
        fc.pre(!json.includes('\\ud'))
        const { value: copy, whole } = shrinkValue(given, { budget: json.length + 100 })
        expect({ whole, json: JSON.stringify(copy) }).toEqual({ whole: true, json })
      }),
    )
  })

  it('has keys that would be something else elsewhere', () => {
    const given: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}')
    expect(JSON.stringify(shrinkValue(given, { budget: 1000 }).value)).toBe(
      '{"__proto__":{"a":1},"constructor":2}',
    )
  })
})

describe('a value without', () => {
  it('keeps to its budget, whatever it is', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 40, max: 400 }), (given, budget) => {
        const { value: copy, whole } = shrinkValue(given, { budget })
        const json = JSON.stringify(copy)
        expect(json.length).toBeLessThanOrEqual(budget)
        expect(whole || json !== JSON.stringify(given)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('loses the end of a text, then what comes after it', () => {
    // 32 stay free; `{"path":"a.ts","text":,}` is 24; two quotes and the ellipsis are 3.
    expect(shrinkValue({ path: 'a.ts', text: 'x'.repeat(100), more: 1 }, { budget: 92 })).toEqual({
      value: { path: 'a.ts', text: `${'x'.repeat(92 - 32 - 24 - 3)}…` },
      whole: false,
    })
  })

  it('counts a text as long as JSON makes it', () => {
    const { value: copy } = shrinkValue('\u0001'.repeat(1000), { budget: 632 })
    expect(JSON.stringify(copy)).toMatch(/^"(?:\\u0001){90,100}…"$/)
  })

  it('is cut where nobody reads any more', () => {
    const depth = 100_000
    const nested: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth))
    const { value: copy, whole } = shrinkValue(nested, { budget: 20_000 })
    expect(whole).toBe(false)
    expect(JSON.stringify(copy)).toBe(`${'['.repeat(64)}"…"${']'.repeat(64)}`)
  })
})

it('keys are renamed as they are told', () => {
  expect(shrinkValue({ a: { b: 1 } }, { budget: 100, rename: (key) => key.toUpperCase() }).value).toEqual({
    A: { B: 1 },
  })
})
