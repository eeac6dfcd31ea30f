import { dirname } from 'node:path'
import { shownValue } from '@skein/redact'
import type { CopiedSession } from '@skein/store'
import type { UsageReport } from '@skein/view'
import { ID_SIGNS } from '../session/relation-words.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { wrap } from '../terminal/wrap.ts'

/** Reports in which somebody may look for what a copy of a session used. */
export function tellsCopies(by: UsageReport['by']): boolean {
  return by === 'session' || by === 'project'
}

/** Says of sessions that stand in several projects that each of their messages counts once. */
export function copyLines(
  copies: readonly CopiedSession[],
  report: UsageReport,
  { style, width }: Screen,
): string[] {
  const told = toldIn(report, copies)
  const rest = told.length - MOST_TOLD
  const notes = told.slice(0, MOST_TOLD).map(({ session, paths }) => {
    const folders = paths.slice(0, MOST_TOLD).map((path) => inertLine(dirname(path)))
    const more = paths.length > folders.length ? `, … and ${paths.length - folders.length} more` : ''
    return `${inertLine(session).slice(0, ID_SIGNS)} stands in ${folders.join(', ')}${more}: what its copies share counts once`
  })
  if (rest > 0) notes.push(`… and ${rest} more sessions that have copies`)
  return notes.flatMap((note) => wrap(note, width).map(style.dim))
}

const MOST_TOLD = 3

/** As `skein usage session --json` has them; docs/cli-json.md documents it. */
export function copiesJson(
  copies: readonly CopiedSession[],
  report: UsageReport,
): { readonly copies?: readonly CopiedSession[] } {
  return tellsCopies(report.by) ? { copies: toldIn(report, copies) } : {}
}

/** Where rows are sessions, those of the rows. */
function toldIn({ by, rows }: UsageReport, copies: readonly CopiedSession[]): readonly CopiedSession[] {
  if (by !== 'session') return shownValue(copies)
  const named = new Set(rows.map(({ key }) => key))
  return shownValue(copies.filter(({ session }) => named.has(session)))
}
