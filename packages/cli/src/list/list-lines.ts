import { formatMoney } from '@skein/view'
import { ID_SIGNS, relationWords } from '../session/relation-words.ts'
import { ago } from '../terminal/ago.ts'
import { tokens, whole } from '../terminal/figures.ts'
import type { Screen } from '../terminal/screen.ts'
import { table } from '../terminal/table.ts'
import { widthOf } from '../terminal/width.ts'
import { shorten, shortenStart } from '../terminal/wrap.ts'
import type { ListedSession } from './session-report.ts'

export interface ListReader {
  readonly now: number
  /** The reader's home folder, shown as `~`. */
  readonly userHome: string
}

interface ListLook extends ListReader {
  readonly width: number
}

/** Sessions as a table; on a narrow screen the columns that say least go first. */
export function listLines(sessions: readonly ListedSession[], screen: Screen, reader: ListReader): string[] {
  const look = { ...reader, width: screen.width }
  const columns = COLUMNS.filter(({ least }) => screen.width >= least)
  const cells = sessions.map((session) => columns.map(({ cell }) => cell(session, look)))
  const heads = columns.map(({ head }) => head)
  const widths = columns.map((_, i) => Math.max(...[heads, ...cells].map((row) => widthOf(row[i] ?? ''))))
  const taken = widths.reduce((sum, width) => sum + width + 2, 0)
  const room = Math.max(LEAST_TITLE, screen.width - taken)
  const rows = sessions.map((session, i) => [...(cells[i] ?? []), shorten(titleCell(session), room)])
  const [head = '', ...lines] = table(
    [[...heads, 'TITLE'], ...rows],
    [...columns.map(({ side }) => side), 'left'],
  )
  return [screen.style.dim(head), ...lines.map((line, i) => painted(line, sessions[i], screen))]
}

/** What the narrowest screen has left. */
const LEAST_TITLE = 7

interface Column {
  readonly head: string
  readonly side: 'left' | 'right'
  /** The narrowest screen that has it. */
  readonly least: number
  readonly cell: (session: ListedSession, look: ListLook) => string
}

const COLUMNS: readonly Column[] = [
  { head: '', side: 'left', least: 0, cell: ({ state }) => MARKS[state] },
  { head: 'ID', side: 'left', least: 0, cell: ({ id }) => id.slice(0, 8) },
  {
    head: 'ACTIVE',
    side: 'right',
    least: 40,
    cell: ({ lastTime }, { now }) => ago(Date.parse(lastTime ?? ''), now),
  },
  { head: 'TURNS', side: 'right', least: 60, cell: ({ turns }) => whole(turns) },
  { head: 'TOKENS', side: 'right', least: 90, cell: (session) => tokens(session.tokens) },
  { head: 'COST', side: 'right', least: 50, cell: costCell },
  {
    head: 'PROJECT',
    side: 'left',
    least: 80,
    cell: ({ project }, look) => projectCell(project, look),
  },
]

/** Signs, so that the state is told without colours too. */
const MARKS = { live: '●', archived: '▣', kept: ' ' }

function costCell({ cost, tokens: own, unpricedTokens, countedElsewhere }: ListedSession): string {
  // It cost something, where its messages are counted; the title says so too, where there is room for it.
  if (countedElsewhere && own === 0) return 'copied'
  if (cost === null) return 'no price'
  return `${formatMoney(Math.round(cost * 1e9))}${unpricedTokens > 0 ? '+' : ''}`
}

function projectCell(project: string, { userHome, width }: ListLook): string {
  const short =
    userHome !== '' && project.startsWith(`${userHome}/`) ? `~${project.slice(userHome.length)}` : project
  return shortenStart(short, Math.min(MOST_PROJECT, Math.floor(width / 6)))
}

/** The rest is the title's, which tells more. */
const MOST_PROJECT = 32

function titleCell({ title, relations, countedElsewhere, pullRequests, agents }: ListedSession): string {
  const notes = [
    ...relations.map((relation) => relationWords(relation, ID_SIGNS)),
    ...(countedElsewhere ? ['counted elsewhere'] : []),
    ...pullRequests.map(({ number }) => `PR #${number}`),
    ...(agents === 0 ? [] : [`${agents} sub-agent${agents === 1 ? '' : 's'}`]),
  ]
  const said = title === '' ? '(no prompt)' : title
  return notes.length === 0 ? said : `${said} · ${notes.join(' · ')}`
}

function painted(line: string, session: ListedSession | undefined, { style }: Screen): string {
  if (session?.state === 'live') return style.green(line)
  return session?.state === 'archived' ? style.dim(line) : line
}
