import { isTypedArray } from 'node:util/types'
import { expect } from 'vitest'

/*
 * Imported before every test file: bytes and columns are compared as memory. What `expect` does by itself, a key of text for
 * each element, takes four seconds a megabyte, and whole files are compared in many tests.
 */
expect.addEqualityTesters([sameMemory])

/** True for arrays of one class with the same memory, which are equal in every sense. Undefined leaves it to `expect`. */
export function sameMemory(a: unknown, b: unknown): true | undefined {
  if (!isTypedArray(a) || !isTypedArray(b) || a.constructor !== b.constructor) return undefined
  return Buffer.compare(memoryOf(a), memoryOf(b)) === 0 ? true : undefined
}

function memoryOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
