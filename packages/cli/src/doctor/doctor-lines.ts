import { counted, whole } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { table } from '../terminal/table.ts'
import { shorten, wrap, wrapParts } from '../terminal/wrap.ts'
import type { Diagnosis, Finding } from './diagnose.ts'
import type { DoctorReport, SickSession } from './doctor-report.ts'
import { SERIOUS, WORDS } from './words.ts'

/** The state of all sessions, the sickest first. */
export function doctorLines(report: DoctorReport, screen: Screen): string[] {
  const { style } = screen
  const { examined, sessions, unreadable } = report
  const verdict =
    sessions.length === 0 && unreadable.length === 0
      ? style.green('Nothing is damaged.')
      : `${counted(sessions.length, 'session')} with findings.`
  return [
    `${counted(examined, 'session')} examined. ${verdict}`,
    ...sessions.flatMap((session) => ['', ...sickLines(session, screen)]),
    ...unreadable.flatMap(({ id, reason }) => [
      '',
      style.red(`${id.slice(0, 8)}  cannot be read: ${inertLine(reason)}`),
    ]),
  ]
}

function sickLines({ id, title, findings, lost, entries }: SickSession, { style, width }: Screen): string[] {
  const serious = findings.some(({ kind }) => SERIOUS.has(kind))
  const head = shorten(`${id.slice(0, 8)}  ${title || '(no prompt)'}`, width)
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
  const head = style.bold(shorten(inertLine(diagnosis.path), width))
  if (diagnosis.findings.length === 0) return [head, style.green('Nothing is damaged.')]
  const rows = diagnosis.findings.map((finding) => [...cells(finding)])
  return [
    head,
    ...table(rows, ['right', 'left', 'left', 'left'], width),
    ...(diagnosis.lost === 0
      ? []
      : wrap(
          `A resume loses ${whole(diagnosis.lost)} of ${counted(diagnosis.entries, 'entry', 'entries')}.`,
          width,
        ).map(style.red)),
  ]
}

function cells({
  kind,
  count,
  line,
}: Finding): [count: string, name: string, place: string, meaning: string] {
  return [whole(count), WORDS[kind].short, line === null ? '' : `line ${whole(line)}`, WORDS[kind].long]
}
