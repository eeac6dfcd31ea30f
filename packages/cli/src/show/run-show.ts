import { placeOfRow, sessionReport } from '@skein/view'
import { turnAt, turnCount, uuidOf } from '@skein/transcript'
import type { TurnRange } from '@skein/view'
import { SkeinError } from '../errors.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { lineOf } from '../file/open-transcript.ts'
import { shownFile } from '../file/shown-file.ts'
import { chosenBranch, titleFor } from '../session/chosen-branch.ts'
import type { FoundEntry } from '../session/find-entry.ts'
import { findEntry } from '../session/find-entry.ts'
import type { MaskOptions } from '../session/mask.ts'
import { masked } from '../session/mask.ts'
import { openSession } from '../session/open-session.ts'
import type { SessionOptions } from '../session/open-session.ts'
import { aboutOf, assertTurns, toldOf } from '../session/whole.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import type { Screen, ScreenOptions } from '../terminal/screen.ts'
import { openScreen } from '../terminal/screen.ts'
import { allPlaces, digitsOf, rawEntries, rawLine } from './raw-entries.ts'
import { resumeLines, resumeMessages } from './resume-messages.ts'
import { writeSession } from './write-session.ts'

export interface ShowOptions extends ScreenOptions, MaskOptions, SessionOptions {
  readonly view: 'resume' | 'full' | 'raw'
  readonly turn?: TurnRange
  readonly branch?: number
  readonly at?: string
  readonly as?: string
  readonly full?: true
  readonly brief?: true
  readonly json?: true
}

export async function runShow(name: string, options: ShowOptions): Promise<void> {
  assertOptions(options)
  const session = await openSession(name, options)
  try {
    const found = options.at === undefined ? null : findEntry(session, options.at)
    const chosen =
      found?.opened ?? (options.branch === undefined ? session : chosenBranch(session, options.branch))
    const opened = masked(chosen, options)
    const screen = openScreen(options, { long: true })
    try {
      if (options.view === 'resume') await showResume(opened, screen, options)
      else if (options.view === 'raw' || found?.turn === -1)
        await showRaw(opened, screen, { ...options, found })
      else await showTurns(opened, screen, { ...options, found, title: titleFor(session, chosen, options) })
      await screen.out.end()
    } finally {
      if (found !== null && found.agentId !== null) found.opened.close()
    }
  } finally {
    session.close()
  }
}

/** Options that say different things about what to show. */
function assertOptions({ at, branch, turn, view, as, brief, full }: ShowOptions): void {
  const clash =
    at !== undefined && (branch !== undefined || turn !== undefined)
      ? '--at names one entry, so --turn and --branch do not go with it'
      : view === 'resume' && (at !== undefined || turn !== undefined)
        ? '--view resume is the whole of what is sent, so --turn and --at do not go with it'
        : as !== undefined && view !== 'resume'
          ? '--as goes with --view resume'
          : brief && full
            ? '--brief and --full say the opposite'
            : null
  if (clash !== null) throw new SkeinError('usage', clash, { remedy: 'leave one out' })
}

interface Showing extends ShowOptions {
  readonly found: FoundEntry | null
  readonly title?: string
}

async function showTurns(opened: OpenTranscript, screen: Screen, options: Showing): Promise<void> {
  const { found } = options
  const only = found === null ? options.turn : { from: found.turn + 1, to: found.turn + 1 }
  const told = toldOf(opened)
  const about = aboutOf(opened, told.session, options.title)
  assertTurns(only, about)
  const place = found === null ? null : placeOf(opened, found)
  if (options.json) {
    const steps = options.full ? 'all' : found === null ? undefined : 'folded'
    const report = sessionReport(told, about, { range: only, steps, at: found?.row })
    await writeJson(screen.out, place === null ? report : { ...report, at: place })
    return
  }
  if (place?.agentId) await screen.out.line(screen.style.blue(`sub-agent ${inertLine(place.agentId)}`))
  else if (place?.branch) await screen.out.line(screen.style.yellow(`branch ${place.branch}`))
  await writeSession({ about, told }, screen, {
    range: only,
    at: found?.row,
    whole: (only !== undefined && only.from === only.to) || options.full === true,
    open: options.full === true,
    brief: options.brief,
    markedLine: place?.line,
  })
}

/** Where the entry that was asked for stands. */
function placeOf(
  opened: OpenTranscript,
  { row, turn, branch, agentId }: FoundEntry,
): Omit<FoundEntry, 'opened' | 'row'> & { readonly line: number; readonly uuid: string | null } {
  return {
    line: lineOf(opened, row),
    uuid: uuidOf(opened.transcript.scan, row),
    turn: turn + 1,
    branch,
    agentId,
  }
}

async function showResume(opened: OpenTranscript, screen: Screen, options: ShowOptions): Promise<void> {
  const report = resumeMessages(opened, options.as)
  if (options.json) await writeJson(screen.out, report)
  else for (const line of resumeLines(report, screen, options.full === true)) await screen.out.line(line)
}

async function showRaw(opened: OpenTranscript, screen: Screen, options: Showing): Promise<void> {
  const { found, turn } = options
  const isPart = found !== null || turn !== undefined || options.branch !== undefined
  const places = isPart
    ? rowsOf(opened, options).map((row) => placeOfRow(opened.transcript, row))
    : allPlaces(opened)
  const entries = rawEntries(opened, places)
  if (options.json) {
    await writeJson(screen.out, { file: shownFile(opened), entries })
    return
  }
  const shape = { digits: digitsOf(opened, places), whole: options.full === true || found !== null }
  for (const entry of entries) await screen.out.line(rawLine(entry, screen, shape))
}

function rowsOf(opened: OpenTranscript, { found, turn }: Showing): number[] {
  if (found !== null) return [found.row]
  if (turn !== undefined) return rowsOfTurns(opened, turn)
  return Array.from({ length: opened.transcript.rowCount }, (_, row) => row)
}

function rowsOfTurns({ transcript, file }: OpenTranscript, range: TurnRange): number[] {
  const count = turnCount(transcript)
  if (range.from > count)
    throw new SkeinError('usage', `no turn ${range.from} in ${file}`, { remedy: `it has ${count}` })
  const rows: number[] = []
  for (let turn = range.from; turn <= Math.min(range.to, count); turn++)
    for (const row of turnAt(transcript, turn - 1).rows) rows.push(row)
  return rows.toSorted((a, b) => a - b)
}
