/**
 * The fast usage scan (AssemblyScript, not TypeScript): the same contract as `UsageScan` in
 * src/usage-scan/usage-scan.ts, over bytes in WASM memory, sixteen at a time.
 *
 * Most lines are passed over without being read: a line can only count if it has a key `usage`, and
 * whether 64 bytes can hold one is asked together with whether the line ends there. The other lines
 * are checked to be JSON, every byte of them. Rows repeat their envelope, so a row that was walked
 * key by key leaves a template (its literal bytes, and what kinds of values stand between them), and
 * the next row is compared with that first. What equals the template is JSON, because the template is.
 *
 * Whatever is odd (white space, an escaped or repeated key, a fraction, no JSON at all) is left to the
 * host, which has the exact reader.
 *
 * The host writes the key tables to KEYS once, and the bytes to WINDOW. A newline is the last byte of
 * what is scanned; it stops every loop. Reads of up to 80 bytes past it are harmless; the host keeps
 * that much room.
 */

import {
  BACKSLASH,
  bits,
  CLOSE_BRACE,
  COLON,
  COMMA,
  escaped,
  isNumberStart,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipNull,
  skipString,
  skipValue,
  skipWord,
} from './json'

/** Layout of the memory; src/usage-scan/wasm-usage-scan.ts has the same numbers. */
const RESULT: usize = 1024
const KEYS: usize = 2048
const OBJECT_BYTES: usize = 512
const KEY_BYTES: usize = 40
/** Two templates: the one in use and the one that is being written. (json.ts has its stack below them.) */
const TEMPLATES: usize = 0x4000
const TEMPLATE_BYTES: usize = 0x2000
const STEPS_BYTES: usize = 0x400
const ROWS: usize = 0x8000
const ROWS_END: usize = 0x48000
const ROW_BYTES: usize = 128
const WINDOW: usize = 0x50000

/** `TAKE` of src/usage-scan/usage-keys.ts. */
const TAKE_SKIP: u32 = 0
const TAKE_TYPE: u32 = 1
const TAKE_TIME: u32 = 2
const TAKE_SESSION: u32 = 3
const TAKE_SIDECHAIN: u32 = 4
const TAKE_API_ERROR: u32 = 5
const TAKE_OBJECT: u32 = 6
const TAKE_ID: u32 = 7
const TAKE_MODEL: u32 = 8
const TAKE_TIER: u32 = 9
const TAKE_FORKED_FROM: u32 = 10
const TAKE_SPEED: u32 = 11
const TAKE_COUNTER: u32 = 16
const USAGE_OBJECT: usize = 2

/** Cells of a row. */
const ROW_HASH: usize = 0
const ROW_TIME: usize = 8
const ROW_COUNTERS: usize = 16
const ROW_START: usize = 80
const ROW_END: usize = 84
const ROW_FLAGS: usize = 88
/** Start and length of session, model and tier; only of a row that is `NAMED`. */
const ROW_NAMES: usize = 92

/** Flags of a row. */
const FORKED: u32 = 1
const SIDECHAIN: u32 = 2
/** The host must read this line itself: nothing but its start and end is said. */
const EXACT: u32 = 4
/** Without it, the names are those of the `NAMED` row before. */
const NAMED: u32 = 8

const NEWLINE: u32 = 0x0a

/** Where the row that is being read goes. */
let row: usize = ROWS
let flags: u32 = 0
let isAssistant: bool = false
let hasType: bool = false
let hasTime: bool = false
let hasId: bool = false
let hasUsage: bool = false
let isOurs: bool = false

/** A template: steps of four bytes (a `TAKE`, or LITERAL and a length), then the bytes of its literals. */
const LITERAL: u32 = 255
let template: usize = 0
let templateSteps: usize = 0
let templateFlags: u32 = 0
let draft: usize = TEMPLATES
let draftSteps: usize = 0
let draftBytes: usize = 0
/** Where the literal under way begins in the row that is read; 0: the row is too odd for a template. */
let literalFrom: usize = 0

/** Another transcript follows: its rows have other names. */
export function begin(): void {
  template = 0
}

/**
 * Reads lines of the window from `from` on; the byte before `to` is a newline. Returns how far it
 * came: up to `to`, or less when there is no more room for rows. `from`, `to` and the result count from WINDOW.
 */
export function scan(from: i32, to: i32): i32 {
  const end = WINDOW + <usize>to
  let line = WINDOW + <usize>from
  let lines: i32 = 0
  row = ROWS
  while (line < end && row < ROWS_END) {
    lines++
    let after: usize = template == 0 ? 0 : readAlike(line)
    if (after != 0) {
      addRow(line, after, templateFlags)
    } else {
      const place = findUsage(line)
      if (load<u8>(place) == NEWLINE) {
        line = place + 1
        continue
      }
      after = readLine(line)
      if (after == 0) {
        after = findNewline(place)
        addRow(line, after, EXACT)
      } else if (isOurs) {
        addRow(line, after, flags | NAMED)
      }
    }
    line = after + 1
  }
  store<i32>(RESULT, <i32>((row - ROWS) / ROW_BYTES))
  store<i32>(RESULT, lines, 4)
  return <i32>(line - WINDOW)
}

function addRow(line: usize, end: usize, rowFlags: u32): void {
  store<u32>(row, <u32>(line - WINDOW), ROW_START)
  store<u32>(row, <u32>(end - WINDOW), ROW_END)
  store<u32>(row, rowFlags, ROW_FLAGS)
  row += ROW_BYTES
}

// --- Which lines can have a key `usage`

/**
 * The first place of the line where a key `usage` may stand; its newline if there is none.
 *
 * Either the key stands there as it is, or one of its letters is escaped (`\u0075`…). Both have
 * a `u`: with a quote five bytes on, or with a 6 or 7 three bytes on.
 */
function findUsage(line: usize): usize {
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

function findNewline(from: usize): usize {
  let p = from
  while (true) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(0x0a)))
    if (found != 0) return p + <usize>ctz(found)
    p += 16
  }
}

// --- One row by the template of an earlier one

/** The address of the line's newline, or 0: the row differs from the template in more than its values. */
function readAlike(line: usize): usize {
  clearCounters()
  let literal = template + STEPS_BYTES
  let p = line
  for (let step = template, end = templateSteps; step < end; step += 4) {
    const take = <u32>load<u8>(step)
    if (take == LITERAL) {
      const length = <usize>load<u16>(step, 2)
      if (!sameBytes(literal, p, length)) return 0
      literal += length
      p += length
      continue
    }
    if (take >= TAKE_COUNTER) p = takeCounter(p, take)
    else if (take == TAKE_SKIP) p = skipValue(p)
    else if (take == TAKE_ID) p = takeId(p)
    else p = takeTime(p)
    if (p == 0) return 0
  }
  return load<u8>(p) == NEWLINE ? p : 0
}

function sameBytes(a: usize, b: usize, length: usize): bool {
  let i: usize = 0
  for (; i + 16 <= length; i += 16) {
    if (v128.any_true(v128.xor(v128.load(a + i), v128.load(b + i)))) return false
  }
  const rest = length - i
  if (rest == 0) return true
  const same = i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i)))
  return (~same & ((1 << (<i32>rest)) - 1)) == 0
}

function clearCounters(): void {
  const zero = i64x2.splat(0)
  v128.store(row, zero, ROW_COUNTERS)
  v128.store(row, zero, ROW_COUNTERS + 16)
  v128.store(row, zero, ROW_COUNTERS + 32)
  v128.store(row, zero, ROW_COUNTERS + 48)
}

// --- One row key by key

/** The address of the line's newline, or 0: the host must read this line. `isOurs`: it has usage that counts. */
function readLine(line: usize): usize {
  if (load<u8>(line) != OPEN_BRACE) return 0
  clearCounters()
  v128.store(row, i64x2.splat(0), ROW_NAMES)
  store<u64>(row, 0, ROW_NAMES + 16)
  flags = 0
  isAssistant = false
  hasType = false
  hasTime = false
  hasId = false
  hasUsage = false
  isOurs = true
  draftSteps = draft
  draftBytes = draft + STEPS_BYTES
  literalFrom = line
  const after = walkObject(line, 0)
  if (after == 0 || load<u8>(after) != NEWLINE || !hasType) return 0
  isOurs = isOurs && isAssistant && hasUsage
  if (!isOurs) return after
  if (!hasTime || !hasId) return 0
  endLiteral(after)
  if (literalFrom == 0) {
    template = 0
    return after
  }
  template = draft
  templateSteps = draftSteps
  templateFlags = flags
  draft = draft == TEMPLATES ? TEMPLATES + TEMPLATE_BYTES : TEMPLATES
  return after
}

// The functions below take the address of a value's first byte and return the one after it; 0: leave the line.

function walkObject(at: usize, object: usize): usize {
  let p = at + 1
  if (load<u8>(p) == CLOSE_BRACE) return p + 1
  let seen: u32 = 0
  while (true) {
    if (load<u8>(p) != QUOTE) return 0
    const key = p + 1
    p = skipString(p)
    if (p == 0 || escaped || load<u8>(p) != COLON) return 0
    const entry = findKey(object, key, p - 1 - key)
    p++
    if (entry == 0) {
      p = passOther(p)
    } else {
      const bit = (<u32>1) << (<u32>load<u8>(entry, 3))
      if (seen & bit) return 0
      seen |= bit
      p = takeValue(p, entry)
    }
    if (p == 0) return 0
    const c = <u32>load<u8>(p++)
    if (c != COMMA) return c == CLOSE_BRACE ? p : 0
  }
}

/** An entry: length, take, object inside, number in its object; name at 8. A length of 0 ends the table. */
function findKey(object: usize, key: usize, length: usize): usize {
  if (length == 0) return 0
  let entry = KEYS + object * OBJECT_BYTES
  while (true) {
    const own = <usize>load<u8>(entry)
    if (own == 0) return 0
    if (own == length && sameBytes(entry + 8, key, length)) return entry
    entry += KEY_BYTES
  }
}

/** The value of a key without meaning here. A string or a word mostly repeats, so it is part of the literal. */
function passOther(at: usize): usize {
  const c = <u32>load<u8>(at)
  if (c == QUOTE) return skipString(at)
  if (c != OPEN_BRACE && c != OPEN_BRACKET && !isNumberStart(c)) return skipWord(at)
  return addStep(TAKE_SKIP, at, skipValue(at))
}

function takeValue(at: usize, entry: usize): usize {
  const take = <u32>load<u8>(entry, 1)
  if (take >= TAKE_COUNTER) return addStep(take, at, takeCounter(at, take))
  switch (take) {
    case TAKE_TYPE:
      return takeType(at)
    case TAKE_TIME:
      return addStep(take, at, takeTime(at))
    case TAKE_SESSION:
      return takeName(at, ROW_NAMES)
    case TAKE_SIDECHAIN:
      return takeFlag(at, SIDECHAIN)
    case TAKE_API_ERROR: {
      if (load<u8>(at) == 0x74) isOurs = false
      return takeFlag(at, 0)
    }
    case TAKE_OBJECT:
      return takeObject(at, <usize>load<u8>(entry, 2))
    case TAKE_ID:
      return addStep(take, at, takeId(at))
    case TAKE_MODEL:
      return takeModel(at)
    case TAKE_TIER:
      return takeName(at, ROW_NAMES + 16)
    case TAKE_SPEED:
      return takeSpeed(at)
    case TAKE_FORKED_FROM: {
      if (load<u8>(at) != QUOTE) return 0
      flags |= FORKED
      return skipString(at)
    }
    default:
      return addStep(TAKE_SKIP, at, skipValue(at))
  }
}

function takeType(at: usize): usize {
  if (load<u8>(at) != QUOTE) return 0
  const after = skipString(at)
  if (after == 0 || escaped) return 0
  hasType = true
  // "assistant"
  isAssistant = after - at == 11 && load<u64>(at, 1) == 0x6e61747369737361 && load<u8>(at, 9) == 0x74
  return after
}

function takeModel(at: usize): usize {
  const after = takeName(at, ROW_NAMES + 8)
  // "<synthetic>"
  if (after - at == 13 && load<u64>(at, 1) == 0x746568746e79733c && load<u32>(at, 8) == 0x3e636974)
    isOurs = false
  return after
}

/** A string whose bytes are its text, or null. */
function takeName(at: usize, cell: usize): usize {
  if (load<u8>(at) != QUOTE) return skipNull(at)
  const after = skipString(at)
  if (after == 0 || escaped) return 0
  const start = at + 1
  const length = after - 1 - start
  for (let i: usize = 0; i < length; i++) if (load<u8>(start + i) >= 0x80) return 0
  store<u32>(row + cell, <u32>(start - WINDOW))
  store<u32>(row + cell, <u32>length, 4)
  return after
}

/** "fast", and whatever else begins like it, is left to the exact reader. */
function takeSpeed(at: usize): usize {
  if (load<u8>(at) != QUOTE) return skipNull(at)
  if (load<u8>(at, 1) == 0x66) return 0
  const after = skipString(at)
  return escaped ? 0 : after
}

function takeFlag(at: usize, flag: u32): usize {
  const after = skipWord(at)
  if (load<u8>(at) == 0x74) flags |= flag
  return after
}

function takeObject(at: usize, object: usize): usize {
  if (load<u8>(at) != OPEN_BRACE) return skipNull(at)
  if (object == USAGE_OBJECT) hasUsage = true
  return walkObject(at, object)
}

function takeId(at: usize): usize {
  if (load<u8>(at) != QUOTE) return 0
  const after = skipString(at)
  if (after == 0 || escaped || after - at == 2) return 0
  hasId = true
  return hashInto(at + 1, after - 1) ? after : 0
}

/** Digits as `JSON.parse` takes them, few enough to be exact in a double; or null. */
function takeCounter(at: usize, take: u32): usize {
  let p = at
  let value: u64 = 0
  let digit = <u32>load<u8>(p) - 0x30
  if (digit > 9) return skipNull(at)
  while (digit <= 9) {
    value = value * 10 + digit
    digit = <u32>load<u8>(++p) - 0x30
  }
  if (p - at > 15 || (load<u8>(at) == 0x30 && p - at > 1)) return 0
  store<f64>(row + (<usize>(take - TAKE_COUNTER) << 3), <f64>value, ROW_COUNTERS)
  return p
}

// --- The time

let dayStart: u64 = 0
let dayRest: u16 = 0
let dayMs: f64 = 0

/** "2026-01-31T23:59:59.123Z", which every version writes, and nothing else. */
function takeTime(at: usize): usize {
  if (load<u8>(at) != QUOTE || load<u8>(at, 11) != 0x54 || load<u16>(at, 24) != 0x225a) return 0
  if (load<u8>(at, 14) != COLON || load<u8>(at, 17) != COLON || load<u8>(at, 20) != 0x2e) return 0
  if (load<u64>(at, 1) != dayStart || load<u16>(at, 9) != dayRest) {
    if (!readDay(at + 1)) return 0
  }
  const hour = twoDigits(at + 12)
  const minute = twoDigits(at + 15)
  const second = twoDigits(at + 18)
  const hundred = <u32>load<u8>(at, 21) - 0x30
  const rest = twoDigits(at + 22)
  if (hour > 23 || minute > 59 || second > 59 || hundred > 9 || rest > 99) return 0
  hasTime = true
  const ms = ((hour * 60 + minute) * 60 + second) * 1000 + hundred * 100 + rest
  store<f64>(row, dayMs + <f64>ms, ROW_TIME)
  return at + 26
}

function readDay(at: usize): bool {
  if (load<u8>(at, 4) != 0x2d || load<u8>(at, 7) != 0x2d) return false
  const century = twoDigits(at)
  const yearOf = twoDigits(at + 2)
  const month = twoDigits(at + 5)
  const day = twoDigits(at + 8)
  if (century > 99 || yearOf > 99) return false
  const year = century * 100 + yearOf
  if (year < 1970 || month - 1 > 11 || day - 1 > 30) return false
  // Days 29 to 31 of a month that lacks them are the host's to judge.
  if (day > 28 && (month == 2 || (day == 31 && (month == 4 || month == 6 || month == 9 || month == 11)))) return false
  // Years count from March: a leap day is then a year's last.
  const y = month <= 2 ? year - 1 : year
  const dayOfYear = (153 * ((month + 9) % 12) + 2) / 5
  const days = <i32>(y * 365 + y / 4 - y / 100 + y / 400 + dayOfYear + day) - 719469
  dayStart = load<u64>(at)
  dayRest = load<u16>(at, 8)
  dayMs = <f64>days * 86400000
  return true
}

/** More than 99 where one is no digit. */
function twoDigits(at: usize): u32 {
  const tens = <u32>load<u8>(at) - 0x30
  const ones = <u32>load<u8>(at, 1) - 0x30
  return tens > 9 || ones > 9 ? 1000 : tens * 10 + ones
}

// --- The hash of a message's id

/** The same as src/usage-scan/id-hash.ts. False where the bytes are not all ASCII. */
function hashInto(start: usize, stop: usize): bool {
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
  store<u32>(row, mixed(mixed(a ^ rest, 0x2c1b3c6d), 0x7feb352d), ROW_HASH)
  store<u32>(row, mixed(mixed(b ^ rest, 0x297a2d39), 0x846ca68b), ROW_HASH + 4)
  return ((wide | rest) & 0x80808080) == 0
}

function mixed(word: u32, factor: u32): u32 {
  const product = word * factor
  return product ^ (product >> 15)
}

// --- The template under way

/** Ends the literal before a value that varies, and notes the value. */
function addStep(take: u32, at: usize, after: usize): usize {
  if (after == 0 || literalFrom == 0) return after
  endLiteral(at)
  if (literalFrom == 0) return after
  if (draftSteps + 8 > draft + STEPS_BYTES) {
    literalFrom = 0
    return after
  }
  store<u32>(draftSteps, take)
  draftSteps += 4
  literalFrom = after
  return after
}

function endLiteral(at: usize): void {
  if (literalFrom == 0) return
  const length = at - literalFrom
  if (length == 0) return
  if (draftBytes + length + 16 > draft + TEMPLATE_BYTES || draftSteps + 8 > draft + STEPS_BYTES) {
    literalFrom = 0
    return
  }
  memory.copy(draftBytes, literalFrom, length)
  store<u32>(draftSteps, LITERAL | (<u32>length << 16))
  draftBytes += length
  draftSteps += 4
}
