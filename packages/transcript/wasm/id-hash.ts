/** The hash of a message's id (AssemblyScript). */

/** The same as src/usage-scan/id-hash.ts, to eight bytes at `to`. False where the bytes are not all ASCII. */
export function hashInto(to: usize, start: usize, stop: usize): bool {
  const length = <u32>(stop - start)
  let a: u32 = 0x9e3779b9 ^ length
  let b: u32 = 0x85ebca6b + length
  let wide: u32 = 0
  let p = start
  for (; p + 4 <= stop; p += 4) {
    const word = load<u32>(p)
    wide |= word
    a = mixed(a ^ word, 0x2c1b3c6d)
    b = mixed(b ^ word, 0x297a2d39)
  }
  const rest = load<u32>(p) & (((<u32>1) << ((<u32>(stop - p)) << 3)) - 1)
  store<u32>(to, mixed(mixed(a ^ rest, 0x2c1b3c6d), 0x7feb352d))
  store<u32>(to, mixed(mixed(b ^ rest, 0x297a2d39), 0x846ca68b), 4)
  return ((wide | rest) & 0x80808080) == 0
}

function mixed(word: u32, factor: u32): u32 {
  const product = word * factor
  return product ^ (product >> 15)
}
