import type { Turn } from '@skein/transcript'
import { toolSummary } from '@skein/view'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownName } from '../file/shown-file.ts'
import { inertLine } from '../terminal/inert.ts'

/** What a tool was asked, in a few words: inert, one line, not shortened. Paths below `folder` lose it. */
export function askedOf(name: string, input: unknown, folder: string): string {
  return inertLine(toolSummary(name, input, folder))
}

/** The folder the turn was in: paths are told relative to it. */
export function folderOf(opened: OpenTranscript, turn: Turn): string {
  const { columns, ids } = opened.transcript.scan
  const row = turn.rows.find((candidate) => columns.cwd[candidate] !== 0)
  return row === undefined ? '' : shownName(opened, ids.text(columns.cwd[row]))
}
