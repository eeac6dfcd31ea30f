import { branches, isSaidBranch } from '../graph/forks.ts'
import type { Transcript } from '../transcript.ts'
import { startsTurn } from './prompts.ts'
import { opensFirst, turnOfPosition } from './turns.ts'

/** Where a turn is: on the live path, or on a branch. */
export interface TurnPlace {
  /** Its number, from 1, on the way from the root to the tip: the live one, or the branch's. */
  readonly turn: number
  /** The branch's number, from 1, in the order of `saidBranches`; null on the live path. */
  readonly branch: number | null
}

/** `5` on the live path, `b2.5` on branch 2. No two turns of a transcript have the same name. */
export function turnName({ turn, branch }: TurnPlace): string {
  return branch === null ? String(turn) : `b${branch}.${turn}`
}

/**
 * The turn that each row belongs to. Null for rows that are in none: those of sub-agents, and those before anything is said.
 * Branches are looked for when a row off the live path is asked for.
 */
export function turnPlaces(transcript: Transcript): (row: number) => TurnPlace | null {
  const { path, graph, scan } = transcript
  let aside: Map<number, TurnPlace> | null = null
  return (asked) => {
    const row = graph.isShadowed(asked) ? graph.rowOf(scan.columns.uuid[asked]) : asked
    const position = path.positionOf(row)
    if (position >= 0) return placed(turnsTo(transcript, position), null)
    aside ??= branchPlaces(transcript)
    const found = aside.get(row)
    return found === undefined ? null : placed(found.turn, found.branch)
  }
}

function placed(turn: number, branch: number | null): TurnPlace | null {
  return turn === 0 || branch === ASIDE ? null : { turn, branch }
}

/** The branch of rows that are on none that people count: parallel tools, sub-agents. */
const ASIDE = 0

/** A branch leaves from the live path or from a branch before it. */
function branchPlaces(transcript: Transcript): Map<number, TurnPlace> {
  const { scan, path } = transcript
  const found = new Map<number, TurnPlace>()
  let count = 0
  for (const branch of branches(transcript)) {
    const number = isSaidBranch(branch) ? ++count : ASIDE
    const position = branch.at < 0 ? -1 : path.positionOf(branch.at)
    let turn = position < 0 ? (found.get(branch.at)?.turn ?? 0) : turnsTo(transcript, position)
    for (const row of branch.rows) {
      if (startsTurn(scan, row) || (turn === 0 && opensFirst(scan, row))) turn++
      found.set(row, { turn, branch: number })
    }
  }
  return found
}

/** How many turns the live path has up to a position. */
function turnsTo(transcript: Transcript, position: number): number {
  const { path, scan, turnStarts } = transcript
  const turn = turnOfPosition(transcript, position) + 1
  if (turn !== 1 || turnStarts[0] <= position) return turn
  for (let at = 0; at <= position; at++) if (opensFirst(scan, path.at(at))) return 1
  return 0
}
