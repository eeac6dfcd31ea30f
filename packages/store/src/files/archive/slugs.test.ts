import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SlugCollector } from './slugs.ts'

describe('SlugCollector', () => {
  it('finds names wherever the bytes are cut', () => {
    const text = '{"type":"user","slug":"warm-blue-river","x":1}\n{"slug":"old-grey-hill"}\n'
    const bytes = new TextEncoder().encode(text)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (cut) => {
        const slugs = new SlugCollector([])
        slugs.add(bytes.subarray(0, cut))
        slugs.add(bytes.subarray(cut))
        expect([...slugs.found]).toEqual(['warm-blue-river', 'old-grey-hill'])
      }),
    )
  })

  it('takes no name from a string, and none that could be a path', () => {
    const slugs = new SlugCollector(['known'])
    slugs.add(Buffer.from(JSON.stringify({ text: '{"slug":"quoted"}' })))
    slugs.add(Buffer.from('{"slug":"../../x"} {"slug":""} {"slug":"never ends'))
    expect([...slugs.found]).toEqual(['known'])
  })
})
