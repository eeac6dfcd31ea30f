import type { Branch, Transcript } from '@skein/transcript'
import { branches, FLAG, turnCount, turnOfPosition, turns } from '@skein/transcript'

/** Where a reader meets a row: on a branch, or (`branch` is null) in a turn of the live path. */
export interface MeetingPlace {
  /** A branch that is read by itself; what is beside it (parallel tools) is met on it. */
  readonly branch: Branch | null
  /** The turn of the live path, from 0; -1 on a branch, and in a transcript without turns. */
  readonly turn: number
}

/** Where a reader meets a row, whatever it is: every row has a place as long as there are turns. */
export function meetingPlace(transcript: Transcript, row: number): MeetingPlace {
  const node = nodeFor(transcript, row)
  const live = turnHolding(transcript, node)
  if (live >= 0 || node < 0) return { branch: null, turn: live }
  const { branch, at } = lineHolding(transcript, node)
  if (branch !== null) return { branch, turn: -1 }
  const turn = at === node ? -1 : turnHolding(transcript, at)
  return { branch: null, turn: turn < 0 ? turnBefore(transcript, row) : turn }
}

/** The turn of the live path that a row belongs to; -1 for none. */
export function turnHolding(transcript: Transcript, row: number): number {
  if (row < 0) return turnCount(transcript) === 0 ? -1 : 0
  const position = transcript.path.positionOf(row)
  if (position < 0) {
    for (const turn of turns(transcript)) if (turn.rows.includes(row)) return turn.index
    return -1
  }
  return Math.min(Math.max(0, turnOfPosition(transcript, position)), turnCount(transcript) - 1)
}

/** The row of the graph that a reader meets the row at: itself, the one that replaced it, or the one before it. */
function nodeFor({ graph, scan }: Transcript, row: number): number {
  let node = row
  while (node >= 0 && !graph.isNode(node)) node--
  return node >= 0 && graph.isShadowed(node) ? graph.rowOf(scan.columns.uuid[node]) : node
}

/** The branch that a row is met on; where that is none, `at` is the row beside which it stands. */
export function lineHolding(
  transcript: Transcript,
  node: number,
): { readonly branch: Branch | null; readonly at: number } {
  const found = branches(transcript)
  const isAgent = (transcript.scan.columns.flags[node] & FLAG.sidechain) !== 0
  // Nothing is said there: it is met where it leaves.
  const isAside = ({ reason }: Branch): boolean =>
    reason === 'parallel-tools' || (reason === 'side-line' && !isAgent)
  const seen = new Set<Branch>()
  let at = node
  for (;;) {
    const branch = found.find(({ rows }) => rows.includes(at))
    if (branch === undefined || seen.has(branch)) return { branch: null, at }
    if (!isAside(branch)) return { branch, at }
    seen.add(branch)
    at = branch.at
  }
}

/** A row that hangs nowhere: the turn that was last written to before it. */
function turnBefore(transcript: Transcript, row: number): number {
  let node = row
  while (node >= 0 && transcript.path.positionOf(node) < 0) node--
  return turnHolding(transcript, node)
}
