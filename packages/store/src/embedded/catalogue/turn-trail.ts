import { FLAG, isBoundary, KIND, startsTurn, turnCount, type Transcript } from '@skein/transcript'
import { hasHash, uuidHash } from '../index/uuid-hash.ts'
import type { ScannedRows } from './read-facts.ts'

/**
 * Where the conversation of a transcript is after some of its lines: enough to count the turns of most lines to come without
 * the lines before.
 */
export interface Trail {
  /** Turns of the live path; `UNSURE` where only the whole file can tell. */
  readonly turns: number
  /** The last rows that a line to come may go on from, by the hash of their uuid, with the turns of the path to them. */
  readonly recent: readonly (readonly [uuid: string, turns: number])[]
  /** Hashes of uuids that were named and have not come. */
  readonly missing: readonly string[]
  /** The row that the conversation ends with, by the hash of its uuid. */
  readonly tip: string
}

const UNSURE = -1

export const NO_TRAIL: Trail = { turns: 0, recent: [], missing: [], tip: '' }
export const UNSURE_TRAIL: Trail = { ...NO_TRAIL, turns: UNSURE }

export function isSure({ turns }: Trail): boolean {
  return turns !== UNSURE
}

/**
 * Counts the turns of the live path line by line: a row has the turns of the row it hangs on, and one more where it begins one.
 *
 * Contract: the count is the kernel's `turnCount`, or unsure. It is unsure where a row hangs on one that is not known here, a uuid
 * comes twice or after it was named, or a `last-prompt` names another row than the last. It costs a few steps a row.
 */
export class TurnTrail {
  readonly #before: Trail
  /** All of the file is here, so that a uuid that is not known is missing. */
  readonly #isWhole: boolean
  readonly #known: Map<string, { readonly turns: number; readonly order: number }>
  /** By the id of a uuid: turns + 1, 0 where it is not known, `MISSING` where it was named before it came. */
  #turnsAt = new Int32Array(1024)
  /** By the id of a uuid: its place in the file, below 0 before these lines. */
  #orderAt = new Int32Array(1024)
  /** Ids of the last rows, by order modulo `MOST_RECENT`. */
  readonly #last = new Int32Array(MOST_RECENT)
  readonly #missing: number[] = []
  #order = 0
  /** A `last-prompt` named a row: only what grew from it is known to be on the live path. */
  #floor = -Infinity
  #previousMain = -1
  #previousNode = -1
  #turns: number
  #tip = 0
  #tipOrder: number

  constructor(before: Trail, isWhole: boolean) {
    this.#before = before
    this.#isWhole = isWhole
    this.#turns = before.turns
    const count = before.recent.length
    this.#known = new Map(before.recent.map(([uuid, turns], i) => [uuid, { turns, order: i - count }]))
    this.#tipOrder = this.#known.get(before.tip)?.order ?? -Infinity
  }

  add({ scan, from, to, agentFile }: ScannedRows): void {
    const { columns, ids } = scan
    const marker = ids.find('last-prompt')
    for (let row = from; row < to && this.#turns !== UNSURE; row++) {
      const kind = columns.kind[row]
      if (marker !== 0 && columns.type[row] === marker && columns.target[row] !== 0) this.#mark(scan, row)
      if (columns.uuid[row] === 0) {
        if (kind === KIND.user || kind === KIND.assistant) this.#turns = UNSURE
        continue
      }
      this.#addNode(scan, row, agentFile)
    }
  }

  /** With the hashes of all uuids that came. */
  end(scan: ScannedRows['scan'], uuids: BigUint64Array): Trail {
    const { recent, missing, tip } = this.#before
    const came = (hash: string): boolean => hasHash(uuids, BigInt(hash))
    if (this.#turns === UNSURE || recent.some(([hash]) => came(hash)) || missing.some(came))
      return UNSURE_TRAIL
    const hashOf = (id: number): string => String(uuidHash(scan.ids.text(id)))
    const known = recent.filter((_, i) => i - recent.length >= this.#floor)
    for (let order = Math.max(0, this.#order - MOST_RECENT, this.#floor); order < this.#order; order++) {
      const id = this.#last[order % MOST_RECENT]
      known.push([hashOf(id), this.#turnsAt[id] - 1])
    }
    const named = [...missing]
    for (const id of this.#missing) named.push(hashOf(id))
    return {
      turns: this.#turns,
      recent: named.length > MOST_MISSING ? [] : known.slice(-MOST_RECENT),
      missing: named.slice(0, MOST_MISSING),
      tip: this.#tip === 0 ? tip : hashOf(this.#tip),
    }
  }

  #addNode(scan: ScannedRows['scan'], row: number, agentFile: boolean): void {
    const { columns } = scan
    const kind = columns.kind[row]
    const uuid = columns.uuid[row]
    const isMain = (columns.flags[row] & FLAG.sidechain) === 0
    const isStep = (isMain || agentFile) && kind !== KIND.other && kind !== KIND.progress
    // A compaction ends the reign of a `last-prompt`.
    if (kind === KIND.system && isBoundary(scan, row)) this.#floor = -Infinity
    let turns = this.#turnsBefore(scan, row, isMain)
    if (turns < 0 || this.#at(uuid) !== 0) {
      // Nothing hangs on it yet; if something will, that is not known either.
      if (isStep || this.#at(uuid) !== 0) this.#turns = UNSURE
      return
    }
    if (kind === KIND.user && startsTurn(scan, row)) turns++
    else if (turns === 0 && isSaid(scan, row)) turns++
    this.#turnsAt[uuid] = turns + 1
    this.#orderAt[uuid] = this.#order
    this.#last[this.#order++ % MOST_RECENT] = uuid
    this.#previousNode = turns
    if (isMain) this.#previousMain = turns
    if (!isStep) return
    this.#turns = turns
    this.#tip = uuid
    this.#tipOrder = this.#order - 1
  }

  /** The turns of what a row hangs on; -1 where that is not known. */
  #turnsBefore(scan: ScannedRows['scan'], row: number, isMain: boolean): number {
    const { parent, logicalParent } = scan.columns
    const key = parent[row] || logicalParent[row]
    if (key === 0) return this.#floor === -Infinity ? 0 : -1
    const found = this.#find(scan, key)
    if (found !== 0) return found > 0 && this.#orderAt[key] >= this.#floor ? found - 1 : -1
    if (!this.#isWhole || this.#floor !== -Infinity) return -1
    const previous = isMain ? this.#previousMain : this.#previousNode
    // A boundary without its past hangs on the row before it, also if that past comes later.
    if (parent[row] !== 0 || previous < 0) this.#miss(key)
    return Math.max(0, previous)
  }

  #mark(scan: ScannedRows['scan'], row: number): void {
    const { target, flags } = scan.columns
    if ((flags[row] & FLAG.recovered) !== 0) return
    const found = this.#find(scan, target[row])
    if (found > 0 && this.#orderAt[target[row]] === this.#tipOrder && (flags[row] & FLAG.explicit) === 0) {
      this.#floor = this.#tipOrder
    } else if (found === 0 && this.#isWhole) {
      this.#miss(target[row])
      this.#floor = -Infinity
    } else this.#turns = UNSURE
  }

  #miss(id: number): void {
    this.#turnsAt[id] = MISSING
    this.#missing.push(id)
  }

  #find(scan: ScannedRows['scan'], id: number): number {
    const found = this.#at(id)
    if (found !== 0 || this.#known.size === 0) return found
    const known = this.#known.get(String(uuidHash(scan.ids.text(id))))
    if (known === undefined) return 0
    this.#orderAt[id] = known.order
    return (this.#turnsAt[id] = known.turns + 1)
  }

  #at(id: number): number {
    if (id >= this.#turnsAt.length) {
      const size = 2 ** Math.ceil(Math.log2(id + 1))
      this.#turnsAt = widened(this.#turnsAt, size)
      this.#orderAt = widened(this.#orderAt, size)
    }
    return this.#turnsAt[id]
  }
}

/** The trail of a whole transcript, by its structure. Lines to come may go on from the end of the live path. */
export function trailOf(transcript: Transcript): Trail {
  const { path, graph, scan, turnStarts } = transcript
  const { columns, ids } = scan
  const hashOf = (id: number): string => String(uuidHash(ids.text(id)))
  const turns = turnCount(transcript)
  const missing = graph.danglers.map((row) => hashOf(graph.parentKey(row)))
  const named = lastNamed(transcript)
  if (named !== 0 && graph.rowOf(named) < 0) missing.push(hashOf(named))
  const tip = path.length === 0 ? '' : hashOf(columns.uuid[path.tip])
  if (path.cycle >= 0 || missing.length > MOST_MISSING) return { turns, recent: [], missing: [], tip }
  // What is before a row that a `last-prompt` names, or before the first word, is left out.
  let least = 0
  while (least < path.length && !isSaid(scan, path.at(least))) least++
  if (named !== 0) least = Math.max(least, path.positionOf(graph.rowOf(named)))
  const recent: [string, number][] = []
  let [turn, next] = [turns, turnStarts.length - 1]
  for (let at = path.length - 1; at >= least && recent.length < MOST_RECENT; at--) {
    recent.push([hashOf(columns.uuid[path.at(at)]), turn])
    if (turnStarts[next] !== at) continue
    turn--
    next--
  }
  return { turns, recent: recent.toReversed(), missing, tip }
}

/** The uuid that the last `last-prompt` names; 0 where there is none, or a compaction came since. */
function lastNamed({ scan, rowCount }: Transcript): number {
  const { columns, ids } = scan
  const marker = ids.find('last-prompt')
  for (let row = rowCount - 1; row >= 0; row--) {
    if (columns.kind[row] === KIND.system && isBoundary(scan, row)) return 0
    if (marker === 0 || columns.type[row] !== marker || columns.target[row] === 0) continue
    if ((columns.flags[row] & FLAG.recovered) === 0) return columns.target[row]
  }
  return 0
}

function isSaid({ columns }: ScannedRows['scan'], row: number): boolean {
  const isSpoken = columns.kind[row] === KIND.user || columns.kind[row] === KIND.assistant
  return isSpoken && (columns.flags[row] & FLAG.meta) === 0
}

function widened(cells: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(size)
  wider.set(cells)
  return wider
}

/** Parallel calls are answered within so many rows, but for few. */
const MOST_RECENT = 16
const MOST_MISSING = 8
const MISSING = -1
