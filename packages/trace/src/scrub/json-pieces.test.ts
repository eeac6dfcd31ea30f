import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonPieces } from './json-pieces.ts'

it('the pieces are what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
    }),
  )
})

it('nesting is as deep as the file says', () => {
  const depth = 200_000
  const nested: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  expect([...jsonPieces(nested)].join('')).toBe('['.repeat(depth) + ']'.repeat(depth))
})
