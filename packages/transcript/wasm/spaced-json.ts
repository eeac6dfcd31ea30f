/**
 * Checks JSON with white space between its tokens and passes over it (AssemblyScript); walk-fault.ts has the place where it
 * is none. Every function takes the address of a value's first byte and returns the one after it; 0: not JSON. A
 * newline stops every loop.
 */

import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipDigits,
} from './json-bytes'
import { skipString } from './spaced-strings'
import { fail, giveUp } from './walk-fault'

/** Memory that walker.ts leaves to this. */
const STACK: usize = 0x8000
const STACK_END: usize = 0x18000

export function skipValue(at: usize): usize {
  const c = <u32>load<u8>(at)
  if (c == QUOTE) return skipString(at)
  if (c == OPEN_BRACE || c == OPEN_BRACKET) return skipContainer(at)
  return skipScalar(at)
}

function skipContainer(at: usize): usize {
  let top: usize = STACK
  let p = at
  // One round reads one value with whatever closes after it.
  while (true) {
    p = skipSpace(p)
    const c = <u32>load<u8>(p)
    if (c == QUOTE) {
      p = skipString(p)
      if (p == 0) return 0
    } else if (c == OPEN_BRACE) {
      p = skipSpace(p + 1)
      if (load<u8>(p) == CLOSE_BRACE) {
        p++
      } else {
        if (top == STACK_END) return giveUp()
        store<u8>(top++, CLOSE_BRACE)
        p = skipKey(p)
        if (p == 0) return 0
        continue
      }
    } else if (c == OPEN_BRACKET) {
      p = skipSpace(p + 1)
      if (load<u8>(p) == CLOSE_BRACKET) {
        p++
      } else {
        if (top == STACK_END) return giveUp()
        store<u8>(top++, CLOSE_BRACKET)
        continue
      }
    } else {
      p = skipScalar(p)
      if (p == 0) return 0
    }
    // A value ended at `p`: close containers, or go on after a comma.
    while (true) {
      if (top == STACK) return p
      p = skipSpace(p)
      const close = <u32>load<u8>(top - 1)
      const after = <u32>load<u8>(p)
      if (after == COMMA) {
        p++
        if (close == CLOSE_BRACE) {
          p = skipKey(skipSpace(p))
          if (p == 0) return 0
        }
        break
      }
      if (after != close) return fail(p)
      top--
      p++
    }
  }
}

/** Past `"key" :`. */
function skipKey(at: usize): usize {
  if (load<u8>(at) != QUOTE) return fail(at)
  let p = skipString(at)
  if (p == 0) return 0
  p = skipSpace(p)
  return load<u8>(p) == COLON ? p + 1 : fail(p)
}

function skipScalar(at: usize): usize {
  const word = load<u32>(at)
  if (word == 0x65757274) return at + 4 // true
  if (word == 0x6c6c756e) return at + 4 // null
  if (word == 0x736c6166 && load<u8>(at, 4) == 0x65) return at + 5 // false
  const c = <u32>load<u8>(at)
  if (c == 0x74 || c == 0x6e || c == 0x66) return fail(at)
  return skipNumber(at)
}

function skipNumber(at: usize): usize {
  let p = at
  if (load<u8>(p) == 0x2d) p++
  if (load<u8>(p) == 0x30) {
    p++
  } else {
    const from = p
    p = skipDigits(p)
    if (p == from) return fail(p)
  }
  if (load<u8>(p) == 0x2e) {
    const from = p + 1
    p = skipDigits(from)
    if (p == from) return fail(p)
  }
  if ((<u32>load<u8>(p) | 0x20) == 0x65) {
    p++
    const sign = <u32>load<u8>(p)
    if (sign == 0x2b || sign == 0x2d) p++
    const from = p
    p = skipDigits(p)
    if (p == from) return fail(p)
  }
  return p
}

export function skipSpace(at: usize): usize {
  return load<u8>(at) > 0x20 ? at : skipSpaces(at)
}

function skipSpaces(at: usize): usize {
  let p = at
  while (true) {
    const c = <u32>load<u8>(p)
    if (c != 0x20 && c != 0x09 && c != 0x0d) return p
    p++
  }
}
