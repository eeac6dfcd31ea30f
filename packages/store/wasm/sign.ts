import {
  ASCII_FOLD,
  BACKSLASH,
  ESCAPE_FOLD,
  FIVES,
  FOLDS,
  HARD,
  HARD_END,
  KEY_BYTES,
  MARKS_END,
  QUOTE,
  RESULT,
  RULE_BYTES,
  RULES,
  SEAMS,
  SIGNATURE,
  STACK,
  STACK_END,
  THREES,
} from './memory'

/**
 * The fast signer (AssemblyScript): walks one JSON value that a scanner has accepted, and marks
 * the bits of all runs of its texts, decoded and folded on the way.
 *
 * A string that one look per unit cannot fold (it may compose, it is damaged, it has half a
 * surrogate pair) goes to the list at HARD, for the host.
 */

const HARD_UNIT: u32 = 0xffff
const BAD: u32 = 0x110000
const LEFT_OUT: u32 = 0xff
const OBJECT: u32 = 0x80
const RULE: u32 = 0x7f
const SPACE: u32 = 0x20
/** How runs become bits, see `Grams` of signatures/grams.ts. */
const GOLDEN: u32 = 0x9e3779b1
const OLDER: u32 = 0x85ebca6b
const LEFT: u32 = 0xc2b2ae35
const SECOND: u32 = 0x27d4eb2f

let units: i32 = 0
let odd: bool = false
let nextHard: usize = HARD
/** Of the string under way: its last three units, how many there were, the last one, the products of the last two. */
let window: u32 = 0
let length: u32 = 0
let last: u32 = 0
let product: u32 = 0
let productBefore: u32 = 0
/** Of its last space: the product of what stands before it, how many units there are when its seam ends. */
let leftOfSpace: u32 = 0
let seamEnd: u32 = 0
/** Behind what `unitAt` read. */
let after: usize = 0

/** Answers 1; 0 where the value nests too deep or holds too many hard strings: the host must read it. */
export function sign(from: usize, to: usize, rule: u32): i32 {
  units = 0
  odd = false
  nextHard = HARD
  const whole = walk(from, to, rule)
  store<i32>(RESULT, units)
  store<i32>(RESULT, <i32>odd, 4)
  store<i32>(RESULT, <i32>((nextHard - HARD) >> 3), 8)
  return <i32>whole
}

function walk(from: usize, to: usize, outer: u32): bool {
  let p = from
  let frame: u32 = outer
  let rule: u32 = outer
  let stack = STACK
  let atKey = false
  while (p < to) {
    const c = <u32>load<u8>(p)
    if (c == QUOTE) {
      if (!atKey) {
        p = signString(p + 1)
        if (p == 0) return false
        continue
      }
      const key = p + 1
      p = skipString(key)
      rule = ruleInside(frame & RULE, key, p - 1 - key)
      atKey = false
      p = skipPast(p, 0x3a)
      if (rule == LEFT_OUT) p = skipValue(p)
      continue
    }
    p++
    if (c == 0x7b || c == 0x5b) {
      if (stack == STACK_END) return false
      store<u8>(stack++, frame)
      frame = c == 0x7b ? rule | OBJECT : rule
      atKey = c == 0x7b
    } else if (c == 0x7d || c == 0x5d) {
      frame = load<u8>(--stack)
    } else if (c == 0x2c) {
      atKey = (frame & OBJECT) != 0
      rule = frame & RULE
    }
  }
  return true
}

/** The rule of the value under a key, `LEFT_OUT` where it has no text. */
function ruleInside(rule: u32, key: usize, keyLength: usize): u32 {
  const table = RULES + <usize>rule * RULE_BYTES
  const end = table + 8 + <usize>load<u32>(table) * KEY_BYTES
  for (let entry = table + 8; entry < end; entry += KEY_BYTES)
    if (<usize>load<u8>(entry) == keyLength && sameBytes(entry + 2, key, keyLength)) return load<u8>(entry, 1)
  return rule
}

function sameBytes(a: usize, b: usize, count: usize): bool {
  for (let i: usize = 0; i < count; i++) if (load<u8>(a + i) != load<u8>(b + i)) return false
  return true
}

/** Signs the string that begins at `from`; the address behind its quote, 0 when HARD is full. */
function signString(from: usize): usize {
  let p = from
  let three: u32 = 0
  let before: u32 = 0
  let count: u32 = 0
  let old: u32 = 0
  let older: u32 = 0
  let left: u32 = 0
  let seam: u32 = 0
  while (true) {
    let unit = <u32>load<u8>(ASCII_FOLD + <usize>load<u8>(p))
    let bytes: usize = 1
    if (unit == 0) {
      const c = <u32>load<u8>(p)
      if (c == QUOTE) break
      if (c == BACKSLASH) {
        // Line ends, tabs, quotes and backslashes: the escapes of nearly every text.
        unit = <u32>load<u8>(ESCAPE_FOLD + <usize>load<u8>(p, 1))
        bytes = 2
      }
    }
    if (unit != 0) {
      p += bytes
      if (unit == SPACE) {
        if (before == SPACE) continue
        if (count >= 3) {
          left = old
          seam = count + 4
        }
      }
      three = (three << 11) ^ unit
      before = unit
      if (++count < 3) continue
      const now = three * GOLDEN
      store<u8>(THREES + <usize>(now >> 17), MARK)
      if (count >= 5) store<u8>(FIVES + <usize>((now + older * OLDER) >> 16), MARK)
      if (count == seam) markSeam(now + left * LEFT)
      older = old
      old = now
      continue
    }
    window = three
    length = count
    last = before
    product = old
    productBefore = older
    leftOfSpace = left
    seamEnd = seam
    p = signOther(p)
    if (p == 0) return leaveToHost(from)
    three = window
    count = length
    before = last
    old = product
    older = productBefore
    left = leftOfSpace
    seam = seamEnd
  }
  units += count
  return p + 1
}

/** An escape or a sequence of bytes outside ASCII; 0 where it makes the string a hard one. */
function signOther(at: usize): usize {
  const unit = unitAt(at)
  if (unit == BAD) return 0
  if (unit < 0x10000) {
    const folded = <u32>load<u16>(FOLDS + ((<usize>unit) << 1))
    if (folded == HARD_UNIT) return 0
    if (unit >= 0x80 && folded < 0x80 && folded != SPACE) odd = true
    push(folded)
    return after
  }
  // Pictures and ideographs; they neither compose nor fold. The compatibility ideographs do.
  if (!((unit >= 0x1f000 && unit < 0x1fb00) || (unit >= 0x20000 && unit < 0x2f800))) return 0
  push(0xd7c0 + (unit >> 10))
  push(0xdc00 + (unit & 0x3ff))
  return after
}

/** The same as `signString` does. */
function push(unit: u32): void {
  if (unit == SPACE) {
    if (last == SPACE) return
    if (length >= 3) {
      leftOfSpace = product
      seamEnd = length + 4
    }
  }
  window = (window << 11) ^ unit
  last = unit
  if (++length < 3) return
  const now = window * GOLDEN
  store<u8>(THREES + <usize>(now >> 17), MARK)
  if (length >= 5) store<u8>(FIVES + <usize>((now + productBefore * OLDER) >> 16), MARK)
  if (length == seamEnd) markSeam(now + leftOfSpace * LEFT)
  productBefore = product
  product = now
}

/** The four bits of a seam. */
function markSeam(hash: u32): void {
  const first = hash >> 16
  const second = ((hash ^ (hash >> 15)) * SECOND) >> 16
  store<u8>(SEAMS + <usize>first, MARK)
  store<u8>(SEAMS + <usize>second, MARK)
  store<u8>(SEAMS + <usize>((first + second) & 0xffff), MARK)
  store<u8>(SEAMS + <usize>((first - second) & 0xffff), MARK)
}

/**
 * Sets the bits in SIGNATURE of what was marked since the last call. A mark is a byte by itself: to set it
 * takes no look at its neighbours, which is worth more than the memory.
 */
export function gather(): void {
  let out = SIGNATURE
  for (let mark = FIVES; mark < MARKS_END; mark += 64) {
    const a = v128.load(mark)
    const b = v128.load(mark, 16)
    const c = v128.load(mark, 32)
    const d = v128.load(mark, 48)
    if (v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) {
      const low = <u64>(<u32>i8x16.bitmask(a)) | ((<u64>(<u32>i8x16.bitmask(b))) << 16)
      const high = <u64>(<u32>i8x16.bitmask(c)) | ((<u64>(<u32>i8x16.bitmask(d))) << 16)
      store<u64>(out, load<u64>(out) | low | (high << 32))
      const none = i8x16.splat(0)
      v128.store(mark, none)
      v128.store(mark, none, 16)
      v128.store(mark, none, 32)
      v128.store(mark, none, 48)
    }
    out += 8
  }
}

/** A byte with the bit that `i8x16.bitmask` looks at. */
const MARK: u8 = 0x80

/** The code point at `at` and, in `after`, where the next one is. */
function unitAt(at: usize): u32 {
  const c = <u32>load<u8>(at)
  if (c == BACKSLASH) return escapeAt(at)
  if (c >= 0xc2 && c < 0xe0) {
    after = at + 2
    const low = continuation(at, 1)
    return low == BAD ? BAD : ((c & 0x1f) << 6) | low
  }
  if (c >= 0xe0 && c < 0xf0) {
    after = at + 3
    const middle = continuation(at, 1)
    const low = continuation(at, 2)
    const unit = ((c & 0xf) << 12) | (middle << 6) | low
    if (middle == BAD || low == BAD || unit < 0x800 || (unit & 0xf800) == 0xd800) return BAD
    return unit
  }
  if (c >= 0xf0 && c < 0xf5) {
    after = at + 4
    const high = continuation(at, 1)
    const middle = continuation(at, 2)
    const low = continuation(at, 3)
    const unit = ((c & 0x7) << 18) | (high << 12) | (middle << 6) | low
    if (high == BAD || middle == BAD || low == BAD || unit < 0x10000 || unit >= 0x110000) return BAD
    return unit
  }
  return BAD
}

function continuation(at: usize, i: usize): u32 {
  const c = <u32>load<u8>(at + i)
  return (c & 0xc0) == 0x80 ? c & 0x3f : BAD
}

function escapeAt(at: usize): u32 {
  after = at + 2
  switch (<u32>load<u8>(at, 1)) {
    case 0x6e:
      return 0x0a
    case 0x74:
      return 0x09
    case 0x72:
      return 0x0d
    case 0x62:
      return 0x08
    case 0x66:
      return 0x0c
    case 0x2f:
      odd = true
      return 0x2f
    case 0x75:
      break
    default:
      return load<u8>(at, 1)
  }
  after = at + 6
  const unit = (hex(at, 2) << 12) | (hex(at, 3) << 8) | (hex(at, 4) << 4) | hex(at, 5)
  if (unit >= SPACE) odd = true
  return (unit & 0xf800) == 0xd800 ? BAD : unit
}

function hex(at: usize, i: usize): u32 {
  const c = <u32>load<u8>(at + i)
  return c < 0x3a ? c - 0x30 : (c | 0x20) - 0x57
}

function leaveToHost(from: usize): usize {
  if (nextHard == HARD_END) return 0
  const end = skipString(from)
  store<u32>(nextHard, <u32>from - 1)
  store<u32>(nextHard, <u32>end, 4)
  nextHard += 8
  return end
}

/** From inside a string to behind its quote. */
function skipString(from: usize): usize {
  let p = from
  while (true) {
    const v = v128.load(p)
    const found = i8x16.bitmask(v128.or(i8x16.eq(v, i8x16.splat(0x22)), i8x16.eq(v, i8x16.splat(0x5c))))
    if (found == 0) {
      p += 16
      continue
    }
    p += <usize>ctz(found)
    if (load<u8>(p) == QUOTE) return p + 1
    p += 2
  }
}

function skipPast(from: usize, byte: u32): usize {
  let p = from
  while (<u32>load<u8>(p) != byte) p++
  return p + 1
}

/** Behind a value; a scalar ends at the byte that ends its container too. */
function skipValue(from: usize): usize {
  let p = from
  let depth = 0
  while (true) {
    const c = <u32>load<u8>(p)
    if (c == QUOTE) {
      p = skipString(p + 1)
      if (depth == 0) return p
      continue
    }
    if (c == 0x7b || c == 0x5b) depth++
    else if (c == 0x7d || c == 0x5d) {
      if (depth == 0) return p
      if (--depth == 0) return p + 1
    } else if (c == 0x2c && depth == 0) return p
    p++
  }
}
