import { isBoundary, KIND, usageOf } from '@skein/transcript'
import { allTokens } from '../prices/cost.ts'
import type { SpentTable } from './money-sum.ts'
import { MoneySum } from './money-sum.ts'
import type { Reading } from './reading.ts'
import type { SessionHead } from './session-view.ts'

/** What happened to the live path: rows that left its end, and those that came instead. */
export interface PathMove {
  readonly left: readonly number[]
  readonly entered: readonly number[]
}

/** Figures of a whole transcript as sums that an appended row costs no more than that row. */
export class SessionFigures {
  readonly #reading: Reading
  readonly #spent: SpentTable
  readonly #sum = new MoneySum()
  readonly #models = new Set<number>()
  readonly #codes = new Map<string, number>()
  #scanDiagnostics = 0
  #graphDiagnostics = 0
  #firstTime = Infinity
  #lastTime = -Infinity
  #version = 0
  #compactions = 0

  constructor(reading: Reading, spent: SpentTable) {
    this.#reading = reading
    this.#spent = spent
  }

  add(fromRow: number, toRow: number): void {
    const { scan, messages } = this.#reading.transcript
    const { columns } = scan
    // Most messages have several rows; each is counted once, as it is after all of them.
    const grown = new Set<number>()
    let lastModel = 0
    for (let row = fromRow; row < toRow; row++) {
      const time = columns.time[row]
      if (time < this.#firstTime) this.#firstTime = time
      if (time > this.#lastTime) this.#lastTime = time
      if (columns.version[row] !== 0) this.#version = columns.version[row]
      if (columns.kind[row] !== KIND.assistant) continue
      const model = columns.model[row]
      if (model !== lastModel && model !== 0 && messages.isReal(row)) {
        this.#models.add(model)
        lastModel = model
      }
      grown.add(columns.messageId[row])
    }
    for (const key of grown) this.#count(key)
  }

  move({ left, entered }: PathMove): void {
    const { scan } = this.#reading.transcript
    for (const row of left) if (isBoundary(scan, row)) this.#compactions--
    for (const row of entered) if (isBoundary(scan, row)) this.#compactions++
  }

  get lastTime(): number | null {
    return this.#lastTime === -Infinity ? null : this.#lastTime
  }

  head(): Omit<SessionHead, 'turnCount' | 'bytes' | 'branches' | 'branchCount'> {
    return {
      entries: this.#reading.transcript.rowCount,
      firstTime: this.#firstTime === Infinity ? null : this.#firstTime,
      lastTime: this.lastTime,
      models: [...this.#models].slice(0, MOST_MODELS).map((model) => this.#reading.name(model)),
      version: this.#version === 0 ? null : this.#reading.name(this.#version),
      tokens: this.#sum.tokens,
      cost: this.#sum.cost(),
      contextTokens: this.#contextTokens(),
      compactions: this.#compactions,
      diagnostics: this.#diagnostics(),
    }
  }

  #count(key: number): void {
    const before = this.#spent.known(key)
    const now = this.#spent.renewed(key)
    if (before !== null) this.#sum.takeAway(before)
    if (now !== null) this.#sum.add(now)
  }

  #countDiagnostics(): void {
    const { scan, graph } = this.#reading.transcript
    for (; this.#scanDiagnostics < scan.diagnostics.length; this.#scanDiagnostics++)
      this.#note(scan.diagnostics[this.#scanDiagnostics].code)
    for (; this.#graphDiagnostics < graph.diagnostics.length; this.#graphDiagnostics++)
      this.#note(graph.diagnostics[this.#graphDiagnostics].code)
  }

  #note(code: string): void {
    this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1)
  }

  #diagnostics(): SessionHead['diagnostics'] {
    const { graph, path } = this.#reading.transcript
    this.#countDiagnostics()
    const counts = new Map(this.#codes)
    const dangling = graph.danglers.length
    if (dangling > 0) counts.set('missing-parent', dangling)
    if (path.cycle >= 0) counts.set('parent-cycle', 1)
    return Array.from(counts, ([code, count]) => ({ code, count })).sort((a, b) => (a.code < b.code ? -1 : 1))
  }

  /** From the last answer on the path. */
  #contextTokens(): number | null {
    const { transcript } = this.#reading
    const { path, scan, messages } = transcript
    for (let at = path.length - 1; at >= 0; at--) {
      const row = path.at(at)
      if (scan.columns.kind[row] !== KIND.assistant || !messages.isReal(row)) continue
      const usage = usageOf(transcript, scan.columns.messageId[row])
      const tokens = usage === null ? 0 : allTokens(usage.tokens)
      if (tokens > 0) return tokens
    }
    return null
  }
}

const MOST_MODELS = 50
