/** Sets the bits of one signature in another of the same length. By words: there are thousands of them to be added up. */
export function addBits(into: Uint8Array, bits: Uint8Array): void {
  const [to, from] = [wordsOf(into), wordsOf(bits)]
  if (to === null || from === null) for (let i = 0; i < into.length; i++) into[i] |= bits[i]
  else for (let i = 0; i < to.length; i++) to[i] |= from[i]
}

/** Null where they do not lie as words do: SQLite's bytes may stand at any address. */
function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Int32Array | null {
  if (byteOffset % 4 !== 0 || byteLength % 4 !== 0) return null
  return new Int32Array(buffer, byteOffset, byteLength / 4)
}
