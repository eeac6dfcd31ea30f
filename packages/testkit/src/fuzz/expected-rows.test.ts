import { describe, expect, it } from 'vitest'
import { expectedRows } from './expected-rows.ts'

describe('expectedRows', () => {
  it('wants each line that is a JSON object, without the space around it', () => {
    expect(rowsOf(' {"a":1} \r\n[1]\nnull\n\n{"b":2}')).toEqual(['{"a":1}', '{"b":2}'])
  })

  it('wants an untouched line behind rubbish, and each of two untouched lines on one line', () => {
    expect(rowsOf('{"torn{"a":1}\n{"b":2}{"c":3}\n', ['{"a":1}', '{"b":2}', '{"c":3}'])).toEqual([
      '{"a":1}',
      '{"b":2}',
      '{"c":3}',
    ])
  })

  it('wants nothing from inside a line that is JSON as a whole', () => {
    expect(rowsOf('{"x":{"a":1}}\n[{"a":1}]\n', ['{"a":1}'])).toEqual(['{"x":{"a":1}}'])
  })
})

function rowsOf(text: string, untouched: readonly string[] = []): string[] {
  const bytes = Uint8Array.from(Buffer.from(text))
  const intact = untouched.map((line) => ({ offset: text.indexOf(line), length: line.length }))
  return expectedRows({ bytes, intact, operations: [] }).map(({ offset, length }) =>
    text.slice(offset, offset + length),
  )
}
