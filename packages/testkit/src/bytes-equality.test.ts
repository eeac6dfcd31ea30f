import { describe, expect, it } from 'vitest'
import { sameMemory } from './bytes-equality.ts'

describe('bytes in expectations', () => {
  it('are equal when each of them is, in any place', () => {
    expect({ files: [Uint8Array.of(1, 2)] }).toEqual({ files: [Uint8Array.of(1, 2)] })
    expect({ files: [Uint8Array.of(1, 2)] }).not.toEqual({ files: [Uint8Array.of(1, 3)] })
    expect(Uint8Array.of(1, 2)).not.toEqual(Uint8Array.of(1, 2, 0))
    expect(Int32Array.of(1, 2).subarray(1)).toEqual(Int32Array.of(2))
    expect(Uint8Array.of(1)).not.toEqual([1])
  })

  it('of two classes are different', () => {
    expect(Buffer.of(1, 2)).not.toEqual(Uint8Array.of(1, 2))
    expect(Buffer.of(1, 2)).not.toStrictEqual(Uint8Array.of(1, 2))
  })

  it('are decided by their memory when it is the same and of one class, else by expect', () => {
    const pairs = [
      [Uint8Array.of(1), Uint8Array.of(1)],
      [Float64Array.of(NaN, -0), Float64Array.of(NaN, -0)],
      [Uint8Array.of(1), Uint8Array.of(2)],
      [Buffer.of(1), Uint8Array.of(1)],
      [Uint8Array.of(1), [1]],
      ['1', '1'],
    ]
    expect(pairs.map(([a, b]) => sameMemory(a, b))).toEqual([
      true,
      true,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
