/**
 * The 64-bit hash that messages are known by across files: two lanes of 32 bits.
 *
 * Ids are not kept: a history has a million messages, and two lanes a message are 8 MB. Two ids of a
 * million share a hash with a probability of 3 in 10^8. The WASM scan computes the same one
 * (wasm/id-hash.ts) for ids of messages; the other kinds of names come from the exact reader.
 */
export class IdHash {
  low = 0
  high = 0

  /** Hashes `bytes[start, end)`; names of different kinds never meet. */
  of(bytes: Uint8Array, start: number, end: number, kind: number = ID_KIND.message): void {
    const length = end - start
    let a = 0x9e3779b9 ^ length ^ kind
    let b = (0x85ebca6b + length) ^ kind
    let i = start
    for (; i + 4 <= end; i += 4) {
      const word = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24)
      a = mixed(a ^ word, 0x2c1b3c6d)
      b = mixed(b ^ word, 0x297a2d39)
    }
    let rest = 0
    for (let shift = 0; i < end; i++, shift += 8) rest |= bytes[i] << shift
    this.low = mixed(mixed(a ^ rest, 0x2c1b3c6d), 0x7feb352d)
    this.high = mixed(mixed(b ^ rest, 0x297a2d39), 0x846ca68b)
  }
}

/** What a message without `message.id` is known by: the uuid of its first row, else where that row stands. */
export const ID_KIND = { message: 0, uuid: 0x51ed270b, place: 0x6f4f2a35 } as const

function mixed(word: number, factor: number): number {
  const product = Math.imul(word, factor)
  return product ^ (product >>> 15)
}
