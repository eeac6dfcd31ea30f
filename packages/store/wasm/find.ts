import { BACKSLASH, NEEDLE_BYTES, NEEDLES, QUOTE } from './memory'

/**
 * Finds a needle in raw JSON bytes, in any case, sixteen bytes at a time.
 *
 * A needle: how many steps (u16), the places of two rare bytes in it (u16 each, before the first gap),
 * and at 8 two bytes a step. A step is a byte to compare after OR with a mask, or, where the mask is
 * GAP, at least one white space, as JSON writes it. What stands in a key is no match: keys are no text.
 */

const GAP: u32 = 0xff

/** The address of the first match that begins in `[from, to)`, 0 if there is none. */
export function find(from: usize, to: usize, needle: usize): usize {
  const head = NEEDLES + needle * NEEDLE_BYTES
  const steps = head + 8
  const end = steps + ((<usize>load<u16>(head)) << 1)
  const a = <usize>load<u16>(head, 2)
  const b = <usize>load<u16>(head, 4)
  const valueA = i8x16.splat(load<i8>(steps + (a << 1)))
  const maskA = i8x16.splat(load<i8>(steps + (a << 1), 1))
  const valueB = i8x16.splat(load<i8>(steps + (b << 1)))
  const maskB = i8x16.splat(load<i8>(steps + (b << 1), 1))
  for (let p = from; p < to; p += 32) {
    const low = v128.and(
      i8x16.eq(v128.or(v128.load(p + a), maskA), valueA),
      i8x16.eq(v128.or(v128.load(p + b), maskB), valueB),
    )
    const high = v128.and(
      i8x16.eq(v128.or(v128.load(p + a, 16), maskA), valueA),
      i8x16.eq(v128.or(v128.load(p + b, 16), maskB), valueB),
    )
    if (!v128.any_true(v128.or(low, high))) continue
    let found = <u32>i8x16.bitmask(low) | ((<u32>i8x16.bitmask(high)) << 16)
    while (found != 0) {
      const at = p + <usize>ctz(found)
      if (at >= to) return 0
      const after = matchEnd(at, steps, end)
      if (after != 0 && !isInKey(after)) return at
      found &= found - 1
    }
  }
  return 0
}

/** Where the match that begins at `at` ends; 0 where none does. */
function matchEnd(at: usize, steps: usize, end: usize): usize {
  let p = at
  for (let step = steps; step < end; step += 2) {
    const mask = <u32>load<u8>(step, 1)
    if (mask == GAP) {
      const after = skipSpace(p)
      if (after == p) return 0
      p = after
    } else {
      if ((<u32>load<u8>(p) | mask) != <u32>load<u8>(step)) return 0
      p++
    }
  }
  return p
}

/** Whether the string that goes on at `from` is a key: only behind the quote of a key a colon can follow. */
function isInKey(from: usize): bool {
  for (let p = from; p < from + LONGEST_KEY; p++) {
    const c = <u32>load<u8>(p)
    if (c == BACKSLASH || c < 0x20) return false
    if (c == QUOTE) return load<u8>(p, 1) == 0x3a
  }
  return false
}

/** The longest key of an entry is `isVisibleInTranscriptOnly`; beyond that it is only not sure. */
const LONGEST_KEY: usize = 32

/** Past white space inside a JSON string. Escapes of other characters do not stand here: such blocks are odd. */
function skipSpace(at: usize): usize {
  let p = at
  while (true) {
    const c = <u32>load<u8>(p)
    if (c == 0x20) p++
    else if (c == BACKSLASH) {
      const e = <u32>load<u8>(p, 1)
      if (e == 0x6e || e == 0x74 || e == 0x72 || e == 0x66) p += 2
      // \u000b
      else if (e == 0x75 && load<u16>(p, 2) == 0x3030 && load<u8>(p, 4) == 0x30 && isVerticalSpace(p)) p += 6
      else return p
    } else if (c >= 0xc2) {
      const length = wideSpace(p, c)
      if (length == 0) return p
      p += length
    } else return p
  }
}

function isVerticalSpace(at: usize): bool {
  const c = <u32>load<u8>(at, 5) | 0x20
  return c == 0x39 || (c >= 0x61 && c <= 0x64)
}

/** The bytes of a white space outside ASCII at `at`, 0 for any other character. */
function wideSpace(at: usize, first: u32): usize {
  const second = <u32>load<u8>(at, 1)
  if (first == 0xc2) return second == 0xa0 ? 2 : 0
  const point = ((first & 0xf) << 12) | ((second & 0x3f) << 6) | (<u32>load<u8>(at, 2) & 0x3f)
  if ((first & 0xf0) != 0xe0) return 0
  return point == 0x1680 ||
    (point >= 0x2000 && point <= 0x200a) ||
    point == 0x2028 ||
    point == 0x2029 ||
    point == 0x202f ||
    point == 0x205f ||
    point == 0x3000 ||
    point == 0xfeff
    ? 3
    : 0
}
