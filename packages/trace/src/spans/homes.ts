import type { Readable } from '@skein/transcript'
import { readRows, startsTurn } from '@skein/transcript'
import type { Chain } from './chain.ts'
import { isAside } from './chain.ts'
import { traceIdOf } from './ids.ts'
import type { Origin, Origins } from './turn.ts'

/** A prompt as the beginning of a turn; -1 for what stands before the first prompt. */
export interface Beginning {
  readonly row: number
  readonly origin: Origin
  readonly traceId: string
}

/**
 * Which turn each row of a transcript belongs to: that of the nearest prompt above it, else of the one before it in
 * the file. Prompts that are copies of one another begin the same turn.
 */
export class Homes {
  readonly beginnings: Beginning[] = []
  /** By row: the place in `beginnings`, `OPENING` before the first prompt, `NO_HOME` for rows outside the chain. */
  readonly of: Int32Array
  /** The rows that have a home, ordered by it and then as in the file; from `#starts[home + 1]` on. */
  readonly #order: Int32Array
  readonly #starts: Int32Array

  constructor(main: Readable, chain: Chain, places: Places) {
    const { scan, graph, rowCount } = main.transcript
    this.of = new Int32Array(rowCount).fill(NO_HOME)
    const origins = originsOf(main, places)
    const known = new Map<string, number>()
    /** The home of the prompt before each row in the file. */
    const before = new Int32Array(rowCount)
    let last = OPENING
    for (let row = 0; row < rowCount; row++) {
      before[row] = last
      if (!graph.isNode(row) || !startsTurn(scan, row) || isAside(main.transcript, row)) continue
      const origin = origins(row)
      const traceId = traceIdOf(origin)
      last = known.get(traceId) ?? this.beginnings.push({ row, origin, traceId }) - 1
      known.set(traceId, last)
      this.of[row] = last
    }
    for (let row = 0; row < rowCount; row++) if (graph.isNode(row)) this.#settle(row, chain, before)
    this.#starts = new Int32Array(this.beginnings.length + 2)
    this.#order = this.#sorted()
  }

  rowsOf(home: number): Int32Array {
    return this.#order.subarray(this.#starts[home + 1], this.#starts[home + 2])
  }

  /** Whether the file is this turn from its prompt on, and nothing else, and no row of it stands before. */
  isEnd(home: number): boolean {
    const first = this.beginnings[home]?.row ?? -1
    if (first < 0 || this.rowsOf(home)[0] !== first) return false
    return this.of.subarray(first).every((other) => other === home || other === NO_HOME)
  }

  /** Gives a row, and all it hangs on, their home. Where there is no prompt above, the topmost row decides, of a ring the first. */
  #settle(row: number, { parent }: Chain, before: Int32Array): void {
    const walked: number[] = []
    let at = row
    for (; at >= 0 && this.of[at] === NO_HOME; at = parent[at]) {
      this.of[at] = UNDER_WAY
      walked.push(at)
    }
    const ring = at >= 0 && this.of[at] === UNDER_WAY ? walked.slice(walked.indexOf(at)) : null
    const top = ring === null ? walked.at(-1) : ring.reduce((first, member) => Math.min(first, member))
    const home = at >= 0 && ring === null ? this.of[at] : before[top ?? row]
    for (const member of walked) this.of[member] = home
  }

  #sorted(): Int32Array {
    const starts = this.#starts
    let count = 0
    for (const home of this.of) {
      if (home === NO_HOME) continue
      starts[home + 2]++
      count++
    }
    for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1]
    const next = starts.slice()
    const order = new Int32Array(count)
    for (let row = 0; row < this.of.length; row++) {
      const home = this.of[row]
      if (home !== NO_HOME) order[next[home + 1]++] = row
    }
    return order
  }
}

export const OPENING = -1
const NO_HOME = -2
const UNDER_WAY = -3

export interface Places {
  /** The session whose file it is. */
  readonly session: string
  readonly origins: Origins
}

/** Where rows come from. Those that are copies say so in their bodies, which are read a batch of prompts at a time. */
function originsOf(main: Readable, { session, origins }: Places): (row: number) => Origin {
  const { columns, ids } = main.transcript.scan
  let copies = new Map<number, Origin>()
  return (row) => {
    const written = columns.sessionId[row]
    const own = { session: written === 0 ? session : ids.text(written), uuid: ids.text(columns.uuid[row]) }
    if (columns.forkedFrom[row] !== 0 && !copies.has(row)) copies = copiesFrom(main, row)
    const said = copies.get(row)
    return origins.originOf(
      said === undefined ? own : { session: said.session, uuid: said.uuid === '' ? own.uuid : said.uuid },
    )
  }
}

/** A batch is small, since a prompt may hold images. */
const BATCH = 64

function copiesFrom({ transcript, source }: Readable, from: number): Map<number, Origin> {
  const { scan, rowCount } = transcript
  const { columns, ids } = scan
  const rows = [from]
  for (let row = from + 1; row < rowCount && rows.length < BATCH; row++)
    if (columns.forkedFrom[row] !== 0 && startsTurn(scan, row) && !isAside(transcript, row)) rows.push(row)
  const entries = readRows(scan, source, rows)
  return new Map(
    rows.map((row) => {
      const entry = entries.get(row)
      const said = entry !== undefined && 'forkedFrom' in entry ? entry.forkedFrom : null
      return [
        row,
        { session: said?.sessionId ?? ids.text(columns.forkedFrom[row]), uuid: said?.messageUuid ?? '' },
      ]
    }),
  )
}

/** The beginning of what stands before the first prompt, named by a row of it. */
export function openingAt(main: Readable, row: number, places: Places): Beginning {
  const origin = originsOf(main, places)(row)
  return { row: -1, origin, traceId: traceIdOf(origin) }
}
