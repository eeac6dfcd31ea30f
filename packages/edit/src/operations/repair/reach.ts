import { BLOCK, blocksIn, isBoundary, KIND, type Transcript } from '@skein/transcript'
import type { RepairChain } from './repair-chain.ts'

export interface ReachOptions {
  /** The rows that a resume sends of the transcript as it is. */
  readonly before: readonly number[]
  /** The compaction that hides all rows before it but those it preserved; -1 for none. */
  readonly preserving: number
}

/**
 * How much of the conversation a resume from a tip would have: rows that say something to the model, on the way from the last
 * compaction to the tip, with what comes back from the side of a message (its other rows, and results that hang on it).
 */
export class Reach {
  readonly #transcript: Transcript
  readonly #chain: RepairChain
  /** Rows that a compaction preserved, by the boundary that says so. */
  readonly #preserved: { readonly boundary: number; readonly rows: readonly number[] }
  readonly #before: ReadonlySet<number>
  readonly #preserving: number
  #results: Map<number, number[]> | null = null

  constructor(transcript: Transcript, chain: RepairChain, { before, preserving }: ReachOptions) {
    this.#transcript = transcript
    this.#chain = chain
    this.#preserving = preserving
    this.#before = new Set(before)
    const boundary = before.findLast((row) => isBoundary(transcript.scan, row)) ?? -1
    this.#preserved = { boundary, rows: boundary < 0 ? [] : notBelow(chain, boundary, before) }
  }

  /** How many such rows there are. */
  count(tip: number): number {
    const path = this.#chain.path(tip)
    const cut = path.findLastIndex((row) => isBoundary(this.#transcript.scan, row))
    const hides = this.#preserving >= 0 && path.includes(this.#preserving)
    const isHidden = (row: number): boolean => hides && row < this.#preserving && !this.#before.has(row)
    const rows = new Set(path.slice(Math.max(0, cut, path.findLastIndex(isHidden) + 1)))
    if (cut >= 0 && path[cut] === this.#preserved.boundary)
      for (const row of this.#preserved.rows) rows.add(row)
    for (const row of this.#besides(rows)) rows.add(row)
    return this.countSent(rows)
  }

  /** How many rows of a conversation say something to the model: results only beside their call. */
  countSent(rows: ReadonlySet<number>): number {
    let count = 0
    for (const row of rows) if (this.#isSent(rows, row)) count++
    return count
  }

  #isSent(rows: ReadonlySet<number>, row: number): boolean {
    const { scan, tools } = this.#transcript
    const kind = scan.columns.kind[row]
    if (kind === KIND.assistant) return true
    if (kind !== KIND.user) return false
    const blocks = blocksIn(scan, row)
    const isStray = (block: number): boolean =>
      scan.blocks.kind[block] === BLOCK.toolResult &&
      !tools.usesOf(scan.blocks.toolId[block]).some((use) => rows.has(scan.blocks.row[use]))
    return blocks.length === 0 || !blocks.every(isStray)
  }

  #besides(rows: ReadonlySet<number>): number[] {
    const { scan, messages } = this.#transcript
    const { kind, messageId } = scan.columns
    const keys = new Set<number>()
    for (const row of rows)
      if (kind[row] === KIND.assistant && messages.isNamed(messageId[row])) keys.add(messageId[row])
    const found: number[] = []
    for (const key of keys)
      for (const row of messages.rows(key)) {
        if (!this.#chain.isLoadable(row)) continue
        found.push(row, ...(this.#resultsOn().get(row) ?? []))
      }
    return found
  }

  #resultsOn(): Map<number, number[]> {
    if (this.#results !== null) return this.#results
    const results = new Map<number, number[]>()
    const { columns, blocks } = this.#transcript.scan
    for (let row = 0; row < columns.count; row++) {
      if (columns.kind[row] !== KIND.user || !this.#chain.isLoadable(row)) continue
      const parent = this.#chain.parentOf(row)
      const isResult = blocksIn(this.#transcript.scan, row).some(
        (block) => blocks.kind[block] === BLOCK.toolResult,
      )
      if (parent < 0 || !isResult) continue
      const there = results.get(parent)
      if (there === undefined) results.set(parent, [row])
      else there.push(row)
    }
    this.#results = results
    return results
  }
}

/** The rows that do not hang on `top`, however far below. Contract: there are no rings. */
function notBelow(chain: RepairChain, top: number, rows: readonly number[]): number[] {
  const known = new Map<number, boolean>([[top, true]])
  return rows.filter((start) => {
    const passed: number[] = []
    let row = start
    for (; row >= 0 && !known.has(row); row = chain.parentOf(row)) passed.push(row)
    const isBelow = row >= 0 && known.get(row) === true
    for (const other of passed) known.set(other, isBelow)
    return !isBelow
  })
}
