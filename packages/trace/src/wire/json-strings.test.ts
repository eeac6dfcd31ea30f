import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonStrings } from './json-strings.ts'

it('texts are escaped as JSON.stringify escapes them, once and twice, however often they come', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary', minLength: 64, maxLength: 200 }),
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      const strings = new JsonStrings()
      for (const one of [...texts, ...texts]) {
        expect(strings.once(one)).toBe(JSON.stringify(one))
        expect(`"${strings.twice(one)}"`).toBe(JSON.stringify(JSON.stringify(one)))
        expect(`"${strings.around(one)}"`).toBe(JSON.stringify(one))
      }
    }),
  )
})
