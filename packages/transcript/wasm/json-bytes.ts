/** What JSON is made of, byte by byte and sixty-four at a time (AssemblyScript): for json.ts and spaced-json.ts. */

export const QUOTE: u32 = 0x22
export const COMMA: u32 = 0x2c
export const COLON: u32 = 0x3a
export const OPEN_BRACKET: u32 = 0x5b
export const BACKSLASH: u32 = 0x5c
export const CLOSE_BRACKET: u32 = 0x5d
export const OPEN_BRACE: u32 = 0x7b
export const CLOSE_BRACE: u32 = 0x7d

/** All bits below the lowest one of `mask`; all there are if it has none. */
export function below(mask: u64): u64 {
  return mask == 0 ? ~(<u64>0) : (mask & (0 - mask)) - 1
}

export const EVEN_BITS: u64 = 0x5555555555555555

export function bits(v0: v128, v1: v128, v2: v128, v3: v128): u64 {
  return (
    <u64>(<u32>i8x16.bitmask(v0)) |
    ((<u64>(<u32>i8x16.bitmask(v1))) << 16) |
    ((<u64>(<u32>i8x16.bitmask(v2))) << 32) |
    ((<u64>(<u32>i8x16.bitmask(v3))) << 48)
  )
}

/** A letter of the escapes of two bytes. */
export function isShortEscape(c: u32): bool {
  return (
    c == 0x6e || c == QUOTE || c == BACKSLASH || c == 0x74 || c == 0x2f || c == 0x62 || c == 0x66 || c == 0x72
  )
}

export function isHex(c: u32): bool {
  return c - 0x30 < 10 || (c | 0x20) - 0x61 < 6
}

export function skipDigits(at: usize): usize {
  let p = at
  while (<u32>load<u8>(p) - 0x30 < 10) p++
  return p
}
