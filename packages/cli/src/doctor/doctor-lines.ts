import { MENDABLE, SERIOUS, WORDS, type Diagnosis, type Finding } from '@skein/view'
import { counted, whole } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { table } from '../terminal/table.ts'
import { shorten, shortenStart, wrap, wrapParts } from '../terminal/wrap.ts'
import type { DoctorReport, SickSession } from './doctor-report.ts'

/** The state of all sessions, the sickest first. */
export function doctorLines(report: DoctorReport, screen: Screen): string[] {
  const { style, width } = screen
  const { examined, sessions, unreadable } = report
  const verdict = [
    ...(sessions.length === 0 ? [] : [`${counted(sessions.length, 'session')} with findings.`]),
    ...(unreadable.length === 0
      ? []
      : [`${counted(unreadable.length, 'file or folder', 'files or folders')} could not be read.`]),
  ]
  return [
    ...(verdict.length === 0
      ? wrap(`${counted(examined, 'session')} examined. Nothing is damaged.`, width).map(style.green)
      : wrap(`${counted(examined, 'session')} examined. ${verdict.join(' ')}`, width)),
    ...sessions.flatMap((session) => ['', ...sickLines(session, screen)]),
    ...unreadable.flatMap(({ path, reason }) => ['', ...unreadableLines(path, reason, screen)]),
    ...(sessions.some(({ findings }) => isMendable(findings)) ? ['', ...adviceLines(screen)] : []),
  ]
}

function isMendable(findings: readonly Finding[]): boolean {
  return findings.some(({ kind }) => MENDABLE.has(kind))
}

/** What to do about it. */
function adviceLines({ style, width }: Screen): string[] {
  return wrap(
    '`skein repair <session>` writes a mended copy of one; `--dry-run` tells what it would do.',
    width,
  ).map(style.dim)
}

function unreadableLines(path: string, reason: string, { style, width }: Screen): string[] {
  return [
    style.bold(shortenStart(inertLine(path), width)),
    ...wrap(inertLine(reason), width - 2).map((line) => `  ${style.red(line)}`),
  ]
}

function sickLines({ id, title, findings, lost, entries }: SickSession, { style, width }: Screen): string[] {
  const serious = findings.some(({ kind }) => SERIOUS.has(kind))
  const head = shorten(`${inertLine(id).slice(0, 8)}  ${title || '(no prompt)'}`, width)
  const parts = findings.map(({ kind, count }) =>
    count === 1 ? WORDS[kind].short : `${WORDS[kind].short} × ${whole(count)}`,
  )
  const loss = lost === 0 ? [] : [`a resume loses ${whole(lost)} of ${counted(entries, 'entry', 'entries')}`]
  return [
    style.bold(head),
    ...wrapParts([...parts, ...loss], width - 2).map(
      (line) => `  ${serious ? style.red(line) : style.yellow(line)}`,
    ),
  ]
}

/** One session, every finding explained. */
export function sessionLines(diagnosis: Diagnosis & { readonly path: string }, screen: Screen): string[] {
  const { style, width } = screen
  const head = style.bold(shortenStart(inertLine(diagnosis.path), width))
  if (diagnosis.findings.length === 0) return [head, style.green('Nothing is damaged.')]
  return [
    head,
    ...findingLines(diagnosis.findings, width),
    ...(diagnosis.lost === 0
      ? []
      : wrap(
          `A resume loses ${whole(diagnosis.lost)} of ${counted(diagnosis.entries, 'entry', 'entries')}.`,
          width,
        ).map(style.red)),
    ...(isMendable(diagnosis.findings) ? adviceLines(screen) : []),
  ]
}

function findingLines(findings: readonly Finding[], width: number): string[] {
  const rows = findings.map(({ kind, count, line }) => ({
    count: whole(count),
    ...WORDS[kind],
    place: line === null ? '' : `line ${whole(line)}`,
  }))
  if (width >= LEAST_TABLE)
    return table(
      rows.map(({ count, short, place, long }) => [count, short, place, long]),
      ['right', 'left', 'left', 'left'],
      width,
    )
  return rows.flatMap(({ count, short, place, long }) => [
    ...wrapParts([`${count} × ${short}`, ...(place === '' ? [] : [place])], width),
    ...wrap(long, width - 2).map((line) => `  ${line}`),
  ])
}

/** Narrower, the meanings would stand in a column of single words. */
const LEAST_TABLE = 72
