import { FLAG, KIND } from '../scan/columns.ts'
import type { Scanner } from '../scan/scanner.ts'
import { isBoundary } from './compaction.ts'
import type { LoadedRows } from './loaded-rows.ts'
import type { ResumeRules } from './rules.ts'

/** The row a resume continues from, or -1 where the program says that there is no conversation. */
export function resumeTip(scan: Scanner, loaded: LoadedRows, rules: ResumeRules): number {
  if (rules.tip === 'newest-time') return newestRow(loaded)
  const tip = latestLeaf(scan, loaded)
  const chosen = rules.lastPrompt ? tipByLastPrompt(scan, loaded, tip) : tip
  if (chosen < 0 || loaded.isSidechain(chosen)) return -1
  return Number.isNaN(loaded.time(chosen)) ? -1 : chosen
}

/**
 * A row is a leaf unless another one continues it. One that stands before its parent in the file
 * and is older does not: it was written for another row of that uuid, or closes a cycle.
 */
function latestLeaf(scan: Scanner, loaded: LoadedRows): number {
  const continued = new Set<number>()
  for (const row of loaded.read) {
    const parent = loaded.parentOf(row)
    if (parent < 0 || loaded.isSidechain(row)) continue
    if (row > parent || loaded.time(row) > loaded.time(parent) || loaded.isMoved(row)) continued.add(parent)
  }
  for (let i = loaded.order.length - 1; i >= 0; i--) {
    const row = loaded.order[i]
    if (!continued.has(row) && !loaded.isSidechain(row) && !isBareBoundary(scan, loaded, row)) return row
  }
  return -1
}

/** A boundary behind which nobody said anything: its summary was never written, so it hides nothing. */
function isBareBoundary(scan: Scanner, loaded: LoadedRows, leaf: number): boolean {
  const { kind, parent } = scan.columns
  const seen = new Set<number>()
  for (let row = leaf; row >= 0 && !seen.has(row); row = loaded.parentOf(row)) {
    seen.add(row)
    if (kind[row] === KIND.user || kind[row] === KIND.assistant) return false
    if (isBoundary(scan, row)) return parent[row] === 0
  }
  return false
}

/** Older versions take the newest timestamp of all rows, leaf or not; the first of equals. */
function newestRow(loaded: LoadedRows): number {
  let best = -1
  for (const row of loaded.order) {
    if (loaded.isSidechain(row) || Number.isNaN(loaded.time(row))) continue
    if (best < 0 || loaded.time(row) > loaded.time(best)) best = row
  }
  return best
}

/**
 * The last `last-prompt` row names a leaf, unless a compaction came after it. It moves the tip there unless the default tip is that
 * leaf or grew from it; an `explicit` one does so unless rows written after it grew from the leaf.
 */
function tipByLastPrompt(scan: Scanner, loaded: LoadedRows, tip: number): number {
  const { columns, ids } = scan
  const type = ids.find('last-prompt')
  let marker = columns.count - 1
  while (
    marker >= 0 &&
    (type === 0 || columns.type[marker] !== type || (columns.flags[marker] & FLAG.recovered) !== 0)
  )
    marker--
  if (marker < 0) return tip
  const leaf = loaded.rowOf(columns.target[marker])
  if (leaf < 0 || tip < 0 || loaded.order.some((row) => row > marker && isBoundary(scan, row))) return tip
  const grewFromLeaf = descends(loaded, tip, leaf)
  if ((columns.flags[marker] & FLAG.explicit) !== 0) return grewFromLeaf && tip > marker ? tip : leaf
  return grewFromLeaf ? tip : leaf
}

function descends(loaded: LoadedRows, row: number, ancestor: number): boolean {
  const seen = new Set<number>()
  for (let at = row; at >= 0 && !seen.has(at); at = loaded.parentOf(at)) {
    if (at === ancestor) return true
    seen.add(at)
  }
  return false
}
