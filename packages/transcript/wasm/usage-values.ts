/**
 * The row that is being read, and its values that differ from row to row (AssemblyScript). The functions that begin with
 * `take` get the address of a value's first byte and return the one after it; 0: leave the line to the host.
 */

import { hashInto } from './id-hash'
import { QUOTE } from './json-bytes'
import { escaped, skipNull, skipString } from './json'
import {
  ROW_BYTES,
  ROW_COUNTERS,
  ROW_END,
  ROW_FLAGS,
  ROW_HASH,
  ROW_START,
  ROW_TIME,
  ROWS,
  TAKE_COUNTER,
  WINDOW,
} from './usage-layout'
import { timeAt } from './usage-time'

/** Where the row that is being read goes. */
export let row: usize = ROWS
export let hasTime: bool = false
export let hasId: bool = false

export function firstRow(): void {
  row = ROWS
}

export function addRow(line: usize, end: usize, rowFlags: u32): void {
  store<u32>(row, <u32>(line - WINDOW), ROW_START)
  store<u32>(row, <u32>(end - WINDOW), ROW_END)
  store<u32>(row, rowFlags, ROW_FLAGS)
  row += ROW_BYTES
}

export function newValues(): void {
  clearCounters()
  hasTime = false
  hasId = false
}

export function clearCounters(): void {
  const zero = i64x2.splat(0)
  v128.store(row, zero, ROW_COUNTERS)
  v128.store(row, zero, ROW_COUNTERS + 16)
  v128.store(row, zero, ROW_COUNTERS + 32)
  v128.store(row, zero, ROW_COUNTERS + 48)
}

export function takeId(at: usize): usize {
  if (load<u8>(at) != QUOTE) return 0
  const after = skipString(at)
  if (after == 0 || escaped || after - at == 2) return 0
  hasId = true
  return hashInto(row + ROW_HASH, at + 1, after - 1) ? after : 0
}

export function takeTime(at: usize): usize {
  const time = timeAt(at)
  if (time < 0) return 0
  hasTime = true
  store<f64>(row, time, ROW_TIME)
  return at + 26
}

/** Digits as `JSON.parse` takes them, few enough to be exact in a double; or null. */
export function takeCounter(at: usize, take: u32): usize {
  let p = at
  let value: u64 = 0
  let digit = <u32>load<u8>(p) - 0x30
  if (digit > 9) return skipNull(at)
  while (digit <= 9) {
    value = value * 10 + digit
    digit = <u32>load<u8>(++p) - 0x30
  }
  if (p - at > 15 || (load<u8>(at) == 0x30 && p - at > 1)) return 0
  store<f64>(row + ((<usize>(take - TAKE_COUNTER)) << 3), <f64>value, ROW_COUNTERS)
  return p
}
