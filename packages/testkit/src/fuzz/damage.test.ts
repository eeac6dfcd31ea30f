import { describe, expect, it } from 'vitest'
import { Random } from '../corpus/prng.ts'
import { damaged, linesOf } from './damage.ts'

const lines = ['{"a":1}', '{"b":"ü"}', 'torn {', '{"c":[1,2,3]}', '{"d":{"e":null}}'].map((text) =>
  Uint8Array.from(Buffer.from(text)),
)

describe('damaged', () => {
  it('gives the same bytes for the same seed', () => {
    expect(damaged(lines, new Random('x'))).toEqual(damaged(lines, new Random('x')))
  })

  it('says of no line that it is intact unless its very bytes stand there', () => {
    const originals = new Set(lines.map((line) => Buffer.from(line).toString()))
    originals.delete('torn {')
    for (let seed = 0; seed < 3000; seed++) {
      const { bytes, intact } = damaged(lines, new Random(seed))
      const found = intact.map(({ offset, length }) =>
        Buffer.from(bytes.subarray(offset, offset + length)).toString(),
      )
      expect(found.filter((text) => !originals.has(text))).toEqual([])
    }
  })

  it('leaves the lines it was given as they were', () => {
    const before = lines.map((line) => line.slice())
    for (let seed = 0; seed < 500; seed++) damaged(lines, new Random(seed))
    expect(lines).toEqual(before)
  })
})

describe('linesOf', () => {
  it('drops newlines and empty lines, and keeps a last line without newline', () => {
    expect(linesOf(Buffer.from('a\n\nbc\nd')).map((line) => Buffer.from(line).toString())).toEqual([
      'a',
      'bc',
      'd',
    ])
  })
})
