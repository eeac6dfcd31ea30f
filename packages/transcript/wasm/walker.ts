/**
 * The fast walker (AssemblyScript, not TypeScript): the same contract as `Walker` in
 * src/scan/walker.ts, over bytes in WASM memory, sixteen at a time.
 *
 * The host writes the key tables to KEYS once; for each load it writes the bytes to WINDOW, a
 * newline after them, and zeros to LAST_STRINGS. A newline stops every loop (no token goes on over
 * it), so nothing here looks at an end. Reads of up to 64 bytes past it are harmless; the host
 * keeps that much room.
 */

import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './json-bytes'
import { skipSpace, skipValue } from './spaced-json'
import { badUtf8, escaped, newObject, skipString } from './spaced-strings'
import { beyondMe, fail, failedAt, giveUp, noFault } from './walk-fault'

/** Layout of the memory; src/scan/wasm-walker.ts has the same numbers. */
const RESULT: usize = 1024
const KEYS: usize = 2048
const KEY_BYTES: usize = 48
const SLOTS: usize = 256
/** By code: address and length of the last string under a key that is read as READ_ID. */
const LAST_STRINGS: usize = 0x7000
/** The stack of spaced-json.ts stands between. */
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

let origin: usize = 0
let entries: usize = 0
let nextEvent: usize = EVENTS
let repeated: bool = false

/** `objectCount` tables of SLOTS bytes stand at KEYS, the entries they point at behind them. */
export function setKeys(objectCount: i32): void {
  entries = KEYS + <usize>objectCount * SLOTS
}

/** `at` and the result count from WINDOW. */
export function walk(at: i32): i32 {
  origin = WINDOW + <usize>at
  nextEvent = EVENTS
  noFault(origin)
  newObject()
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
