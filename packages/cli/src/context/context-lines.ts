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
    ...wrap(
      `${tokens(used)} of ${tokens(window)} tokens (${percent(used, window)})${model === '' ? '' : `, ${inertLine(model)}`}`,
      width,
    ).map(style.bold),
    ...wrap(basis(context), width).map(style.dim),
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
  const unexplained = {
    name: hasPrompt ? 'not explained' : 'system prompt, tools and the rest',
    tokens: rest,
  }
  const rows = [
    ...parts.map(({ category, tokens: size, tools }) => ({ name: NAMES[category], tokens: size, tools })),
    ...(rest > 0 ? [{ ...unexplained, tools: [] }] : []),
  ]
  const drawn = bars(
    rows.map((row) => row.tokens),
    Math.min(24, Math.max(0, width - 54)),
  )
  // The figures need 13 columns, spaces included; a screen of 30 has none for the shares.
  const room = Math.max(8, width - 16)
  const cells = (name: string, size: number, bar: string): string[] => {
    const share = width < 30 ? [] : [percent(size, used)]
    return [shorten(name, room), tokens(size), ...share, bar]
  }
  return table(
    rows.flatMap((row, i) => [
      cells(row.name, row.tokens, drawn[i] ?? ''),
      ...topTools(row.tools).map((tool) => cells(`  ${shorten(tool.tool, 28)}`, tool.tokens, '')),
    ]),
    width < 30 ? ['left', 'right', 'left'] : ['left', 'right', 'right', 'left'],
  )
}

/** The largest by name, the others as one. */
function topTools(tools: ContextPart['tools']): { tool: string; tokens: number }[] {
  const rest = tools.slice(MOST_TOOLS)
  const others = {
    tool: counted(rest.length, 'more tool'),
    tokens: rest.reduce((sum, tool) => sum + tool.tokens, 0),
  }
  const shown = tools
    .slice(0, MOST_TOOLS)
    .map(({ tool, tokens: size }) => ({ tool: inertLine(tool), tokens: size }))
  return rest.length === 0 ? shown : [...shown, others]
}

const MOST_TOOLS = 6

function biggestLines({ biggest }: Context, width: number): string[] {
  return biggest.slice(0, MOST_ITEMS).flatMap(({ category, tool, label, tokens: size, uuid }) => {
    const what =
      tool === null
        ? NAMES[category]
        : `${inertLine(tool)} ${category === 'tool-results' ? 'result' : 'input'}`
    const place = uuid === null ? '' : `--at ${inertLine(uuid).slice(0, 8)}`
    const said = `${tokens(size).padStart(6)}  ${what}: ${inertLine(label)}`
    // Where both do not fit beside each other, the place goes below.
    if (width < LEAST_BESIDE) return [shorten(said, width), ...(place === '' ? [] : [`    ${place}`])]
    return [place === '' ? shorten(said, width) : `${shorten(said, width - place.length - 3)} (${place})`]
  })
}

const MOST_ITEMS = 10
const LEAST_BESIDE = 60

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
