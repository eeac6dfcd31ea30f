import { turnName } from '@skein/transcript'
import { askedOf } from '../show/asked.ts'
import { compactionText } from '@skein/view'
import { duration, minute } from '../terminal/figures.ts'
import { inert, inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import type { Style } from '../terminal/style.ts'
import { widthOf } from '../terminal/width.ts'
import { shorten, wrap, wrapParts } from '../terminal/wrap.ts'
import { spanTree } from './span-tree.ts'
import { TimeScale } from './time-scale.ts'
import { TraceSum } from './trace-sum.ts'
import type { SpanReport, TurnTrace } from './turn-trace.ts'

/** A turn's spans below each other, each with its name, its place on the turn's time, and what it used. */
export function* waterfall(trace: TurnTrace, screen: Screen): Generator<string> {
  const { style, width } = screen
  const { spans } = trace
  const scale = new TimeScale(spans)
  const shape = shapeOf(width)
  yield* headLines(trace, screen)
  for (const { span, stem, below } of spanTree(spans, Math.max(3, Math.floor(shape.name / 6) * 3))) {
    const sum = new TraceSum()
    if (span.parentId === null) for (const each of spans) sum.addSpan(each)
    else sum.addSpan(span)
    const name = shorten(nameOf(span, trace), Math.max(4, shape.name - widthOf(stem)))
    const cells = [
      { width: shape.time, text: span.kind === 'compaction' ? '' : duration(span.durationMs) },
      { width: shape.tokens, text: sum.tokens },
      { width: shape.cost, text: sum.cost },
    ].filter((cell) => cell.width > 0)
    const bar = shape.bar === 0 ? '' : `${scale.bar(span, shape.bar)}  `
    const line = [
      style.dim(stem) + painted(span, name, style),
      ' '.repeat(Math.max(0, shape.name - widthOf(stem) - widthOf(name)) + 2),
      barPaint(span, style)(bar),
      style.dim(cells.map(({ width: room, text }) => shorten(text, room).padStart(room)).join('  ')),
    ].join('')
    yield line.trimEnd()
    yield* belowLines(span, screen, below)
  }
}

interface Shape {
  readonly name: number
  readonly bar: number
  readonly time: number
  readonly tokens: number
  readonly cost: number
}

/** What a narrow screen has no room for is left out: first tokens, then cost, then bars. */
function shapeOf(width: number): Shape {
  const time = 9
  const cost = width >= 52 ? 9 : 0
  const used = width >= 72 ? 11 : 0
  const rest =
    width - [time, cost, used].filter((column) => column > 0).reduce((sum, column) => sum + column + 2, 0)
  if (rest < LEAST_NAME + LEAST_BAR + 2) return { name: rest, bar: 0, time, tokens: used, cost }
  const name = Math.max(LEAST_NAME, Math.min(MOST_NAME, Math.floor(rest * 0.55)))
  return { name, bar: rest - name - 2, time, tokens: used, cost }
}

const LEAST_NAME = 14
const LEAST_BAR = 8
const MOST_NAME = 60

function* headLines({ turn, branch, prompt, spans }: TurnTrace, { style, width }: Screen): Generator<string> {
  const [root] = spans
  const parts = [
    turn === null ? 'In no turn' : `Turn ${turnName({ turn, branch })}`,
    root.startTime === null ? 'no time' : minute(Date.parse(root.startTime)),
    root.incomplete
      ? spans.some(({ kind }) => kind === 'generation')
        ? 'not finished'
        : 'not answered'
      : '',
  ].filter((part) => part !== '')
  for (const line of wrapParts(parts, width)) yield style.bold(line)
  const asked = prompt === null ? 'before the first prompt' : inertLine(prompt)
  if (asked !== '') yield `${style.cyan('›')} ${shorten(asked, width - 2)}`
}

/** A sign before the name for what only a colour would tell. */
function nameOf(span: SpanReport, trace: TurnTrace): string {
  const sign = span.error === null ? (span.incomplete ? '… ' : '') : `${SIGNS[span.error.type] ?? '✗'} `
  return `${sign}${plainName(span, trace)}`
}

const SIGNS: Readonly<Record<string, string | undefined>> = { denied: '⊘', interrupted: '■', orphaned: '○' }

function plainName(span: SpanReport, trace: TurnTrace): string {
  switch (span.kind) {
    case 'agent': {
      if (span.parentId === null) return 'claude-code'
      const about = [span.type, span.description]
        .map((text) => inertLine(text ?? ''))
        .filter((text) => text !== '')
      return `◆ ${about.join(': ') || `agent ${inertLine(span.agentId ?? '')}`.trim()}`
    }
    case 'generation':
      return inertLine(span.model ?? '') || '(no model)'
    case 'tool':
      return `${inertLine(span.name)} ${askedOf(span.name, span.arguments, trace.project ?? '')}`.trim()
    case 'compaction': {
      const { trigger, tokensBefore: preTokens, tokensAfter: postTokens } = span
      return `┄ ${compactionText({ trigger, preTokens, postTokens })}`
    }
  }
}

function painted({ kind, error, parentId }: SpanReport, name: string, style: Style): string {
  if (error !== null) return style.red(name)
  if (parentId === null) return style.bold(name)
  return kind === 'agent' ? style.blue(name) : kind === 'compaction' ? style.dim(name) : name
}

function barPaint({ kind, error }: SpanReport, style: Style): (text: string) => string {
  if (error !== null) return style.red
  return { agent: style.blue, generation: style.magenta, tool: style.green, compaction: style.dim }[kind]
}

/** What failed, and what was thought: a line each. */
function* belowLines(span: SpanReport, { style, width }: Screen, below: string): Generator<string> {
  const indent = style.dim(`${below}  `)
  const room = Math.max(8, width - widthOf(below) - 2)
  if (span.error !== null && TOLD.has(span.error.type)) {
    const line = inert(span.error.message)
      .split('\n')
      .find((text) => text.trim() !== '')
    yield indent + style.red(shorten(inertLine(line ?? ''), room))
  }
  if (span.kind !== 'generation' || span.thinking === null) return
  for (const line of wrap(`✻ ${inert(span.thinking).trim()}`, room)) yield indent + style.dim(line)
}

/** Of the others the sign says all. */
const TOLD: ReadonlySet<string> = new Set(['tool_error', 'api_error'])
