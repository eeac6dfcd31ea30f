import { inert } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { wrap } from '../terminal/wrap.ts'
import type { Step } from './steps.ts'
import { stepLines } from './step-lines.ts'
import { activityLines, turnHead } from './turn-head.ts'
import type { TurnReport } from './turn-report.ts'

export interface TurnLinesOptions {
  /** Whole texts; else very long ones are cut. */
  readonly whole: boolean
  /** Results, thinking and changes opened; else folded. */
  readonly open: boolean
  /** The line of the entry that was asked for: what it said is marked. */
  readonly markedLine?: number
}

/** A turn for people: the prompt, one line of activity, then what happened, step by step. */
export function* turnLines(report: TurnReport, screen: Screen, options: TurnLinesOptions): Generator<string> {
  const { style, width } = screen
  const { whole, open, markedLine } = options
  const isMarked = report.prompt !== null && report.prompt.line === markedLine
  yield* turnHead(report, screen, { whole, isMarked })
  const activity = activityLines(report, screen)
  for (const line of activity) yield `  ${line}`
  let isTight = false
  if (activity.length > 0) yield ''
  const agents = new Map(report.agents.map((agent) => [agent.toolUseId, agent]))
  const shape = { style, width: width - 2, open, whole, agentOf: (id: string) => agents.get(id) ?? null }
  let isFirst = true
  for (const step of report.allSteps ?? []) {
    if (step.kind === 'note' && step.note === 'output') continue
    const lines = stepLines(step, shape)
    if (lines.length === 0) continue
    // Folded lines stand together; what is longer stands by itself.
    const isFolded = lines.length === 1 && step.kind !== 'text'
    if (!isFirst && !(isTight && isFolded)) yield ''
    const sign = isMarkedStep(step, markedLine) ? `${style.yellow('▶')} ` : '  '
    for (const [i, line] of lines.entries()) yield line === '' ? '' : `${i === 0 ? sign : '  '}${line}`
    isTight = isFolded
    isFirst = false
  }
  if (!isFirst) yield ''
  if (report.output !== null && report.output.trim() !== '') {
    for (const line of wrap(inert(report.output).trim(), width - 2)) yield `  ${style.dim(line)}`.trimEnd()
    yield ''
  }
}

function isMarkedStep(step: Step, line: number | undefined): boolean {
  return line !== undefined && (step.line === line || (step.kind === 'tool' && step.resultLine === line))
}
