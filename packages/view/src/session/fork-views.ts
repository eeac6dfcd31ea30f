import type { Branch, Turn } from '@skein/transcript'
import type { Reading } from './reading.ts'
import type { ForkView } from './session-view.ts'
import type { Slot } from './slots.ts'

export interface BranchesAt {
  /** Branches that leave the path at a row. */
  readonly at: (row: number) => readonly Branch[]
  /** Earlier beginnings of the same conversation. */
  readonly starts: () => readonly Branch[]
}

/** Where the conversation went another way within a turn: the choice is met at the step behind it. */
export function forksOf(
  reading: Reading,
  branches: BranchesAt,
  { turn, slots }: { readonly turn: Turn; readonly slots: readonly Slot[] },
): ForkView[] {
  const { transcript } = reading
  const { path } = transcript
  const forks: ForkView[] = []
  const stepAt = stepFinder(turn, slots)
  const start = turn.index === 0 ? 0 : turn.from
  const end = turn.to === path.length ? turn.to : turn.to - 1
  for (let position = start; position <= end; position++) {
    const left = position === 0 ? branches.starts() : branches.at(path.at(position - 1))
    if (left.length === 0) continue
    const heir = position < path.length ? path.at(position) : -1
    const lines = [{ root: heir, tip: -1 }, ...left].sort((a, b) => a.root - b.root)
    const tips = lines.map(({ root, tip }) => (root === heir ? null : transcript.scan.columns.offset[tip]))
    forks.push({ at: heir < 0 ? slots.length : stepAt(heir), tips: around(tips, reading.most(MOST_TIPS)) })
    if (forks.length === reading.most(MOST_FORKS)) break
  }
  return forks
}

const MOST_FORKS = 200
const MOST_TIPS = 100

/** The tips nearest to the one that is shown. */
function around(tips: readonly (number | null)[], most: number): readonly (number | null)[] {
  if (tips.length <= most) return tips
  const from = Math.min(Math.max(0, tips.indexOf(null) - most / 2), tips.length - most)
  return tips.slice(from, from + most)
}

/** The first step that a row or a later one of the turn gave; -1 for the prompt's row and for what stands before it. */
function stepFinder(turn: Turn, slots: readonly Slot[]): (row: number) => number {
  let order: Map<number, number> | null = null
  return (row) => {
    order ??= new Map(turn.rows.map((candidate, i) => [candidate, i]))
    const wanted = order.get(row)
    if (wanted === undefined || row === turn.prompt) return -1
    const places = order
    const at = slots.findIndex((slot) => (places.get(slot.row) ?? -1) >= wanted)
    return at < 0 ? slots.length : at
  }
}
