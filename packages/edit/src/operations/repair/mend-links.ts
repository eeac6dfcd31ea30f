import { BLOCK, blocksIn, KIND } from '@skein/transcript'
import type { SourceTranscript } from '../../source/edit-session.ts'
import { lostRows, type LostRow } from './lost-rows.ts'
import { ROOT, type RepairChain } from './repair-chain.ts'

export interface MendedLinks {
  /** Rows whose parent was not there, or not one that a resume loads. */
  readonly relinked: number
  /** Rings of parents that were opened. */
  readonly opened: number
}

/**
 * Gives every row a parent that a resume finds, and opens rings.
 *
 * `walk` is the way that a resume takes now, from root to tip: where it mends a broken link by itself, its choice is
 * kept, so that nothing it reaches is lost.
 */
export function mendLinks(from: SourceTranscript, chain: RepairChain, walk: readonly number[]): MendedLinks {
  const mender = new LinkMender(from, chain, walk)
  const relinked = chain.danglers.length + chain.passedOver
  const opened = mender.openRings()
  mender.relink([...chain.danglers, ...opened])
  return { relinked, opened: opened.length }
}

class LinkMender {
  readonly #from: SourceTranscript
  readonly #chain: RepairChain
  readonly #walk: readonly number[]
  readonly #position = new Map<number, number>()
  readonly #lostByUuid = new Map<string, LostRow>()
  readonly #lost: readonly LostRow[]

  constructor(from: SourceTranscript, chain: RepairChain, walk: readonly number[]) {
    this.#from = from
    this.#chain = chain
    this.#walk = walk
    for (const [at, row] of walk.entries()) this.#position.set(row, at)
    this.#lost = chain.danglers.length === 0 ? [] : lostRows(from)
    for (const lost of this.#lost) if (lost.uuid !== null) this.#lostByUuid.set(lost.uuid, lost)
  }

  /** The rows at which rings were opened. */
  openRings(): number[] {
    return this.#chain.rings().map((ring) => {
      const row = this.#closing(ring)
      this.#chain.cut(row)
      return row
    })
  }

  relink(rows: readonly number[]): void {
    // First those that a resume bridges now: a link made for another row must not be in their way.
    const isBridged = (row: number): number => ((this.#position.get(row) ?? 0) > 0 ? 0 : 1)
    for (const row of rows.toSorted((a, b) => isBridged(a) - isBridged(b) || a - b))
      this.#chain.link(
        row,
        this.#bridged(row) ?? this.#call(row) ?? this.#grandparent(row) ?? this.#nearest(row),
      )
  }

  /** The row whose parent a resume has passed already when it comes there; else the first of the ring. */
  #closing(ring: readonly number[]): number {
    const closes = (row: number): boolean => {
      const own = this.#position.get(row)
      const parents = this.#position.get(this.#chain.parentOf(row))
      return own !== undefined && parents !== undefined && parents >= own
    }
    return ring.find(closes) ?? ring.reduce((a, b) => Math.min(a, b))
  }

  /** What a resume hangs the row on now. */
  #bridged(row: number): number | null {
    const at = this.#position.get(row)
    return at === undefined || at === 0 ? null : this.#ifApart(row, this.#walk[at - 1])
  }

  /** The call that the row answers. */
  #call(row: number): number | null {
    const { scan, tools } = this.#from.transcript
    if (scan.columns.kind[row] !== KIND.user) return null
    for (const block of blocksIn(scan, row)) {
      if (scan.blocks.kind[block] !== BLOCK.toolResult) continue
      for (const use of tools.usesOf(scan.blocks.toolId[block])) {
        const call = this.#ifApart(row, scan.blocks.row[use])
        if (call !== null) return call
      }
    }
    return null
  }

  /** What the lost parent hung on, where its remains still tell. */
  #grandparent(row: number): number | null {
    const { columns, ids } = this.#from.transcript.scan
    let lost = this.#lostByUuid.get(ids.text(columns.parent[row])) ?? this.#lostBefore(row)
    for (let hops = 0; lost !== undefined && hops <= this.#lost.length; hops++) {
      const parent = this.#chain.rowOfText(lost.parent)
      if (parent >= 0) return this.#ifApart(row, parent)
      lost = this.#lostByUuid.get(lost.parent)
    }
    return null
  }

  /** A torn entry without a name between the row and the one before it in the file. */
  #lostBefore(row: number): LostRow | undefined {
    if (row === 0) return undefined
    const { offset } = this.#from.transcript.scan.columns
    let [low, high] = [0, this.#lost.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#lost[middle].offset < offset[row]) low = middle + 1
      else high = middle
    }
    const lost = low === 0 ? undefined : this.#lost[low - 1]
    return lost !== undefined && lost.uuid === null && lost.offset > offset[row - 1] ? lost : undefined
  }

  /** The nearest earlier row of the file that is no descendant. */
  #nearest(row: number): number {
    for (let earlier = row - 1; earlier >= 0; earlier--)
      if (
        this.#chain.isLoadable(earlier) &&
        !this.#chain.isRenamed(earlier) &&
        this.#chain.isAside(earlier) === this.#chain.isAside(row) &&
        !this.#chain.areConnected(earlier, row)
      )
        return earlier
    return ROOT
  }

  #ifApart(row: number, parent: number): number | null {
    return this.#chain.isLoadable(parent) && !this.#chain.areConnected(parent, row) ? parent : null
  }
}
