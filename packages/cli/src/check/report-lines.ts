import type { Diagnostic } from '@skein/transcript'
import { bytes, counted, minute, span, whole } from '../terminal/figures.ts'
import type { BranchReport } from '@skein/view'
import { BRANCH_REASONS } from '@skein/view'
import { fileLines } from '../session/file-lines.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { table } from '../terminal/table.ts'
import { shorten, wrap, wrapParts } from '../terminal/wrap.ts'
import type { LeftOutReason } from '@skein/view'
import type { CheckReport, ResumeReport } from './report.ts'

/** A report for people. */
export function reportLines(report: CheckReport, { style, width }: Screen): string[] {
  const section = (title: string, lines: readonly string[]): string[] => [
    '',
    style.bold(title),
    ...lines.map((line) => `  ${line}`.trimEnd()),
  ]
  const inner = width - 2
  const { diagnostics } = report
  return [
    ...fileLines(report.file, width).map(style.bold),
    ...wrapParts(headParts(report), width).map(style.dim),
    ...section('Types', typeLines(report)),
    ...section(
      diagnostics.length === 0 ? 'Diagnostics' : `Diagnostics (${whole(diagnostics.length)})`,
      diagnostics.length === 0 ? ['none'] : diagnosticLines(diagnostics, inner).map(style.yellow),
    ),
    ...section('Branches', report.branches.length === 0 ? ['none'] : branchLines(report.branches, inner)),
    ...section(`Resume as Claude Code ${inertLine(report.resume.version)}`, resumeLines(report, inner)),
  ]
}

function headParts(report: CheckReport): string[] {
  const parts = [bytes(report.bytes), counted(report.entries, 'entry', 'entries')]
  const when = span(parsed(report.firstTime), parsed(report.lastTime))
  if (when !== '') parts.push(when)
  const names = report.versions.map(({ version }) => inertLine(version))
  if (names.length > 0)
    parts.push(
      `Claude Code ${names.length > 4 ? `${names[0]} … ${names.at(-1)} (${names.length} versions)` : names.join(', ')}`,
    )
  return parts
}

function parsed(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}

function typeLines({ types }: CheckReport): string[] {
  return table(
    types
      .slice(0, MOST_TYPES)
      .map(({ type, known, entries, bytes: size }) => [
        type === null ? '(no type)' : shorten(inertLine(type), 30),
        whole(entries),
        bytes(size),
        known || type === null ? '' : 'new to Skein, kept',
      ]),
    ['left', 'right', 'right', 'left'],
  ).concat(more(types.length, MOST_TYPES))
}

/** A hostile file can have a type a line. */
const MOST_TYPES = 40
const MOST_BRANCHES = 20
const MOST_PLACES = 4

function more(count: number, most: number): string[] {
  return count > most ? [`… and ${whole(count - most)} more (--json has all)`] : []
}

/** One paragraph a code: how often, what was done, and the first lines. */
function diagnosticLines(diagnostics: readonly Diagnostic[], width: number): string[] {
  const byCode = new Map<string, Diagnostic[]>()
  for (const diagnostic of diagnostics) {
    const known = byCode.get(diagnostic.code)
    if (known === undefined) byCode.set(diagnostic.code, [diagnostic])
    else known.push(diagnostic)
  }
  return [...byCode].flatMap(([code, all]) => {
    const places = [...new Set(all.map(({ line }) => line))]
    const shown = places.slice(0, MOST_PLACES).map(whole).join(', ')
    const rest = places.length > MOST_PLACES ? ` and ${whole(places.length - MOST_PLACES)} more` : ''
    const where = `${places.length === 1 ? 'line' : 'lines'} ${shown}${rest}`
    const times = all.length === 1 ? '' : ` × ${whole(all.length)}`
    const messages = [...new Set(all.map(({ message }) => message))].slice(0, 2).join(' ')
    return [`${code}${times}, ${where}`, ...wrap(inertLine(messages), width - 2).map((line) => `  ${line}`)]
  })
}

/** With the numbers that `skein show --branch` takes. */
function branchLines(branches: readonly BranchReport[], width: number): string[] {
  const shown = branches.slice(0, MOST_BRANCHES)
  const gutter = String(shown.length).length + 2
  return shown
    .flatMap((branch, i) => {
      const prompt = branch.prompt === null ? '' : inertLine(branch.prompt)
      const lines = [
        ...wrapParts(branchParts(branch), width - gutter),
        ...(prompt === '' ? [] : [`› ${shorten(prompt, width - gutter - 2)}`]),
      ]
      return lines.map(
        (line, at) => `${at === 0 ? `${i + 1}`.padStart(gutter - 2) : ' '.repeat(gutter - 2)}  ${line}`,
      )
    })
    .concat(more(branches.length, MOST_BRANCHES))
}

function branchParts(branch: BranchReport): string[] {
  const { fromLine, firstLine, tipLine } = branch
  return [
    BRANCH_REASONS[branch.reason] ?? branch.reason,
    counted(branch.entries, 'entry', 'entries'),
    fromLine === null
      ? `lines ${whole(firstLine)} to ${whole(tipLine)}`
      : `from line ${whole(fromLine)} to ${whole(tipLine)}`,
    ...(branch.lastTime === null ? [] : [minute(Date.parse(branch.lastTime))]),
  ]
}

function resumeLines({ resume, entries }: CheckReport, width: number): string[] {
  const rules =
    resume.version === resume.rules ? [] : [`(by the rules of ${resume.rules}, the nearest observed version)`]
  if (resume.tip === null)
    return [...wrap(OUTCOMES[resume.outcome] ?? '', width), ...rules, ...wrap(resume.reason ?? '', width)]
  const { line, type, time } = resume.tip
  const at = time === null ? '' : `, ${minute(Date.parse(time))}`
  return [
    ...rules,
    ...wrap(`goes on from line ${whole(line)} (${type ?? 'no type'}${at})`, width),
    `sends ${whole(resume.entries)} of ${counted(entries, 'entry', 'entries')}`,
    ...leftOutLines(resume, width),
  ]
}

function leftOutLines({ leftOut }: ResumeReport, width: number): string[] {
  if (leftOut.length === 0) return []
  const rows = leftOut.map(({ reason, entries, bytes: size }) => [
    whole(entries),
    bytes(size),
    LEFT_OUT[reason],
  ])
  return ['leaves out', ...table(rows, ['right', 'right', 'left'], width - 2).map((line) => `  ${line}`)]
}

const OUTCOMES: Readonly<Record<string, string | undefined>> = {
  'no-conversation': 'finds no conversation',
  hangs: 'never ends',
  fails: 'fails',
}

export const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  'other-branch': 'on another branch',
  compacted: 'hidden behind a compaction',
  cut: 'before a parent that is missing',
  unreadable: 'on lines the program cannot read',
  replaced: 'replaced by a later entry of the same uuid',
  'sub-agent': 'of sub-agents',
  'api-error': 'notes of failed requests',
  'thinking-only': 'thinking that led to nothing',
  'unanswered-call': 'tool calls without an answer',
  'not-conversation': 'not conversation (titles, snapshots, progress, notes)',
}
