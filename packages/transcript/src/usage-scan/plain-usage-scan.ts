import { SYNTHETIC_MODEL } from '../messages/message-table.ts'
import { US_ONLY, USAGE_WIDTH } from '../scan/columns.ts'
import { JsonBytes } from '../scan/json-bytes.ts'
import { timeOf } from '../scan/timestamp.ts'
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { mayHoldUsage } from './find-usage.ts'
import { IdHash } from './id-hash.ts'
import { TAKE, USAGE_OBJECT, USAGE_OBJECTS } from './usage-keys.ts'
import { USAGE_FLAG } from './usage-rows.ts'
import type { UsageScan, UsageTarget } from './usage-scan.ts'

/** The usage scan in plain TypeScript; runs anywhere. */
export class PlainUsageScan implements UsageScan {
  readonly #json = new JsonBytes()
  readonly #hash = new IdHash()
  readonly #counters = new Float64Array(USAGE_WIDTH)
  #window = new Uint8Array(0)
  #line = emptyLine()

  window(size: number): Uint8Array<ArrayBuffer> {
    if (size > this.#window.length) {
      const wider = new Uint8Array(size)
      wider.set(this.#window)
      this.#window = wider
    }
    return this.#window
  }

  begin(): void {
    // Nothing is remembered from row to row.
  }

  scan(start: number, end: number, target: UsageTarget): void {
    for (let line = start; line < end;) {
      const newline = this.#window.indexOf(NEWLINE, line)
      target.counts.lines++
      if (mayHoldUsage(this.#window, line, newline)) this.#readLine(line, newline, target)
      line = newline + 1
    }
  }

  #readLine(start: number, end: number, target: UsageTarget): void {
    this.#json.reset(this.#window, end)
    this.#counters.fill(0)
    const line = (this.#line = emptyLine())
    const isWhole = this.#window[start] === OPEN_BRACE && this.#walkObject(start, 0) === end
    if (!isWhole || line.type === ABSENT) return target.exact(start, end)
    const counts = line.hasUsage && !line.apiError && this.#equals(line.type, 'assistant')
    if (!counts || this.#equals(line.model, SYNTHETIC_MODEL)) return
    if (Number.isNaN(line.time) || line.id === ABSENT) return target.exact(start, end)
    this.#addRow(start, target)
  }

  #addRow(start: number, target: UsageTarget): void {
    const { rows, names } = target
    const line = this.#line
    const row = rows.add()
    target.counts.fastRows++
    this.#hash.of(this.#window, line.id.start, line.id.end)
    rows.low[row] = this.#hash.low
    rows.high[row] = this.#hash.high
    rows.time[row] = line.time
    rows.offset[row] = target.windowOffset + start
    rows.flags[row] = line.flags
    const nameOf = ({ start: from, end: to }: Range) =>
      from === 0 ? 0 : names.intern(this.#window, from, to)
    rows.model[row] = nameOf(line.model)
    rows.session[row] = nameOf(line.session)
    const tier = nameOf(line.tier)
    rows.tier[row] = line.usOnly ? names.internText(`${names.text(tier)}${US_ONLY}`) : tier
    rows.counters.set(this.#counters, row * USAGE_WIDTH)
  }

  // The methods below take the place of a value's first byte and return the one after it; -1: leave the line.

  #walkObject(at: number, object: number): number {
    const json = this.#json
    const { bytes, end } = json
    const keys = TABLES[object]
    let seen = 0
    let i = json.skipSpace(at + 1)
    if (i < end && bytes[i] === CLOSE_BRACE) return i + 1
    for (;;) {
      if (i >= end || bytes[i] !== QUOTE) return -1
      const keyStart = i + 1
      i = json.skipString(i)
      if (i < 0 || json.escaped) return -1
      const found = findKey(keys, bytes, keyStart, i - 1)
      i = json.skipSpace(i)
      if (i >= end || bytes[i] !== 0x3a) return -1
      i = json.skipSpace(i + 1)
      if (i >= end) return -1
      if (found < 0) {
        i = json.skipValue(i)
      } else {
        if ((seen & (1 << found)) !== 0) return -1
        seen |= 1 << found
        const { take, inside } = USAGE_OBJECTS[object][found]
        i = take === TAKE.object ? this.#takeObject(i, inside) : this.#takeValue(i, take)
      }
      if (i < 0) return -1
      i = json.skipSpace(i)
      if (i >= end) return -1
      if (bytes[i] === CLOSE_BRACE) return i + 1
      if (bytes[i] !== 0x2c) return -1
      i = json.skipSpace(i + 1)
    }
  }

  #takeObject(at: number, object: number): number {
    if (this.#json.bytes[at] !== OPEN_BRACE) return this.#skipNull(at)
    if (object === USAGE_OBJECT) this.#line.hasUsage = true
    return this.#walkObject(at, object)
  }

  #takeValue(at: number, take: number): number {
    const line = this.#line
    if (take >= TAKE.counter) return this.#takeCounter(at, take - TAKE.counter)
    if (take === TAKE.skip) return this.#json.skipValue(at)
    if (take === TAKE.sidechain || take === TAKE.apiError) return this.#takeFlag(at, take)
    if (this.#json.bytes[at] !== QUOTE) {
      return MAYBE_NULL.has(take) ? this.#skipNull(at) : -1
    }
    const after = this.#json.skipString(at)
    if (after < 0) return -1
    if (take === TAKE.speed) return this.#json.escaped || this.#json.bytes[at + 1] === 0x66 ? -1 : after
    if (take === TAKE.geo) {
      line.usOnly = this.#equals({ start: at + 1, end: after - 1 }, 'us')
      return this.#json.escaped ? -1 : after
    }
    if (take === TAKE.forkedFrom) line.flags |= USAGE_FLAG.forked
    else if (this.#json.escaped || !isAscii(this.#json.bytes, at, after)) return -1
    const inner = { start: at + 1, end: after - 1 }
    if (take === TAKE.type) line.type = inner
    else if (take === TAKE.session) line.session = inner
    else if (take === TAKE.model) line.model = inner
    else if (take === TAKE.tier) line.tier = inner
    else if (take === TAKE.id && inner.end > inner.start) line.id = inner
    else if (take === TAKE.time) line.time = timeOf(this.#json.bytes, inner.start, inner.end)
    return after
  }

  #takeFlag(at: number, take: number): number {
    const first = this.#json.bytes[at]
    if (first !== 0x74 && first !== 0x66 && first !== 0x6e) return -1
    const after = this.#json.skipValue(at)
    if (first !== 0x74) return after
    if (take === TAKE.sidechain) this.#line.flags |= USAGE_FLAG.sidechain
    else this.#line.apiError = true
    return after
  }

  /** Digits, few enough to be exact in a double; or null. */
  #takeCounter(at: number, counter: number): number {
    const { bytes } = this.#json
    if (bytes[at] < 0x30 || bytes[at] > 0x39) return this.#skipNull(at)
    const after = this.#json.skipValue(at)
    if (after < 0 || after - at > EXACT_DIGITS) return -1
    let value = 0
    for (let i = at; i < after; i++) {
      if (bytes[i] < 0x30 || bytes[i] > 0x39) return -1
      value = value * 10 + bytes[i] - 0x30
    }
    this.#counters[counter] = value
    return after
  }

  #skipNull(at: number): number {
    return this.#json.bytes[at] === 0x6e ? this.#json.skipValue(at) : -1
  }

  #equals({ start, end }: Range, text: string): boolean {
    return end - start === text.length && decodeUtf8(this.#window.subarray(start, end)) === text
  }
}

interface Range {
  readonly start: number
  readonly end: number
}

/** What one line has said so far; strings as ranges of the window between their quotes. */
function emptyLine() {
  return {
    type: ABSENT,
    session: ABSENT,
    model: ABSENT,
    tier: ABSENT,
    id: ABSENT,
    time: Number.NaN,
    flags: 0,
    apiError: false,
    hasUsage: false,
    usOnly: false,
  }
}

/** No string can begin where its line does. */
const ABSENT: Range = { start: 0, end: 0 }

/** Names, of which none says as much as null. */
const MAYBE_NULL: ReadonlySet<number> = new Set([TAKE.session, TAKE.model, TAKE.tier, TAKE.speed, TAKE.geo])

const NEWLINE = 0x0a
const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const EXACT_DIGITS = 15

const TABLES = USAGE_OBJECTS.map((keys) => keys.map(({ name }) => encodeUtf8(name)))

/** The number of a key in its object, -1 if it is none of them. */
function findKey(keys: readonly Uint8Array[], bytes: Uint8Array, start: number, end: number): number {
  return keys.findIndex((key) => key.length === end - start && key.every((c, i) => c === bytes[start + i]))
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] >= 0x80) return false
  return true
}
