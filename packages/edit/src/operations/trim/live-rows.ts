import {
  FLAG,
  isReadable,
  KIND,
  promptKind,
  resumeView,
  rulesFor,
  startsTurn,
  type Transcript,
} from '@skein/transcript'
import type { SourceTranscript } from '../../source/edit-session.ts'

/**
 * The rows a trim works on: what a resume sends, and the rest of the way to its tip, the compacted past.
 *
 * Rows of branches are left alone. Where a resume has no conversation (no tip, a hopeless file), the
 * live path stands for it.
 */
export class LiveRows {
  /** What is not sent first, in the order of the file; then what a resume sends, in its order. */
  readonly order: readonly number[]
  /** Where in `order` the context begins. */
  readonly contextStart: number
  readonly turnCount: number
  /** The row that a resume continues from; -1 where it finds none. */
  readonly tip: number
  /** Rows that must not go: the tip, both sides of a gap in the chain, and what stands on damaged lines. */
  readonly fixed: Uint8Array
  readonly #isLive: Uint8Array
  readonly #turnOf: Int32Array

  constructor({ transcript, source }: SourceTranscript) {
    const count = transcript.rowCount
    this.#isLive = new Uint8Array(count)
    this.#turnOf = new Int32Array(count)
    const view = resumeView(transcript, source)
    const context = view.kind === 'conversation' ? view.rows : []
    for (const row of context) this.#isLive[row] = 1
    this.tip = view.kind === 'conversation' ? view.tip : -1
    const end = this.tip < 0 ? transcript.path.tip : this.tip
    const past = this.#takePast(transcript, end)
    let turn = 0
    for (const row of [...past, ...context].toSorted((a, b) => a - b)) {
      if (startsTurn(transcript.scan, row) && !transcript.graph.isShadowed(row)) turn++
      this.#turnOf[row] = Math.max(0, turn - 1)
    }
    this.turnCount = turn
    this.contextStart = past.length
    this.order = [...past, ...context]
    this.fixed = fixedRows(transcript, end)
  }

  has(row: number): boolean {
    return this.#isLive[row] === 1
  }

  turnOf(row: number): number {
    return this.#turnOf[row]
  }

  /** The rest of the way to the tip, the compacted past included, with messages and their results whole. */
  #takePast({ graph, scan, messages }: Transcript, tip: number): number[] {
    const past: number[] = []
    const take = (row: number): void => {
      if (this.#isLive[row] === 1) return
      this.#isLive[row] = 1
      past.push(row)
    }
    const seen = new Set<number>()
    for (let row = tip; row >= 0 && !seen.has(row); row = graph.before(row)) seen.add(row)
    const whole = new Set<number>()
    for (const row of seen) {
      take(row)
      const message = scan.columns.messageId[row]
      if (scan.columns.kind[row] !== KIND.assistant || whole.has(message)) continue
      whole.add(message)
      for (const part of messages.rows(message)) {
        take(part)
        for (const child of graph.children(part)) if (promptKind(scan, child) === 'tool-result') take(child)
      }
    }
    // An earlier copy of a row has to follow it: without the later one it would count again.
    for (const row of graph.shadowed) {
      const winner = graph.rowOf(scan.columns.uuid[row])
      if (winner >= 0 && this.#isLive[winner] === 1) take(row)
    }
    return past.toSorted((a, b) => a - b)
  }
}

/**
 * A row whose parent is not there, or leads back to it, is bridged to the newest row within five seconds
 * before it, or the conversation begins with it. Were it or that other row dropped, a resume would go
 * another way.
 */
function fixedRows(transcript: Transcript, tip: number): Uint8Array {
  const { columns } = transcript.scan
  const fixed = new Uint8Array(transcript.rowCount)
  if (tip >= 0) fixed[tip] = 1
  // Whatever else stands on a damaged line would run into the next one.
  for (let row = 0; row < transcript.rowCount; row++)
    if ((columns.flags[row] & (FLAG.recovered | FLAG.trailed)) !== 0) fixed[row] = 1
  const gaps: number[] = []
  const inCycle = rowsInCycles(transcript)
  for (let row = 0; row < transcript.rowCount; row++) {
    if (!hasGap(transcript, row) && !inCycle.has(row)) continue
    fixed[row] = 1
    if (!Number.isNaN(columns.time[row])) gaps.push(columns.time[row])
  }
  if (gaps.length === 0) return fixed
  const times = Float64Array.from(gaps).sort()
  for (let row = 0; row < transcript.rowCount; row++) {
    const next = firstFrom(times, columns.time[row])
    if (next - columns.time[row] <= BRIDGE_MS) fixed[row] = 1
  }
  return fixed
}

const BRIDGE_MS = 5000
const NEWEST = rulesFor()

function hasGap({ graph, scan }: Transcript, row: number): boolean {
  const { columns } = scan
  if (columns.kind[row] === KIND.other || columns.parent[row] === 0) return false
  const parent = graph.rowOf(columns.parent[row])
  return parent < 0 || columns.kind[parent] === KIND.other || !isReadable(scan, parent, NEWEST)
}

function rowsInCycles({ graph, scan, rowCount }: Transcript): ReadonlySet<number> {
  const found = new Set<number>()
  if (!graph.mayHaveCycles) return found
  const walkOf = new Int32Array(rowCount)
  for (let start = 0; start < rowCount; start++) {
    let row = start
    while (row >= 0 && walkOf[row] === 0) {
      walkOf[row] = start + 1
      row = graph.rowOf(scan.columns.parent[row])
    }
    if (row < 0 || walkOf[row] !== start + 1) continue
    for (let at = row; !found.has(at); at = graph.rowOf(scan.columns.parent[at])) found.add(at)
  }
  return found
}

/** The first of sorted `times` that is not before `time`; infinity if none is. */
function firstFrom(times: Float64Array, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle] < time) low = middle + 1
    else high = middle
  }
  return low < times.length ? times[low] : Number.POSITIVE_INFINITY
}
