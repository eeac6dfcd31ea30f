import type { Branch } from '@skein/transcript'
import { branches, FLAG, turnCount, turns } from '@skein/transcript'
import { SkeinError } from '../errors.ts'
import { branchTranscript } from '../file/branch-transcript.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { lineOf, openTranscript } from '../file/open-transcript.ts'
import { findAgentFiles } from '@skein/store'
import { saidBranches } from './branch-report.ts'

/** Where an entry stands, for a reader. */
export interface FoundEntry {
  /** The transcript it is shown in: the session's, a branch of it, or a sub-agent's. Close it when done. */
  readonly opened: OpenTranscript
  /** Its row there. */
  readonly row: number
  /** The turn that holds it, from 0; -1 in a transcript without turns. */
  readonly turn: number
  /** The number of its branch, as `--branch` takes it; null on the live path. */
  readonly branch: number | null
  /** The sub-agent that said it; null in the session's own file. */
  readonly agentId: string | null
}

/**
 * Finds an entry by its uuid, the beginning of one, or its line, wherever in the session it stands. A `SkeinError`
 * where there is none, or more than one.
 */
export function findEntry(opened: OpenTranscript, name: string): FoundEntry {
  const own = rowNamed(opened, name)
  if (own !== null) return { ...placeOf(opened, own), agentId: null }
  for (const { file, agentId } of findAgentFiles(opened.file)) {
    const agent = openedOrNull(file)
    if (agent === null) continue
    const row = rowNamed(agent, name, false)
    if (row === null) {
      agent.close()
      continue
    }
    const place = placeOf(agent, row)
    return { ...place, opened: { ...place.opened, close: agent.close }, agentId }
  }
  throw new SkeinError('usage', `no entry ${name} in ${opened.file}`, {
    remedy: 'name a uuid, the beginning of one, or a line',
  })
}

function openedOrNull(file: string): OpenTranscript | null {
  try {
    return openTranscript(file)
  } catch (error) {
    if (error instanceof SkeinError) return null
    throw error
  }
}

/** Lines are numbers of the session's own file, so in sub-agents only uuids are looked for. */
function rowNamed(opened: OpenTranscript, name: string, lines = true): number | null {
  const { columns, ids } = opened.transcript.scan
  if (lines && /^\d{1,9}$/.test(name)) {
    for (let row = 0; row < columns.count; row++) if (columns.line[row] === Number(name)) return row
  }
  if (name === '') return null
  const found = new Map<number, number>()
  for (let row = 0; row < columns.count; row++) {
    const uuid = columns.uuid[row]
    const isNamed = uuid !== 0 && (columns.flags[row] & FLAG.syntheticUuid) === 0
    // A later row of the same uuid stands for it.
    if (isNamed && ids.text(uuid).startsWith(name)) found.set(uuid, row)
  }
  const exact = found.get(ids.find(name))
  if (exact !== undefined) return exact
  if (found.size > 1) throw ambiguous(opened, name, [...found.values()])
  return found.values().next().value ?? null
}

const MOST_CANDIDATES = 5

function ambiguous(opened: OpenTranscript, name: string, rows: readonly number[]): SkeinError {
  const { columns, ids } = opened.transcript.scan
  const shown = rows
    .slice(0, MOST_CANDIDATES)
    .map((row) => `${ids.text(columns.uuid[row])} (line ${lineOf(opened, row)})`)
    .join(', ')
  const rest = rows.length > MOST_CANDIDATES ? ` and ${rows.length - MOST_CANDIDATES} more` : ''
  return new SkeinError('usage', `${rows.length} entries of ${opened.file} begin with ${name}`, {
    remedy: `say which: ${shown}${rest}`,
  })
}

type Place = Omit<FoundEntry, 'agentId'>

function placeOf(opened: OpenTranscript, row: number): Place {
  const node = nodeFor(opened, row)
  const live = turnHolding(opened, node)
  if (live >= 0 || node < 0) return { opened, row, turn: live, branch: null }
  const found = branches(opened.transcript)
  const branch = found.find(({ rows }) => rows.includes(node))
  return branch === undefined ? nearest(opened, row) : onBranch(opened, { row, node, branch, found })
}

/** The row of the graph that a reader meets the row at: itself, the one that replaced it, or the one before it. */
function nodeFor({ transcript }: OpenTranscript, row: number): number {
  const { graph, scan } = transcript
  let node = row
  while (node >= 0 && !graph.isNode(node)) node--
  return node >= 0 && graph.isShadowed(node) ? graph.rowOf(scan.columns.uuid[node]) : node
}

/** The turn of the live path that a row belongs to; -1 for none. */
function turnHolding({ transcript }: OpenTranscript, row: number): number {
  if (row < 0) return turnCount(transcript) === 0 ? -1 : 0
  const { path, turnStarts } = transcript
  const position = path.positionOf(row)
  if (position < 0) {
    for (const turn of turns(transcript)) if (turn.rows.includes(row)) return turn.index
    return -1
  }
  const opening = turnCount(transcript) - turnStarts.length
  const begun = turnStarts.filter((start) => start <= position).length
  return Math.min(Math.max(0, begun - 1 + opening), turnCount(transcript) - 1)
}

function onBranch(
  opened: OpenTranscript,
  { row, node, branch, found }: { row: number; node: number; branch: Branch; found: readonly Branch[] },
): Place {
  const isAgent = (opened.transcript.scan.columns.flags[node] & FLAG.sidechain) !== 0
  const isAside = branch.reason === 'parallel-tools' || (branch.reason === 'side-line' && !isAgent)
  if (isAside) {
    // Nothing is said there: it is met where it leaves.
    const parent = found.find(({ rows }) => rows.includes(branch.at))
    if (parent !== undefined && parent !== branch)
      return onBranch(opened, { row, node, branch: parent, found })
    const turn = turnHolding(opened, branch.at)
    return turn < 0 ? nearest(opened, row) : { opened, row, turn, branch: null }
  }
  const shown = branchTranscript(opened, branch.tip)
  const line = lineOf(opened, row)
  const inBranch = shown.lines?.indexOf(line) ?? -1
  const at = inBranch < 0 ? (shown.lines?.findLastIndex((other) => other < line) ?? 0) : inBranch
  const number = saidBranches(opened).findIndex(({ tip }) => tip === branch.tip)
  const turn = turnHolding(shown, Math.max(0, at))
  return {
    opened: shown,
    row: Math.max(0, at),
    turn: Math.max(turn, 0),
    branch: number < 0 ? null : number + 1,
  }
}

/** A row that hangs nowhere: the turn that was last written to before it. */
function nearest(opened: OpenTranscript, row: number): Place {
  const { path } = opened.transcript
  let node = row
  while (node >= 0 && path.positionOf(node) < 0) node--
  return { opened, row, turn: turnHolding(opened, node), branch: null }
}
