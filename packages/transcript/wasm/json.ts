/**
 * Checks JSON without white space between its tokens and passes over it, sixteen bytes at a time
 * (AssemblyScript). Every function takes the address of a value's first byte and returns the one after
 * it; 0 where it is no such JSON. A newline stops every loop. spaced-json.ts has the form with
 * white space, positions of faults and a check of UTF-8.
 */

import {
  BACKSLASH,
  below,
  bits,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  EVEN_BITS,
  isHex,
  isShortEscape,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipDigits,
} from './json-bytes'

const STACK: usize = 0x2000
const STACK_END: usize = 0x3000

/** Whether the string last skipped holds an escape. */
export let escaped: bool = false

export function skipValue(at: usize): usize {
  const c = <u32>load<u8>(at)
  if (c == QUOTE) return skipString(at)
  if (c == OPEN_BRACE || c == OPEN_BRACKET) return skipContainer(at)
  return isNumberStart(c) ? skipNumber(at) : skipWord(at)
}

function skipContainer(at: usize): usize {
  let top: usize = STACK
  let p = at
  // One round reads one value with whatever closes after it.
  while (true) {
    const c = <u32>load<u8>(p)
    if (c == QUOTE) {
      p = skipString(p)
      if (p == 0) return 0
    } else if (c == OPEN_BRACE) {
      p++
      if (load<u8>(p) == CLOSE_BRACE) {
        p++
      } else {
        if (top == STACK_END) return 0
        store<u8>(top++, CLOSE_BRACE)
        p = skipKey(p)
        if (p == 0) return 0
        continue
      }
    } else if (c == OPEN_BRACKET) {
      p++
      if (load<u8>(p) == CLOSE_BRACKET) {
        p++
      } else {
        if (top == STACK_END) return 0
        store<u8>(top++, CLOSE_BRACKET)
        continue
      }
    } else {
      p = isNumberStart(c) ? skipNumber(p) : skipWord(p)
      if (p == 0) return 0
    }
    // A value ended at `p`: close containers, or go on after a comma.
    while (true) {
      if (top == STACK) return p
      const close = <u32>load<u8>(top - 1)
      const after = <u32>load<u8>(p++)
      if (after == COMMA) {
        if (close == CLOSE_BRACE) {
          p = skipKey(p)
          if (p == 0) return 0
        }
        break
      }
      if (after != close) return 0
      top--
    }
  }
}

/** Past `"key":`. */
function skipKey(at: usize): usize {
  if (load<u8>(at) != QUOTE) return 0
  const p = skipString(at)
  return p != 0 && load<u8>(p) == COLON ? p + 1 : 0
}

/** Most strings end within their first sixteen bytes. Bytes outside ASCII are fine: a decoder replaces bad ones. */
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
 * backslashes and control characters are, and sums of bits tell which bytes are escaped (the method
 * of simdjson, https://arxiv.org/abs/1902.08318, section 3.1.1). `from` is no escaped byte.
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
    const o0 = oddIn(v0)
    const o1 = oddIn(v1)
    const o2 = oddIn(v2)
    const o3 = oddIn(v3)
    if (carry == 0 && !v128.any_true(v128.or(v128.or(o0, o1), v128.or(o2, o3)))) {
      p += 64
      continue
    }
    const backslash = i8x16.splat(0x5c)
    let slashes = bits(
      i8x16.eq(v0, backslash),
      i8x16.eq(v1, backslash),
      i8x16.eq(v2, backslash),
      i8x16.eq(v3, backslash),
    )
    let ends = bits(o0, o1, o2, o3) & ~slashes
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
    if (odd != 0) {
      p = skipEscape(p + <usize>ctz(odd) - 1)
      if (p == 0) return 0
      carry = 0
    } else if (ends != 0) {
      p += <usize>ctz(ends)
      if (load<u8>(p) != QUOTE) return 0
      escaped = anyEscape
      return p + 1
    } else {
      p += 64
    }
  }
}

/** A quote, a backslash or a control character. */
function oddIn(v: v128): v128 {
  return v128.or(
    v128.or(i8x16.eq(v, i8x16.splat(0x22)), i8x16.eq(v, i8x16.splat(0x5c))),
    i8x16.lt_u(v, i8x16.splat(0x20)),
  )
}

function oddBytes(at: usize): i32 {
  return i8x16.bitmask(oddIn(v128.load(at)))
}

function skipEscape(at: usize): usize {
  const c = <u32>load<u8>(at, 1)
  if (isShortEscape(c)) return at + 2
  if (c != 0x75) return 0
  return isHex(load<u8>(at, 2)) && isHex(load<u8>(at, 3)) && isHex(load<u8>(at, 4)) && isHex(load<u8>(at, 5))
    ? at + 6
    : 0
}

export function skipNull(at: usize): usize {
  return load<u32>(at) == 0x6c6c756e ? at + 4 : 0
}

export function skipWord(at: usize): usize {
  const word = load<u32>(at)
  if (word == 0x65757274 || word == 0x6c6c756e) return at + 4 // true, null
  return word == 0x736c6166 && load<u8>(at, 4) == 0x65 ? at + 5 : 0 // false
}

export function isNumberStart(c: u32): bool {
  return c - 0x30 < 10 || c == 0x2d
}

function skipNumber(at: usize): usize {
  let p = at
  if (load<u8>(p) == 0x2d) p++
  if (load<u8>(p) == 0x30) {
    p++
  } else {
    const from = p
    p = skipDigits(p)
    if (p == from) return 0
  }
  if (load<u8>(p) == 0x2e) {
    const from = p + 1
    p = skipDigits(from)
    if (p == from) return 0
  }
  if ((<u32>load<u8>(p) | 0x20) == 0x65) {
    p++
    const sign = <u32>load<u8>(p)
    if (sign == 0x2b || sign == 0x2d) p++
    const from = p
    p = skipDigits(p)
    if (p == from) return 0
  }
  return p
}
