/**
 * Rows repeat their envelope (AssemblyScript): a row that was walked key by key leaves a template, and the next row is
 * compared with that first.
 */

import { skipValue } from './json'
import {
  NEWLINE,
  STEPS_BYTES,
  TAKE_COUNTER,
  TAKE_ID,
  TAKE_SKIP,
  TEMPLATE_BYTES,
  TEMPLATES,
} from './usage-layout'
import { clearCounters, takeCounter, takeId, takeTime } from './usage-values'

/** A template: steps of four bytes (a `TAKE`, or LITERAL and a length), then the bytes of its literals. */
const LITERAL: u32 = 255
export let template: usize = 0
let templateSteps: usize = 0
export let templateFlags: u32 = 0
let draft: usize = TEMPLATES
let draftSteps: usize = 0
let draftBytes: usize = 0
/** Where the literal under way begins in the row that is read; 0: the row is too odd for a template. */
let literalFrom: usize = 0

/** What follows is not like what came before. */
export function forgetTemplate(): void {
  template = 0
}

/** The address of the line's newline, or 0: the row differs from the template in more than its values. */
export function readAlike(line: usize): usize {
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

export function sameBytes(a: usize, b: usize, length: usize): bool {
  let i: usize = 0
  for (; i + 16 <= length; i += 16) {
    if (v128.any_true(v128.xor(v128.load(a + i), v128.load(b + i)))) return false
  }
  const rest = length - i
  if (rest == 0) return true
  const same = i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i)))
  return (~same & ((1 << (<i32>rest)) - 1)) == 0
}

/** A row begins that may leave a template. */
export function beginDraft(line: usize): void {
  draftSteps = draft
  draftBytes = draft + STEPS_BYTES
  literalFrom = line
}

/** The row ended: what it left is the template, or none where it is too odd. */
export function keepDraft(after: usize, flags: u32): void {
  endLiteral(after)
  if (literalFrom == 0) {
    template = 0
    return
  }
  template = draft
  templateSteps = draftSteps
  templateFlags = flags
  draft = draft == TEMPLATES ? TEMPLATES + TEMPLATE_BYTES : TEMPLATES
}

/** Ends the literal before a value that varies, and notes the value. */
export function addStep(take: u32, at: usize, after: usize): usize {
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
  store<u32>(draftSteps, LITERAL | ((<u32>length) << 16))
  draftBytes += length
  draftSteps += 4
}
