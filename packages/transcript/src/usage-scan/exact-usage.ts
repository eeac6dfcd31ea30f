import { SYNTHETIC_MODEL } from '../messages/message-table.ts'
import { FLAG, KIND, USAGE_WIDTH } from '../scan/columns.ts'
import type { Interner } from '../scan/interner.ts'
import { Scanner } from '../scan/scanner.ts'
import type { Walker } from '../scan/walker.ts'
import type { Transcript } from '../transcript.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { ID_KIND, IdHash } from './id-hash.ts'
import { USAGE_FLAG, type UsageRows } from './usage-rows.ts'

/**
 * Reads the usage rows of single lines with the kernel's own `Scanner`: what is right by definition.
 *
 * Damaged lines give the entries that the scanner recovers from them.
 */
export class ExactUsage {
  readonly #rows: UsageRows
  readonly #names: Interner
  readonly #walker: Walker | undefined
  /** Made when the first line needs it: most transcripts have none. */
  #scanner: Scanner | null = null

  constructor(target: { readonly rows: UsageRows; readonly names: Interner }, walker?: Walker) {
    this.#rows = target.rows
    this.#names = target.names
    this.#walker = walker
  }

  /**
   * Adds the rows of one line that begins at `offset` of its transcript. False where one of them
   * has no `message.id`: which message that is, only the rows around it can say.
   */
  read(line: Uint8Array, offset: number): boolean {
    if (this.#scanner !== null && this.#scanner.columns.count > MAX_ROWS) this.#scanner = null
    const scanner = (this.#scanner ??= new Scanner({ walker: this.#walker }))
    const first = scanner.columns.count
    const shift = offset - scanner.offset
    scanner.push(line)
    scanner.push(LINE_END)
    let named = true
    for (let row = first; row < scanner.columns.count; row++) {
      if (!countsUsage(scanner, row)) continue
      const id = scanner.ids.text(scanner.columns.messageId[row])
      if (id === '' || id.startsWith(NAMELESS)) named = false
      else this.#add(scanner, row, { key: id, kind: ID_KIND.message, shift })
    }
    return named
  }

  /** Adds the rows of a whole transcript, message by message. */
  readWhole(transcript: Transcript): void {
    const { scan, messages } = transcript
    const { columns, ids } = scan
    for (const first of messages.first) {
      const messageId = columns.messageId[first]
      const name = messageName(transcript, messageId, first)
      for (const row of messages.rows(messageId))
        if (countsUsage(scan, row)) this.#add(scan, row, { ...name, shift: 0 })
    }
    function messageName({ messages: table }: Transcript, messageId: number, row: number) {
      if (table.isNamed(messageId)) return { key: ids.text(messageId), kind: ID_KIND.message }
      // A made-up uuid says nothing outside its file; the byte range keeps two of them apart.
      return (columns.flags[row] & FLAG.syntheticUuid) === 0
        ? { key: ids.text(columns.uuid[row]), kind: ID_KIND.uuid }
        : { key: `${ids.text(columns.sessionId[row])}:${columns.offset[row]}`, kind: ID_KIND.place }
    }
  }

  #add(scanner: Scanner, row: number, { key, kind, shift }: RowName): void {
    const { columns, usage, ids } = scanner
    const rows = this.#rows
    const at = rows.add()
    const bytes = encodeUtf8(key)
    hash.of(bytes, 0, bytes.length, kind)
    rows.low[at] = hash.low
    rows.high[at] = hash.high
    rows.time[at] = columns.time[row]
    rows.offset[at] = columns.offset[row] + shift
    rows.flags[at] =
      (columns.forkedFrom[row] === 0 ? 0 : USAGE_FLAG.forked) |
      ((columns.flags[row] & FLAG.sidechain) === 0 ? 0 : USAGE_FLAG.sidechain)
    rows.model[at] = this.#nameOf(ids, columns.model[row])
    rows.session[at] = this.#nameOf(ids, columns.sessionId[row])
    const from = columns.usage[row]
    rows.tier[at] = this.#nameOf(ids, usage.serviceTier[from])
    for (let i = 0; i < USAGE_WIDTH; i++)
      rows.counters[at * USAGE_WIDTH + i] = usage.counters[from * USAGE_WIDTH + i]
  }

  #nameOf(ids: Interner, id: number): number {
    return id === 0 ? 0 : this.#names.internText(ids.text(id))
  }
}

interface RowName {
  readonly key: string
  readonly kind: number
  /** From offsets of the scanner to those of the transcript. */
  readonly shift: number
}

const hash = new IdHash()
const LINE_END = Uint8Array.of(0x0a)

/** Rows are read once; the scanner that keeps them all is replaced now and then. */
const MAX_ROWS = 1000

/** Ids the kernel makes up; no real one begins with NUL. */
const NAMELESS = '\u0000message:'

/** As `MessageTable.usageRow` judges a row. */
function countsUsage({ columns, ids }: Scanner, row: number): boolean {
  if (columns.kind[row] !== KIND.assistant || columns.usage[row] < 0) return false
  if ((columns.flags[row] & FLAG.apiError) !== 0) return false
  return columns.model[row] === 0 || ids.text(columns.model[row]) !== SYNTHETIC_MODEL
}
