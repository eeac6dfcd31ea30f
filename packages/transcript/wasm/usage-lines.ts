/** Which lines can have a key `usage` (AssemblyScript): most have none, and are passed over here. */

import { BACKSLASH, bits, QUOTE } from './json-bytes'
import { NEWLINE } from './usage-layout'

/**
 * The first place of the line where a key `usage` may stand; its newline if there is none.
 *
 * Either the key stands there as it is, or one of its letters is escaped (`\u0075`…). Both have
 * a `u`: with a quote five bytes on, or with a 6 or 7 three bytes on.
 */
export function findUsage(line: usize): usize {
  let p = line
  while (true) {
    const m0 = marks(p)
    const m1 = marks(p + 16)
    const m2 = marks(p + 32)
    const m3 = marks(p + 48)
    if (v128.any_true(v128.or(v128.or(m0, m1), v128.or(m2, m3)))) {
      let found = bits(m0, m1, m2, m3)
      while (found != 0) {
        const place = p + <usize>ctz(found)
        if (load<u8>(place) == NEWLINE || isUsageKey(place)) return place
        found &= found - 1
      }
    }
    p += 64
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function marks(p: usize): v128 {
  const v = v128.load(p)
  const quote = i8x16.eq(v128.load(p, 5), i8x16.splat(0x22))
  const digit = i8x16.eq(v128.or(v128.load(p, 3), i8x16.splat(1)), i8x16.splat(0x37))
  const key = v128.and(i8x16.eq(v, i8x16.splat(0x75)), v128.or(quote, digit))
  return v128.or(key, i8x16.eq(v, i8x16.splat(0x0a)))
}

function isUsageKey(at: usize): bool {
  const before = <u32>load<u8>(at - 1)
  if (before == QUOTE) return load<u32>(at) == 0x67617375 && load<u16>(at, 4) == 0x2265 // usage"
  if (before != BACKSLASH || load<u16>(at, 1) != 0x3030) return false
  const digit = <u32>load<u8>(at, 4)
  return load<u8>(at, 3) == 0x36
    ? digit == 0x31 || digit == 0x35 || digit == 0x37 // \u0061 \u0065 \u0067: a e g
    : digit == 0x33 || digit == 0x35 // \u0073 \u0075: s u
}

export function findNewline(from: usize): usize {
  let p = from
  while (true) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(0x0a)))
    if (found != 0) return p + <usize>ctz(found)
    p += 16
  }
}
