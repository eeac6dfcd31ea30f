import type { Diagnostic, DiagnosticCode } from '../diagnostic.ts'
import { FLAG } from './columns.ts'
import { F } from './fields.ts'
import { JsonBytes } from './json-bytes.ts'
import { KEY_TABLES } from './key-table.ts'
import { RowReader, type RowTarget } from './row-reader.ts'
import type { Walker } from './walker.ts'

/**
 * Reads one line into rows: one, unless the line is damaged.
 *
 * Every whole object on the line becomes a row, wherever it stands; what is left over becomes a
 * diagnostic. The work is linear in the line, however it is damaged.
 */
export class LineReader {
  /** The number and the byte offset of the line that is read next. */
  line = 1
  offset = 0
  /** Whether the file's one `crlf` diagnostic was given. */
  crlfSeen = false
  readonly #target: RowTarget
  readonly #diagnostics: Diagnostic[]
  readonly #rows: RowReader
  readonly #json = new JsonBytes()
  #bytes: Uint8Array = new Uint8Array(0)
  #start = 0
  #firstRow = 0
  #damaged = false
  #budget = 0
  #foundEnd = 0

  constructor(target: RowTarget, diagnostics: Diagnostic[], walker: Walker) {
    this.#target = target
    this.#diagnostics = diagnostics
    this.#rows = new RowReader(target, walker)
  }

  /** Brings `bytes[start, end)`, lines to read; they stay unchanged until the next `load`. */
  load(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = bytes
    this.#rows.load(bytes, start, end)
  }

  /** Walks the object that the line at `start` is by rights: the position after it, or -1. */
  walk(start: number): number {
    return this.#bytes[start] === OPEN_BRACE ? this.#rows.walk(start) : -1
  }

  /** Reads the line `[start, end)`, without its newline. `after` is what `walk(start)` just gave. */
  read(start: number, end: number, after: number): void {
    this.#start = start
    const crlf = end > start && this.#bytes[end - 1] === CARRIAGE_RETURN
    if (crlf) this.#noteCrlf(end - start)
    if (after === (crlf ? end - 1 : end)) this.#commit(start, after)
    else this.#readCarefully(start, end)
  }

  /** Adds the row of a line that was too long to hold, from the few fields that were kept. */
  readHead(head: Uint8Array, length: number): boolean {
    this.load(head, 0, head.length)
    if (this.walk(0) < 0) return false
    const { columns } = this.#target
    const row = columns.count
    this.#rows.commit()
    this.#place(row, this.offset, length)
    columns.flags[row] |= FLAG.oversized
    // Places in the head are not those in the row.
    columns.messageStart[row] = columns.messageEnd[row] = 0
    columns.resultStart[row] = columns.resultEnd[row] = 0
    return true
  }

  #readCarefully(start: number, end: number): void {
    const { columns } = this.#target
    this.#json.reset(this.#bytes, end)
    this.#firstRow = columns.count
    this.#damaged = false
    this.#budget = RECOVERY_FLOOR + RECOVERY_FACTOR * (end - start)
    const first = this.#skipGap(this.#skipMark(start, end), end)
    const cleanStart = !this.#damaged
    for (let at = first; at >= 0 && at < end;) at = this.#readNext(at, end)
    if (columns.count > this.#firstRow + 1) {
      this.#damaged = true
      this.#note('joined-lines', first, end, 'Several objects share the line; each was read.')
    }
    if (!this.#damaged || columns.count === this.#firstRow) return
    // Newer versions of the program read an object and pass over what follows it on the line.
    const leads = cleanStart && columns.offset[this.#firstRow] === this.offset + first - this.#start
    columns.flags[this.#firstRow] |= leads ? FLAG.trailed : FLAG.recovered
    for (let row = this.#firstRow + 1; row < columns.count; row++) columns.flags[row] |= FLAG.recovered
  }

  /** Reads the object at `at`, or the first one after it: where to read on, -1 at the end. */
  #readNext(at: number, end: number): number {
    const isObject = this.#bytes[at] === OPEN_BRACE
    const after = this.walk(at)
    if (after >= 0) {
      this.#commit(at, after)
      return this.#skipGap(after, end)
    }
    const alone = this.#target.columns.count === this.#firstRow
    if (alone && !isObject && this.#isValue(at, end)) {
      this.#note('not-an-object', at, end, 'The line is JSON but no object; it was set aside.')
      return -1
    }
    this.#damaged = true
    const found = this.#findEntry({ at, end, failedAt: isObject ? this.#rows.walker.failedAt : at })
    const code = alone || isObject ? 'torn-line' : 'trailing-bytes'
    this.#note(code, at, found < 0 ? end : found, messageOf(code, found >= 0))
    if (found < 0) return -1
    this.#commit(found, this.#foundEnd)
    return this.#skipGap(this.#foundEnd, end)
  }

  /**
   * Finds a whole entry after the place where the line stopped being JSON (a torn write, then a
   * good one) and leaves it walked; -1 if there is none.
   *
   * An object that the failed walk had read to its end, or that rubbish follows, may be a part of
   * the torn entry, such as a content block; it is taken for an entry only with a `sessionId`.
   */
  #findEntry({ at, end, failedAt }: Damage): number {
    // A view that ends with the line: a search in the whole chunk would go over all its lines.
    const line = this.#bytes.subarray(0, end)
    for (let i = line.indexOf(OPEN_BRACE, at + 1); i >= 0; i = line.indexOf(OPEN_BRACE, i + 1)) {
      if (!startsEntry(line, i)) continue
      const after = this.#rows.walk(i)
      this.#budget -= (after < 0 ? this.#rows.walker.failedAt : after) - i
      if (after >= 0 && this.#isEntry(after, end, failedAt)) {
        this.#foundEnd = after
        return i
      }
      if (this.#budget < 0) break
    }
    return -1
  }

  /** Whether the object just walked, which ends at `after`, is an entry and no part of one. */
  #isEntry(after: number, end: number, failedAt: number): boolean {
    const next = skipNuls(this.#bytes, this.#json.skipSpace(after), end)
    const c = next < end ? this.#bytes[next] : OPEN_BRACE
    // Behind a part of an entry comes the rest of it; what names itself and its session is whole.
    if (c === COMMA || c === CLOSE_BRACE || c === CLOSE_BRACKET)
      return this.#rows.has(F.sessionId) && this.#rows.has(F.uuid)
    return (c === OPEN_BRACE && after > failedAt) || this.#rows.has(F.sessionId)
  }

  #isValue(at: number, end: number): boolean {
    const after = this.#json.skipValue(at)
    return after >= 0 && this.#json.skipSpace(after) >= end
  }

  #skipMark(at: number, end: number): number {
    const { bytes } = this.#json
    if (end - at < 3 || bytes[at] !== 0xef || bytes[at + 1] !== 0xbb || bytes[at + 2] !== 0xbf) return at
    // At the start of a file it is what some editors leave; anywhere else it breaks the line.
    if (this.offset > 0) this.#damaged = true
    this.#note('byte-order-mark', at, at + 3, 'A byte order mark stands before the line; it was skipped.')
    return at + 3
  }

  /** Past white space and holes of NUL bytes. */
  #skipGap(from: number, end: number): number {
    const { bytes } = this.#json
    let at = this.#json.skipSpace(from)
    while (at < end && bytes[at] === 0) {
      const nuls = at
      at = skipNuls(bytes, at, end)
      this.#damaged = true
      this.#note('nul-bytes', nuls, at, 'A hole of NUL bytes; what stands beside it was read.')
      at = this.#json.skipSpace(at)
    }
    return at
  }

  #commit(at: number, after: number): void {
    const row = this.#target.columns.count
    this.#rows.commit()
    this.#place(row, this.offset + at - this.#start, after - at)
    if (this.#rows.walker.badUtf8)
      this.#note('invalid-utf8', at, after, 'Invalid UTF-8; read with replacement characters.')
  }

  #place(row: number, offset: number, length: number): void {
    const { columns } = this.#target
    columns.offset[row] = offset
    columns.length[row] = length
    columns.line[row] = this.line
  }

  /** One diagnostic a file: a file written with CRLF has it on every line. */
  #noteCrlf(length: number): void {
    if (this.crlfSeen) return
    this.crlfSeen = true
    this.#note('crlf', this.#start, this.#start + length, 'Lines end in CRLF; they were read.')
  }

  #note(code: DiagnosticCode, from: number, to: number, message: string): void {
    const offset = this.offset + from - this.#start
    this.#diagnostics.push({ code, line: this.line, offset, length: to - from, message })
  }
}

interface Damage {
  readonly at: number
  readonly end: number
  /** Where the walk from `at` stopped. */
  readonly failedAt: number
}

const CARRIAGE_RETURN = 0x0d
const COMMA = 0x2c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const CLOSE_BRACKET = 0x5d
const QUOTE = 0x22

/** Recovery may walk this many times the line's length: objects inside objects are each tried. */
const RECOVERY_FACTOR = 16
const RECOVERY_FLOOR = 4096

/** The longest key of an entry is `isVisibleInTranscriptOnly`. */
const LONGEST_KEY = 32

function messageOf(code: 'torn-line' | 'trailing-bytes', readOn: boolean): string {
  if (code === 'torn-line')
    return readOn
      ? 'A torn write; the whole entry after it was read.'
      : 'The line is not JSON; it was set aside.'
  return readOn
    ? 'Bytes follow an object on its line; the whole entry after them was read.'
    : 'Bytes follow the object on its line; they were set aside.'
}

function skipNuls(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] === 0) at++
  return at
}

/** Whether an object whose first key is a key of entries begins at `at`. */
function startsEntry(line: Uint8Array, at: number): boolean {
  if (line[at + 1] !== QUOTE) return false
  const start = at + 2
  const limit = Math.min(line.length, start + LONGEST_KEY)
  for (let i = start; i < limit; i++)
    if (line[i] === QUOTE) return KEY_TABLES[0].find(line, start, i) !== undefined
  return false
}
