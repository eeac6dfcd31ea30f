import { BLOCK, blocksIn, KIND, promptKind, type Transcript } from '@skein/transcript'
import type { Call } from './call.ts'
import type { Age } from './options.ts'
import type { Survey } from './survey.ts'

/** Where something stands: among the live rows, and in which turn. */
export interface Standing {
  readonly position: number
  readonly turn: number
}

/**
 * How old things are.
 *
 * A percentage is one of the conversation's _fixed points_: prompts, answers' texts, and those calls
 * that the trim cannot remove. Counted in rows, or in tokens, what is old would grow each time
 * something is trimmed, and the same trim again would eat on. What stands between two points is old
 * when the later one is; the compacted past is older than everything.
 */
export class Ages {
  readonly #next: Int32Array
  readonly #total: number
  readonly #turnCount: number
  readonly #contextStart: number

  constructor({ live, transcript, calls }: Survey, canGo: (call: Call) => boolean) {
    this.#turnCount = live.turnCount
    this.#contextStart = live.contextStart
    const points = new Uint32Array(live.order.length)
    for (let at = live.contextStart; at < live.order.length; at++)
      if (isSaid(transcript, live.order[at])) points[at] = 1
    for (const call of calls.values())
      if (call.position >= live.contextStart && !canGo(call)) points[call.position]++
    this.#next = new Int32Array(live.order.length)
    let count = 0
    for (let at = 0; at < points.length; at++) {
      count += points[at]
      this.#next[at] = points[at] > 0 ? count : count + 1
    }
    this.#total = count
  }

  /** Whether something is older than all the ages say. */
  isOld({ position, turn }: Standing, ages: readonly Age[]): boolean {
    return ages.every(({ unit, value }) => {
      if (unit === 'turns') return turn < this.#turnCount - value
      return position < this.#contextStart || this.#next[position] <= (this.#total * value) / 100
    })
  }
}

/** A prompt, whoever wrote it, or a row with an answer's text: no trim removes either. */
function isSaid({ scan }: Transcript, row: number): boolean {
  const kind = promptKind(scan, row)
  if (kind !== null) return kind !== 'tool-result'
  if (scan.columns.kind[row] !== KIND.assistant) return false
  return blocksIn(scan, row).some((block) => scan.blocks.kind[block] === BLOCK.text)
}
