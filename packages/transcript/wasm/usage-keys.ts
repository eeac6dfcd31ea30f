/**
 * One row, read key by key (AssemblyScript). The functions that begin with `take` get the address of a value's first byte
 * and return the one after it; 0: leave the line to the host.
 */

import { escaped, isNumberStart, skipNull, skipString, skipValue, skipWord } from './json'
import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './json-bytes'
import {
  FORKED,
  KEY_BYTES,
  KEYS,
  NEWLINE,
  OBJECT_BYTES,
  ROW_NAMES,
  SIDECHAIN,
  TAKE_API_ERROR,
  TAKE_COUNTER,
  TAKE_FORKED_FROM,
  TAKE_GEO,
  TAKE_ID,
  TAKE_MODEL,
  TAKE_OBJECT,
  TAKE_SESSION,
  TAKE_SIDECHAIN,
  TAKE_SKIP,
  TAKE_SPEED,
  TAKE_TIER,
  TAKE_TIME,
  TAKE_TYPE,
  US_ONLY,
  USAGE_OBJECT,
  WINDOW,
} from './usage-layout'
import { addStep, beginDraft, keepDraft, sameBytes } from './usage-template'
import { hasId, hasTime, newValues, row, takeCounter, takeId, takeTime } from './usage-values'

export let flags: u32 = 0
/** The line has usage that counts. */
export let isOurs: bool = false
let isAssistant: bool = false
let hasType: bool = false
let hasUsage: bool = false

/** The address of the line's newline, or 0: the host must read this line. `isOurs`: it has usage that counts. */
export function readLine(line: usize): usize {
  if (load<u8>(line) != OPEN_BRACE) return 0
  newValues()
  v128.store(row, i64x2.splat(0), ROW_NAMES)
  store<u64>(row, 0, ROW_NAMES + 16)
  flags = 0
  isAssistant = false
  hasType = false
  hasUsage = false
  isOurs = true
  beginDraft(line)
  const after = walkObject(line, 0)
  if (after == 0 || load<u8>(after) != NEWLINE || !hasType) return 0
  isOurs = isOurs && isAssistant && hasUsage
  if (!isOurs) return after
  if (!hasTime || !hasId) return 0
  keepDraft(after, flags)
  return after
}

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
    case TAKE_GEO:
      return takeGeo(at)
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

/** "us", or anything else. */
function takeGeo(at: usize): usize {
  if (load<u8>(at) != QUOTE) return skipNull(at)
  if (load<u32>(at) == 0x22737522) flags |= US_ONLY
  const after = skipString(at)
  return escaped ? 0 : after
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
