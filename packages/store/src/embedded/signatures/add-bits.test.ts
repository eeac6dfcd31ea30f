import { describe, expect, it } from 'vitest'
import { addBits } from './add-bits.ts'

describe('adding bits', () => {
  it.each([
    ['as words', 0, 8],
    ['where bytes stand at an odd address', 1, 8],
    ['of a length that is no whole word', 0, 7],
  ])('keeps those of both, %s', (_, at, length) => {
    const into = Uint8Array.from({ length }, (_, i) => i * 16)
    const bits = new Uint8Array(new ArrayBuffer(16), at, length).fill(3)
    addBits(into, bits)
    expect([...into]).toEqual(Array.from({ length }, (_, i) => (i * 16) | 3))
  })
})
