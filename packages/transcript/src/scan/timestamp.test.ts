import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { timeOf } from './timestamp.ts'

function time(text: string): number {
  const bytes = encodeUtf8(`"${text}"`)
  return timeOf(bytes, 1, bytes.length - 1)
}

describe('timeOf', () => {
  it('reads every date that toISOString writes', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(time(date.toISOString())).toBe(date.getTime())
      }),
      { numRuns: 1000 },
    )
  })

  it('agrees with Date.parse on texts that are nearly dates', () => {
    const char = fc.constantFrom(...'0123456789-:.TZ +a'.split(''))
    const change = fc.record({ at: fc.nat(23), char })
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') }),
        fc.array(change, { maxLength: 3 }),
        (date, changes) => {
          const chars = date.toISOString().split('')
          for (const { at, char: c } of changes) chars[at] = c
          expect(time(chars.join(''))).toBe(Date.parse(chars.join('')))
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('agrees with Date.parse on any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(time(text)).toBe(Date.parse(text))
      }),
    )
  })

  it.each([
    '2024-02-29T12:00:00.000Z',
    '2023-02-29T12:00:00.000Z',
    '2026-02-30T00:00:00.000Z',
    '2026-12-31T24:00:00.000Z',
    '2026-01-31T23:59:59.999Z',
    '1969-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-00-10T00:00:00.000Z',
    '2026-01-01T00:60:00.000Z',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.000+02:00',
    '2026-01-01',
    '',
    'Z',
  ])('agrees with Date.parse on %j', (text) => {
    expect(time(text)).toBe(Date.parse(text))
  })
})
