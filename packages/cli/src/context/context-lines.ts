import type { Context, ContextCategory, ContextPart, LeftOutReason } from '@skein/view'
import { bars } from '../terminal/bars.ts'
import { bytes, counted, tokens } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { table } from '../terminal/table.ts'
import { shorten, wrap } from '../terminal/wrap.ts'
import { LEFT_OUT } from '../check/report-lines.ts'

/** What fills the window, for people: a bar a category, the biggest items, what a resume leaves out. */
export function contextLines(context: Context, screen: Screen): string[] {
  const { style, width } = screen
  const { used, window, model } = context
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', style.bold(title), ...lines.map((line) => `  ${line}`)]
  return [
    style.bold(
      `${tokens(used)} of ${tokens(window)} tokens (${percent(used, window)})${model === '' ? '' : `, ${inertLine(model)}`}`,
    ),
    style.dim(basis(context)),
    windowBar(context, screen),
    ...section('What fills it', partLines(context, width - 2)),
    ...section('Biggest', biggestLines(context, width - 2)),
    ...section('Not sent on a resume', droppedLines(context, width - 2)),
  ]
}

function basis({ measured, used }: Context): string {
  if (measured === 0) return 'all estimated: no answer told how many tokens it was given'
  return measured === used
    ? 'as the API counted it with the last answer; the parts are estimates'
    : `${tokens(measured)} as the API counted it with the last answer, the rest and all parts are estimates`
}

function percent(part: number, all: number): string {
  return `${((part * 100) / Math.max(1, all)).toFixed(part * 10 < all ? 1 : 0)} %`
}

function windowBar({ used, window }: Context, { style, width }: Screen): string {
  const room = Math.min(width, 60)
  const full = Math.min(room, Math.round((used / Math.max(1, window)) * room))
  const paint = used > window * 0.9 ? style.red : used > window * 0.7 ? style.yellow : style.green
  return paint('█'.repeat(full)) + style.dim('░'.repeat(room - full))
}

function partLines({ parts, rest, hasPrompt, used }: Context, width: number): string[] {
  const rows = [
    ...parts.map((part) => ({ name: NAMES[part.category], tokens: part.tokens, part })),
    ...(rest > 0
      ? [
          {
            name: hasPrompt ? 'not explained' : 'system prompt, tools and the rest',
            tokens: rest,
            part: null,
          },
        ]
      : []),
  ]
  const drawn = bars(
    rows.map((row) => row.tokens),
    Math.min(24, Math.max(0, width - 54)),
  )
  return table(
    rows.flatMap((row, i) => [
      [row.name, tokens(row.tokens), percent(row.tokens, used), drawn[i] ?? ''],
      ...toolRows(row.part, used),
    ]),
    ['left', 'right', 'right', 'left'],
  )
}

function toolRows(part: ContextPart | null, used: number): string[][] {
  if (part === null) return []
  const shown = part.tools.slice(0, MOST_TOOLS)
  const rest = part.tools.slice(MOST_TOOLS)
  const sum = rest.reduce((total, tool) => total + tool.tokens, 0)
  return [
    ...shown.map((tool) => [
      `  ${shorten(inertLine(tool.tool), 28)}`,
      tokens(tool.tokens),
      percent(tool.tokens, used),
      '',
    ]),
    ...(rest.length === 0
      ? []
      : [[`  ${counted(rest.length, 'more tool')}`, tokens(sum), percent(sum, used), '']]),
  ]
}

const MOST_TOOLS = 6

function biggestLines({ biggest }: Context, width: number): string[] {
  return biggest.slice(0, MOST_ITEMS).map(({ category, tool, label, tokens: size, uuid }) => {
    const what =
      tool === null
        ? NAMES[category]
        : `${inertLine(tool)} ${category === 'tool-results' ? 'result' : 'input'}`
    const place = uuid === null ? '' : ` (--at ${uuid.slice(0, 8)})`
    return shorten(`${tokens(size).padStart(6)}  ${what}: ${inertLine(label)}`, width - place.length) + place
  })
}

const MOST_ITEMS = 10

function droppedLines({ dropped }: Context, width: number): string[] {
  const rows = dropped.map(({ reason, entries, bytes: size }) => [
    counted(entries, 'entry', 'entries'),
    bytes(size),
    meaning(reason),
  ])
  return table(rows, ['right', 'right', 'left'], width).flatMap((line) => wrap(line, width))
}

function meaning(reason: LeftOutReason): string {
  return LEFT_OUT[reason]
}

const NAMES: Readonly<Record<ContextCategory, string>> = {
  'system-prompt': 'system prompt',
  tools: 'tools',
  memory: 'memory files',
  'compact-summary': 'compact summary',
  prompts: 'prompts',
  answers: 'answers',
  thinking: 'thinking',
  'tool-inputs': 'tool inputs',
  'tool-results': 'tool results',
  images: 'images',
  documents: 'documents',
  attachments: 'attachments',
}
