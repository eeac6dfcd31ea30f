import type { ChangedFile, Made, SessionFiles } from '@skein/view'
import { diffLines } from '../terminal/diff-lines.ts'
import { counted } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { widthOf } from '../terminal/width.ts'
import { shorten, wrap, wrapParts } from '../terminal/wrap.ts'

/** Files with their counts, and with `diff` what changed in them; then commits and pull requests. */
export function* filesLines(report: SessionFiles, screen: Screen, diff: boolean): Generator<string> {
  const { style, width } = screen
  const { files, commits, pullRequests } = report
  const totals = [
    `${counted(files.length, 'file')}${files.length === 0 ? '' : ` +${sum(files, 'added')} −${sum(files, 'removed')}`}`,
    ...(commits.length === 0 ? [] : [counted(commits.length, 'commit')]),
    ...(pullRequests.length === 0 ? [] : [counted(pullRequests.length, 'pull request')]),
  ]
  for (const line of wrapParts(totals, width)) yield line
  if (files.length > 0) yield ''
  const paths = Math.min(
    Math.max(0, ...files.map(({ path }) => widthOf(inertLine(path)))),
    Math.floor(width / 2),
  )
  for (const file of files) {
    yield* fileLines(file, screen, paths)
    if (!diff) continue
    if (file.kind === 'steps')
      for (const line of wrap(
        'the text before is not in the transcript: the changes, one after another',
        width - 4,
      ))
        yield style.dim(`    ${line}`)
    for (const line of diffLines(file.hunks, style, width - 4)) yield `    ${line}`
    yield ''
  }
  for (const [title, lines] of workLists(report, screen))
    if (lines.length > 0) {
      yield ''
      yield style.bold(title)
      yield* lines
    }
  yield* shellLines(report, screen)
}

function* fileLines(file: ChangedFile, { style, width }: Screen, paths: number): Generator<string> {
  const path = shorten(inertLine(file.path), paths)
  const counts = `+${file.added} −${file.removed}`
  const about = [
    turnsText(file.turns),
    ...(file.edits > 1 ? [counted(file.edits, 'edit')] : []),
    ...(file.agents.length > 0 ? ['by a sub-agent'] : []),
    ...(file.changedElsewhere ? ['changed by others in between'] : []),
    ...(file.kind === 'net' && file.hunks.length === 0 ? ['taken back'] : []),
  ].filter((part) => part !== '')
  const head = `  ${file.created ? 'A' : 'M'} ${path}${' '.repeat(Math.max(0, paths - widthOf(path)))}  ${counts}`
  const tail = `  ${about.join(' · ')}`
  const painted = `  ${file.created ? style.green('A') : style.yellow('M')} ${style.bold(path)}${' '.repeat(Math.max(0, paths - widthOf(path)))}  ${counts}`
  if (widthOf(head) + widthOf(tail) <= width) yield `${painted}${style.dim(tail)}`.trimEnd()
  else {
    yield painted
    for (const line of wrapParts(about, width - 4)) yield style.dim(`    ${line}`)
  }
}

function turnsText(turns: readonly number[]): string {
  if (turns.length === 0) return ''
  const shown = turns.slice(0, MOST_TURNS).join(', ')
  return `${turns.length === 1 ? 'turn' : 'turns'} ${shown}${turns.length > MOST_TURNS ? ', …' : ''}`
}

const MOST_TURNS = 6

function workLists(report: SessionFiles, { style, width }: Screen): [title: string, lines: string[]][] {
  const commits = report.commits.map((commit) => {
    const subject = commit.subject === null ? '' : ` ${inertLine(commit.subject)}`
    return `  ${style.yellow(inertLine(commit.sha))}${shorten(`${subject}${madeText(commit)}`, width - 2 - commit.sha.length)}`
  })
  // Not shortened: an address is there to be copied.
  const requests = report.pullRequests.map(
    (request) => `  ${inertLine(request.url)}${style.dim(madeText(request))}`,
  )
  return [
    ['Commits', commits],
    ['Pull requests', requests],
  ]
}

function madeText({ turn }: Made): string {
  return turn === null ? '' : `  turn ${turn}`
}

/** What is said of changes that nobody can know: a deletion by `rm` leaves no trace but the command. */
function* shellLines({ shellCommands }: SessionFiles, { style, width }: Screen): Generator<string> {
  if (shellCommands.length === 0) return
  const text = `${counted(shellCommands.length, 'shell command')} may have changed, moved or deleted files too (rm, mv, sed -i, >, git checkout …): a transcript does not tell which. --json lists them.`
  yield ''
  for (const line of wrap(text, width)) yield style.dim(line)
}

function sum(files: readonly ChangedFile[], field: 'added' | 'removed'): number {
  return files.reduce((total, file) => total + file[field], 0)
}
