import { signedText } from '../search/fold.ts'
import { SIGNATURE_BYTES } from './signed-block.ts'

/**
 * The bit of a signature that stands for three units of a folded text. wasm/sign.ts computes the same.
 * The three are shifted so that those of ASCII never collide before they are multiplied
 * (2654435769 is 2^32 over the golden ratio: neighbours spread over all bits).
 */
export function trigramBit(three: number): number {
  return Math.imul(three, 0x9e3779b1) >>> 16
}

/** Sets the bits of a text's trigrams; answers how many units of text were signed. */
export function signText(bits: Uint8Array, text: string): number {
  const signed = signedText(text)
  let three = 0
  for (let i = 0; i < signed.length; i++) {
    three = (three << 11) ^ signed.charCodeAt(i)
    if (i < 2) continue
    const bit = trigramBit(three)
    bits[bit >> 3] |= 1 << (bit & 7)
  }
  return signed.length
}

/** The bits that a block must have to hold `text`; none for a text shorter than a trigram. */
export function bitsOf(text: string): number[] {
  const signed = signedText(text)
  const bits = new Set<number>()
  let three = 0
  for (let i = 0; i < signed.length; i++) {
    three = (three << 11) ^ signed.charCodeAt(i)
    if (i >= 2) bits.add(trigramBit(three))
  }
  return [...bits]
}

export function hasBit(bits: Uint8Array, bit: number): boolean {
  return (bits[bit >> 3] & (1 << (bit & 7))) !== 0
}

export function emptySignature(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(SIGNATURE_BYTES)
}
