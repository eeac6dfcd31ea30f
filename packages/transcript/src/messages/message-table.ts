import { FLAG, KIND, USAGE, USAGE_WIDTH } from '../scan/columns.ts'
import { Int32List } from '../scan/growable.ts'
import type { Scanner } from '../scan/scanner.ts'

/**
 * Which rows make up one API message.
 *
 * Claude Code writes a row per content block, all with the message's id, not always next to each
 * other. Rows without an id (gateways, old files) belong together while they stand next to each
 * other and share `requestId`, or lack it both. Every assistant row is in exactly one message.
 */
export class MessageTable {
  readonly #scan: Scanner
  /** First rows of messages, in order of first sight. */
  readonly first: number[] = []
  readonly #firstOf = new Int32List(-1)
  readonly #lastOf = new Int32List(-1)
  readonly #next = new Int32List(-1)
  #lastSpoken = -1

  constructor(scan: Scanner) {
    this.#scan = scan
  }

  /** Files one row. Rows come in file order, each once; all but assistant rows only separate. */
  add(row: number): void {
    const { columns } = this.#scan
    const kind = columns.kind[row]
    if (kind !== KIND.assistant) {
      if (kind === KIND.user) this.#lastSpoken = row
      return
    }
    if (columns.messageId[row] === 0) columns.messageId[row] = this.#idFor(row)
    this.#lastSpoken = row
    const id = columns.messageId[row]
    const last = this.#lastOf.get(id)
    if (last < 0) {
      this.#firstOf.set(id, row)
      this.first.push(row)
    } else {
      this.#next.set(last, row)
    }
    this.#lastOf.set(id, row)
  }

  /** All rows of the message with this id, in file order. */
  rows(messageId: number): number[] {
    const rows: number[] = []
    if (messageId === 0) return rows
    for (let row = this.#firstOf.get(messageId); row >= 0; row = this.#next.get(row)) rows.push(row)
    return rows
  }

  /** Its last row; -1 where it has none. */
  lastRow(messageId: number): number {
    return this.#lastOf.get(messageId)
  }

  /**
   * The row whose usage counts for the message: the one with the most output tokens, the last of
   * equals (usage repeats on every row or grows to the last); -1 when no row has real usage.
   * Synthetic and api-error rows cost nothing and never count.
   */
  usageRow(messageId: number): number {
    const { columns, usage } = this.#scan
    let best = -1
    let most = -1
    for (let row = this.#firstOf.get(messageId); row >= 0; row = this.#next.get(row)) {
      const at = columns.usage[row]
      if (at < 0 || !this.isReal(row)) continue
      const output = usage.counters[at * USAGE_WIDTH + USAGE.output]
      if (output < most) continue
      most = output
      best = row
    }
    return best
  }

  /** Whether a model wrote the row: not the program itself, and no API failure. */
  isReal(row: number): boolean {
    const { columns, ids } = this.#scan
    if ((columns.flags[row] & FLAG.apiError) !== 0) return false
    return columns.model[row] === 0 || columns.model[row] !== ids.find(SYNTHETIC_MODEL)
  }

  /** Whether the message id is one the file gave, not one made up for rows without. */
  isNamed(messageId: number): boolean {
    const text = this.#scan.ids.text(messageId)
    return text !== '' && !text.startsWith(NAMELESS)
  }

  #idFor(row: number): number {
    const { columns, ids } = this.#scan
    const last = this.#lastSpoken
    const joined =
      last >= 0 &&
      columns.kind[last] === KIND.assistant &&
      columns.requestId[last] === columns.requestId[row] &&
      ((columns.flags[last] ^ columns.flags[row]) & FLAG.sidechain) === 0 &&
      !this.isNamed(columns.messageId[last])
    return joined ? columns.messageId[last] : ids.internText(`${NAMELESS}${row}`)
  }
}

/** `model` of rows the program wrote itself. */
export const SYNTHETIC_MODEL = '<synthetic>'

/** No real message id begins with NUL. */
const NAMELESS = '\u0000message:'
