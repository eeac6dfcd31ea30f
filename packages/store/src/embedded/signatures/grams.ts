import { signedText } from '../../reader/query/fold.ts'
import { SIGNATURE_BYTES } from './signed-block.ts'

/**
 * The bits of a signature that stand for runs of a folded text. wasm/sign.ts computes the same.
 *
 * - Five units: they tell words apart.
 * - A seam: a space with the three units before it and the three after it. Of common words few stand side by
 *   side, so it tells phrases apart. None is made where another space is among the latter. It has four bits, since
 *   a phrase of two words has one seam, and every block that has its bits by chance is read for nothing.
 * - Three units: they find what is too short for the others.
 *
 * Three units are shifted so that those of ASCII never collide before they are multiplied (2654435769 is
 * 2^32 over the golden ratio: neighbours spread over all bits). The longer runs are made of two such products.
 */
class Grams {
  /** The bits of the runs that end at the last unit; -1 where there is none. */
  five = -1
  seams: readonly number[] = NO_SEAM
  three = -1
  #window = 0
  #units = 0
  /** Products of the last two units. */
  #before = 0
  #twoBefore = 0
  /** Of the last space: the product of what stands before it, how many units there are when its seam ends. */
  #left = 0
  #seamEnd = 0

  push(unit: number): void {
    if (unit === SPACE && this.#units >= 3) {
      this.#left = this.#before
      this.#seamEnd = this.#units + 4
    }
    this.#window = (this.#window << 11) ^ unit
    if (++this.#units < 3) return
    const now = Math.imul(this.#window, 0x9e3779b1)
    this.three = FIRST_THREE + (now >>> 17)
    if (this.#units >= 5) this.five = (now + Math.imul(this.#twoBefore, 0x85ebca6b)) >>> 16
    this.seams = this.#units === this.#seamEnd ? seamBits(now + Math.imul(this.#left, 0xc2b2ae35)) : NO_SEAM
    this.#twoBefore = this.#before
    this.#before = now
  }
}

/** The last two are made of the first two: that is as good as more hashes. */
function seamBits(hash: number): readonly number[] {
  const first = hash >>> 16
  const second = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f) >>> 16
  return [first, second, (first + second) & 0xffff, (first - second) & 0xffff].map((bit) => FIRST_SEAM + bit)
}

const NO_SEAM: readonly number[] = []
const SPACE = 0x20
/** Where the bits of seams and of three units begin; those of five units stand before them. */
const FIRST_SEAM = 65_536
const FIRST_THREE = 131_072

/** Sets the bits of a text; answers how many units of text were signed. */
export function signText(bits: Uint8Array, text: string): number {
  const signed = signedText(text)
  const grams = new Grams()
  for (let i = 0; i < signed.length; i++) {
    grams.push(signed.charCodeAt(i))
    for (const bit of [grams.five, ...grams.seams, grams.three])
      if (bit >= 0) bits[bit >> 3] |= 1 << (bit & 7)
  }
  return signed.length
}

/** The bits that a block must have to hold `text`, the most telling first; none for a text shorter than three units. */
export function bitsOf(text: string): number[] {
  const signed = signedText(text)
  const grams = new Grams()
  const bits = { seams: new Set<number>(), fives: new Set<number>(), threes: new Set<number>() }
  for (let i = 0; i < signed.length; i++) {
    grams.push(signed.charCodeAt(i))
    for (const bit of grams.seams) bits.seams.add(bit)
    bits.fives.add(grams.five)
    bits.threes.add(grams.three)
  }
  return [...bits.seams, ...bits.fives, ...bits.threes].filter((bit) => bit >= 0)
}

export function hasBit(bits: Uint8Array, bit: number): boolean {
  return (bits[bit >> 3] & (1 << (bit & 7))) !== 0
}

export function emptySignature(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(SIGNATURE_BYTES)
}
