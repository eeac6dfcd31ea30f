import type { Branch } from '@skein/transcript'
import { saidBranches } from '@skein/transcript'
import { meetingPlace, rowAtLine, rowsNamed, turnHolding } from '@skein/view'
import { isExpected, SkeinError } from '../errors.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { lineOf, openShown } from '../file/open-transcript.ts'
import { findAgentFiles, openDisk } from '@skein/store'
import { branchOf } from './whole.ts'

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
    return openShown(() => openDisk(file))
  } catch (error) {
    if (isExpected(error)) return null
    throw error
  }
}

/** Lines are numbers of the session's own file, so in sub-agents only uuids are looked for. */
function rowNamed(opened: OpenTranscript, name: string, lines = true): number | null {
  const line = lines ? rowAtLine(opened.transcript, name) : -1
  if (line >= 0) return line
  const found = rowsNamed(opened.transcript, name)
  if (found.length > 1) throw ambiguous(opened, name, found)
  return found[0] ?? null
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
  const { branch, turn } = meetingPlace(opened.transcript, row)
  return branch === null ? { opened, row, turn, branch: null } : onBranch(opened, row, branch)
}

function onBranch(opened: OpenTranscript, row: number, branch: Branch): Place {
  const shown = branchOf(opened, branch.tip)
  const line = lineOf(opened, row)
  const inBranch = shown.lines?.indexOf(line) ?? -1
  const at = inBranch < 0 ? (shown.lines?.findLastIndex((other) => other < line) ?? 0) : inBranch
  const number = saidBranches(opened.transcript).findIndex(({ tip }) => tip === branch.tip)
  const turn = turnHolding(shown.transcript, Math.max(0, at))
  return {
    opened: shown,
    row: Math.max(0, at),
    turn: Math.max(turn, 0),
    branch: number < 0 ? null : number + 1,
  }
}
