/**
 * Passes over the strings of JSON and checks them, their UTF-8 as well (AssemblyScript). Takes the address of the
 * opening quote and returns the one after the closing quote; 0: not JSON.
 */

import { BACKSLASH, below, bits, EVEN_BITS, isHex, isShortEscape, QUOTE } from './json-bytes'
import { fail } from './walk-fault'

/** Whether the string last skipped holds an escape. */
export let escaped: bool = false
/** Whether any string since `newObject` is no UTF-8. */
export let badUtf8: bool = false

export function newObject(): void {
  badUtf8 = false
}

/** Most strings end within their first sixteen bytes. */
export function skipString(at: usize): usize {
  let p = at + 1
  let mask = oddBytes(p)
  let anyEscape = false
  while (mask != 0) {
    const i = <usize>ctz(mask)
    const c = <u32>load<u8>(p + i)
    if (c == QUOTE) {
      escaped = anyEscape
      return p + i + 1
    }
    if (c != BACKSLASH || i == 15 || !isShortEscape(<u32>load<u8>(p + i, 1)))
      return skipLongString(p + i, anyEscape)
    anyEscape = true
    mask &= ~(3 << (<i32>i))
  }
  return skipLongString(p + 16, anyEscape)
}

/**
 * Past the rest of a string, sixty-four bytes at a time: one bit a byte says where quotes,
 * backslashes and odd bytes are, and sums of bits tell which bytes are escaped (the method of
 * simdjson, https://arxiv.org/abs/1902.08318, section 3.1.1). `from` is no escaped byte.
 */
function skipLongString(from: usize, anyEscapeBefore: bool): usize {
  let p = from
  let anyEscape = anyEscapeBefore
  /** 1 where the last byte of the block before is a backslash that escapes. */
  let carry: u64 = 0
  while (true) {
    const v0 = v128.load(p)
    const v1 = v128.load(p, 16)
    const v2 = v128.load(p, 32)
    const v3 = v128.load(p, 48)
    const backslash = i8x16.splat(0x5c)
    let slashes = bits(
      i8x16.eq(v0, backslash),
      i8x16.eq(v1, backslash),
      i8x16.eq(v2, backslash),
      i8x16.eq(v3, backslash),
    )
    let wide = bits(v0, v1, v2, v3)
    let ends = bits(endOrOdd(v0), endOrOdd(v1), endOrOdd(v2), endOrOdd(v3)) & ~wide
    let odd: u64 = 0
    if ((slashes | carry) != 0) {
      slashes &= ~carry
      const follows = (slashes << 1) | carry
      const oddStarts = slashes & ~EVEN_BITS & ~follows
      const sums = oddStarts + slashes
      carry = <u64>(sums < slashes)
      const escapes = (EVEN_BITS ^ (sums << 1)) & follows
      ends &= ~escapes
      odd = escapes & below(ends)
      if (odd != 0) anyEscape = true
      while (odd != 0 && isShortEscape(<u32>load<u8>(p + <usize>ctz(odd)))) odd &= odd - 1
    }
    // `odd` begins with what is no escape of two bytes; up to there, or to the end, all else is fine but `wide` bytes.
    wide &= below(ends | odd)
    let after = p
    while (wide != 0) {
      after = skipMultibyte(p + <usize>ctz(wide))
      wide = after < p + 64 ? wide & (~(<u64>0) << (<u64>(after - p))) : 0
    }
    if (odd != 0) {
      p = skipEscape(p + <usize>ctz(odd) - 1)
      if (p == 0) return 0
      carry = 0
    } else if (ends != 0) {
      p += <usize>ctz(ends)
      if (load<u8>(p) != QUOTE) return fail(p)
      escaped = anyEscape
      return p + 1
    } else if (after > p + 64) {
      p = after
      carry = 0
    } else {
      p += 64
    }
  }
}

/** A quote, a control character or a byte outside ASCII (as signed bytes, the last two are less than space). */
function endOrOdd(v: v128): v128 {
  return v128.or(i8x16.eq(v, i8x16.splat(0x22)), i8x16.lt_s(v, i8x16.splat(0x20)))
}

/** One bit for each of sixteen bytes that is a quote, a backslash, a control character or not ASCII. */
function oddBytes(at: usize): i32 {
  const v = v128.load(at)
  return i8x16.bitmask(v128.or(endOrOdd(v), i8x16.eq(v, i8x16.splat(0x5c))))
}

function skipEscape(at: usize): usize {
  const c = <u32>load<u8>(at, 1)
  if (isShortEscape(c)) return at + 2
  if (c != 0x75) return fail(at)
  return isHex(load<u8>(at, 2)) && isHex(load<u8>(at, 3)) && isHex(load<u8>(at, 4)) && isHex(load<u8>(at, 5))
    ? at + 6
    : fail(at)
}

/** Past a run of bytes outside ASCII: whole UTF-8 sequences, and single bytes of invalid ones. */
function skipMultibyte(at: usize): usize {
  let p = at
  while (true) {
    const c = <u32>load<u8>(p)
    if (c < 0x80) return p
    p += sequenceLength(p, c)
  }
}

function sequenceLength(at: usize, c: u32): usize {
  const second = <u32>load<u8>(at, 1)
  if (c >= 0xe0 && c < 0xf0) {
    const low: u32 = c == 0xe0 ? 0xa0 : 0x80
    const high: u32 = c == 0xed ? 0x9f : 0xbf
    if (second >= low && second <= high && isContinuation(load<u8>(at, 2))) return 3
  } else if (c >= 0xc2 && c < 0xe0) {
    if (isContinuation(second)) return 2
  } else if (c >= 0xf0 && c < 0xf5) {
    const low: u32 = c == 0xf0 ? 0x90 : 0x80
    const high: u32 = c == 0xf4 ? 0x8f : 0xbf
    if (second >= low && second <= high && isContinuation(load<u8>(at, 2)) && isContinuation(load<u8>(at, 3)))
      return 4
  }
  badUtf8 = true
  return 1
}

function isContinuation(c: u32): bool {
  return (c & 0xc0) == 0x80
}
