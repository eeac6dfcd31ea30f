/**
 * The fast walker (AssemblyScript, not TypeScript): the same contract as `Walker` in
 * src/scan/walker.ts, over bytes in WASM memory, sixteen at a time.
 *
 * The host writes the key tables to KEYS once; for each load it writes the bytes to WINDOW, a
 * newline after them, and zeros to LAST_STRINGS. A newline stops every loop (no token goes on over
 * it), so nothing here looks at an end. Reads of up to 64 bytes past it are harmless; the host
 * keeps that much room.
 */

/** Layout of the memory; src/scan/wasm-walker.ts has the same numbers. */
const RESULT: usize = 1024
const KEYS: usize = 2048
const KEY_BYTES: usize = 48
const SLOTS: usize = 256
/** By code: address and length of the last string under a key that is read as READ_ID. */
const LAST_STRINGS: usize = 0x7000
const STACK: usize = 0x8000
const STACK_END: usize = 0x18000
const EVENTS: usize = 0x18000
const EVENTS_END: usize = 0x98000
const EVENT_BYTES: usize = 16
const WINDOW: usize = 0x98000

/** What `walk` answers besides a position. */
const NOT_JSON: i32 = -1
/** An escaped key, too deep or too many events: the plain walker must read this object. */
const BEYOND_ME: i32 = -2

const READ_ID: u32 = 1
const READ_OBJECT: u32 = 2
const READ_BLOCKS: u32 = 3
const CODE_BLOCK: u32 = 44
const ESCAPED: u32 = 128
const SAME: u32 = 256

const QUOTE: u32 = 0x22
const COMMA: u32 = 0x2c
const COLON: u32 = 0x3a
const OPEN_BRACKET: u32 = 0x5b
const BACKSLASH: u32 = 0x5c
const CLOSE_BRACKET: u32 = 0x5d
const OPEN_BRACE: u32 = 0x7b
const CLOSE_BRACE: u32 = 0x7d

let origin: usize = 0
let entries: usize = 0
let nextEvent: usize = EVENTS
let failedAt: usize = 0
let beyondMe: bool = false
let badUtf8: bool = false
let repeated: bool = false
let escaped: bool = false

/** `objectCount` tables of SLOTS bytes stand at KEYS, the entries they point at behind them. */
export function setKeys(objectCount: i32): void {
  entries = KEYS + <usize>objectCount * SLOTS
}

/** `at` and the result count from WINDOW. */
export function walk(at: i32): i32 {
  origin = WINDOW + <usize>at
  nextEvent = EVENTS
  failedAt = origin
  beyondMe = false
  badUtf8 = false
  repeated = false
  const after = walkObject(origin, KEYS)
  store<i32>(RESULT, <i32>((nextEvent - EVENTS) / EVENT_BYTES))
  store<i32>(RESULT + 4, <i32>(failedAt - WINDOW))
  store<i32>(RESULT + 8, <i32>badUtf8)
  store<i32>(RESULT + 12, <i32>repeated)
  if (beyondMe) return BEYOND_ME
  return after == 0 ? NOT_JSON : <i32>(after - WINDOW)
}

// Every function below takes the address of a value's first byte and returns the one after it; 0: not JSON.

function walkObject(at: usize, table: usize): usize {
  let p = skipSpace(at + 1)
  if (load<u8>(p) == CLOSE_BRACE) return p + 1
  let seen: u32 = 0
  while (true) {
    if (load<u8>(p) != QUOTE) return fail(p)
    const key = p + 1
    p = skipString(p)
    if (p == 0) return 0
    if (escaped) return giveUp()
    const entry = findKey(table, key, p - 1 - key)
    p = skipSpace(p)
    if (load<u8>(p) != COLON) return fail(p)
    p = skipSpace(p + 1)
    if (entry == 0) {
      p = skipValue(p)
    } else {
      const bit = (<u32>1) << (load<u8>(entry, 1) & 31)
      if (seen & bit) repeated = true
      seen |= bit
      p = readField(p, entry)
    }
    if (p == 0) return 0
    p = skipSpace(p)
    const c = <u32>load<u8>(p)
    if (c == COMMA) {
      p = skipSpace(p + 1)
      continue
    }
    return c == CLOSE_BRACE ? p + 1 : fail(p)
  }
}

/** The entry of a key, 0 if it is not wanted. An entry: length, code, how to read, object inside, like; name at 8. */
function findKey(table: usize, key: usize, length: usize): usize {
  if (length == 0) return 0
  const middle = <usize>load<u8>(key + (length >> 1))
  let slot =
    (length * 11 + <usize>load<u8>(key) * 5 + <usize>load<u8>(key + length - 1) * 3 + middle) & (SLOTS - 1)
  while (true) {
    const index = <usize>load<u8>(table + slot)
    if (index == 0) return 0
    const entry = entries + (index - 1) * KEY_BYTES
    if (<usize>load<u8>(entry) == length && sameBytes(entry + 8, key, length)) return entry
    slot = (slot + 1) & (SLOTS - 1)
  }
}

function sameBytes(a: usize, b: usize, length: usize): bool {
  let i: usize = 0
  for (; i + 8 <= length; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false
  const rest = length - i
  if (rest == 0) return true
  const mask = ((<u64>1) << (rest << 3)) - 1
  return ((load<u64>(a + i) ^ load<u64>(b + i)) & mask) == 0
}

function readField(at: usize, entry: usize): usize {
  const event = openEvent(<u32>load<u8>(entry, 1), at)
  if (event == 0) return 0
  const read = <u32>load<u8>(entry, 2)
  const table = KEYS + <usize>load<u8>(entry, 3) * SLOTS
  let after: usize
  if (read <= READ_ID) after = skipValue(at)
  else if (read == READ_OBJECT) after = walkIfObject(at, table)
  else if (read == READ_BLOCKS) after = walkBlocks(at, table)
  else after = walkFirstElement(at, table)
  if (after == 0) return 0
  store<i32>(event, <i32>(after - origin), 8)
  if (load<u8>(at) != QUOTE) return after
  if (escaped) store<u32>(event, load<u32>(event) | ESCAPED)
  if (read == READ_ID) nameString(event, entry, at, after - at)
  return after
}

/** Says which string this is: the same as an earlier one, or its hash. */
function nameString(event: usize, entry: usize, at: usize, length: usize): void {
  const like = LAST_STRINGS + ((<usize>load<u8>(entry, 4)) << 3)
  const earlier = <usize>load<u32>(like)
  const own = LAST_STRINGS + ((<usize>load<u8>(entry, 1)) << 3)
  if (<usize>load<u32>(like, 4) == length && !escaped && sameBytes(earlier, at, length)) {
    store<u32>(event, load<u32>(event) | SAME)
    store<i32>(event, <i32>(earlier - WINDOW), 12)
    store<u64>(own, load<u64>(like))
    return
  }
  store<u32>(event, hashOf(at + 1, at + length - 1), 12)
  if (escaped) return
  store<u32>(own, <u32>at)
  store<u32>(own, <u32>length, 4)
}

function walkIfObject(at: usize, table: usize): usize {
  return load<u8>(at) == OPEN_BRACE ? walkObject(at, table) : skipValue(at)
}

function walkBlocks(at: usize, table: usize): usize {
  if (load<u8>(at) != OPEN_BRACKET) return skipValue(at)
  let p = skipSpace(at + 1)
  if (load<u8>(p) == CLOSE_BRACKET) return p + 1
  while (true) {
    const event = openEvent(CODE_BLOCK, p)
    if (event == 0) return 0
    const after = walkIfObject(p, table)
    if (after == 0) return 0
    store<i32>(event, <i32>(after - origin), 8)
    if (load<u8>(p) == QUOTE && escaped) store<u32>(event, load<u32>(event) | ESCAPED)
    p = skipSpace(after)
    const c = <u32>load<u8>(p)
    if (c == COMMA) {
      p = skipSpace(p + 1)
      continue
    }
    return c == CLOSE_BRACKET ? p + 1 : fail(p)
  }
}

function walkFirstElement(at: usize, table: usize): usize {
  if (load<u8>(at) != OPEN_BRACKET) return skipValue(at)
  let p = skipSpace(at + 1)
  if (load<u8>(p) != OPEN_BRACE) return skipValue(at)
  p = walkObject(p, table)
  while (true) {
    if (p == 0) return 0
    p = skipSpace(p)
    const c = <u32>load<u8>(p)
    if (c == CLOSE_BRACKET) return p + 1
    if (c != COMMA) return fail(p)
    p = skipValue(skipSpace(p + 1))
  }
}

function openEvent(code: u32, at: usize): usize {
  const event = nextEvent
  if (event == EVENTS_END) return giveUp()
  nextEvent = event + EVENT_BYTES
  store<u32>(event, code | ((<u32>load<u8>(at)) << 16))
  store<i32>(event, <i32>(at - origin), 4)
  store<i32>(event, 0, 12)
  return event
}

/** The same as src/scan/hash.ts. */
function hashOf(start: usize, stop: usize): u32 {
  let hash: u32 = 0x9e3779b9 ^ <u32>(stop - start)
  let p = start
  for (; p + 4 <= stop; p += 4) hash = mixed(hash, load<u32>(p))
  const rest = (<u32>(stop - p)) << 3
  hash = mixed(hash, load<u32>(p) & (((<u32>1) << rest) - 1))
  return hash ^ (hash >> 13)
}

function mixed(hash: u32, word: u32): u32 {
  const product = (hash ^ word) * 0x2c1b3c6d
  return product ^ (product >> 15)
}

function skipValue(at: usize): usize {
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

/** Most strings end within their first sixteen bytes. */
function skipString(at: usize): usize {
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

/** All bits below the lowest one of `mask`; all there are if it has none. */
function below(mask: u64): u64 {
  return mask == 0 ? ~(<u64>0) : (mask & (0 - mask)) - 1
}

const EVEN_BITS: u64 = 0x5555555555555555

function bits(v0: v128, v1: v128, v2: v128, v3: v128): u64 {
  return (
    <u64>(<u32>i8x16.bitmask(v0)) |
    ((<u64>(<u32>i8x16.bitmask(v1))) << 16) |
    ((<u64>(<u32>i8x16.bitmask(v2))) << 32) |
    ((<u64>(<u32>i8x16.bitmask(v3))) << 48)
  )
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

/** A letter of the escapes of two bytes. */
function isShortEscape(c: u32): bool {
  return (
    c == 0x6e || c == QUOTE || c == BACKSLASH || c == 0x74 || c == 0x2f || c == 0x62 || c == 0x66 || c == 0x72
  )
}

function skipEscape(at: usize): usize {
  const c = <u32>load<u8>(at, 1)
  if (isShortEscape(c)) return at + 2
  if (c != 0x75) return fail(at)
  return isHex(load<u8>(at, 2)) && isHex(load<u8>(at, 3)) && isHex(load<u8>(at, 4)) && isHex(load<u8>(at, 5))
    ? at + 6
    : fail(at)
}

function isHex(c: u32): bool {
  return c - 0x30 < 10 || (c | 0x20) - 0x61 < 6
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

function skipDigits(at: usize): usize {
  let p = at
  while (<u32>load<u8>(p) - 0x30 < 10) p++
  return p
}

function skipSpace(at: usize): usize {
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

function fail(at: usize): usize {
  failedAt = at
  return 0
}

function giveUp(): usize {
  beyondMe = true
  return 0
}
