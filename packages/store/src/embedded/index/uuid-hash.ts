/**
 * 64 bits of a uuid, to ask which transcripts have it without keeping its text. Two different uuids of a history of ten
 * million rows share them once in 370,000 histories.
 */
export function uuidHash(uuid: string): bigint {
  hashInto(SCRATCH, 0, encoder.encode(uuid))
  return SCRATCH_HASH[0] ?? 0n
}

/** Gathers hashes without a value on the heap for each. */
export class HashList {
  #words = new Uint32Array(256)
  #count = 0

  /** Takes a uuid as UTF-8. */
  add(uuid: Uint8Array): void {
    if (this.#count * 2 === this.#words.length) {
      const wider = new Uint32Array(this.#words.length * 2)
      wider.set(this.#words)
      this.#words = wider
    }
    hashInto(this.#words, this.#count++ * 2, uuid)
  }

  /** Sorted, each once. */
  sorted(): BigUint64Array {
    return sortedOnce(new BigUint64Array(this.#words.buffer, 0, this.#count))
  }
}

/** The hashes of both, sorted, each once. */
export function mergedHashes(a: BigUint64Array, b: BigUint64Array): BigUint64Array {
  const all = new BigUint64Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return sortedOnce(all)
}

export function hasHash(sorted: BigUint64Array, hash: bigint): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0n) < hash) low = middle + 1
    else high = middle
  }
  return sorted[low] === hash
}

function sortedOnce(hashes: BigUint64Array): BigUint64Array {
  hashes.sort()
  let count = 0
  for (const hash of hashes) if (count === 0 || hashes[count - 1] !== hash) hashes[count++] = hash
  return hashes.slice(0, count)
}

/** Two 32-bit hashes, each of all bytes. */
function hashInto(words: Uint32Array, at: number, uuid: Uint8Array): void {
  let one = 0x9e3779b9
  let other = 0x85ebca6b
  for (let i = 0; i < uuid.length; i++) {
    const byte = uuid[i]
    one = Math.imul(one ^ byte, 0x2c1b3c6d)
    one ^= one >>> 15
    other = Math.imul(other ^ byte, 0x27d4eb2f)
    other ^= other >>> 13
  }
  words[at] = one
  words[at + 1] = other
}

const encoder = new TextEncoder()
const SCRATCH = new Uint32Array(2)
const SCRATCH_HASH = new BigUint64Array(SCRATCH.buffer)
