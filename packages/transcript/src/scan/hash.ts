/**
 * The hash that ids are interned by: four bytes a step, so that both walkers can afford it on
 * every id. The WASM walker computes the same one (wasm/walker.ts).
 */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x9e3779b9 ^ (end - start)
  let i = start
  for (; i + 4 <= end; i += 4)
    hash = mixed(hash, bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24))
  let rest = 0
  for (let shift = 0; i < end; i++, shift += 8) rest |= bytes[i] << shift
  hash = mixed(hash, rest)
  return hash ^ (hash >>> 13)
}

function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x2c1b3c6d)
  return product ^ (product >>> 15)
}
