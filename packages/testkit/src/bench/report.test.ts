import { describe, expect, it } from 'vitest'
import { withPart } from './report.ts'

describe('a report of several parts', () => {
  const both = '# Title\n\n<!-- a -->\n\none\n\n<!-- end of a -->\n\n<!-- b -->\n\ntwo\n\n<!-- end of b -->\n'

  it('gets a new part at its end', () => {
    expect(withPart(withPart('# Title\n', 'a', 'one'), 'b', 'two')).toBe(both)
  })

  it('keeps all parts but the one that was measured again', () => {
    expect(withPart(both, 'a', 'three')).toBe(both.replace('one', 'three'))
    expect(withPart(both, 'b', 'two')).toBe(both)
  })
})
