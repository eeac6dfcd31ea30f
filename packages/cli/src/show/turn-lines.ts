import type { StepView, ToldSession, WholeSession, WholeTurn } from '@skein/view'
import type { Screen } from '../terminal/screen.ts'
import { stepLines } from './step-lines.ts'
import { activityLines, turnHead } from './turn-head.ts'

export interface TurnLinesOptions {
  /** Whole texts; else very long ones are cut. */
  readonly whole: boolean
  /** Results, thinking and changes opened; else folded. */
  readonly open: boolean
  /** The line of the entry that was asked for: what it said is marked. */
  readonly markedLine?: number
  readonly session: WholeSession
  readonly agentOf: ToldSession['agentOf']
}

/** A turn for people: the prompt, one line of activity, then what happened, step by step. */
export function* turnLines(turn: WholeTurn, screen: Screen, options: TurnLinesOptions): Generator<string> {
  const { style, width } = screen
  const { whole, open, markedLine, agentOf } = options
  yield* turnHead(turn, screen, { whole, isMarked: turn.head.prompt?.line === markedLine })
  const activity = activityLines(turn, screen)
  for (const line of activity) yield `  ${line}`
  let isTight = false
  if (activity.length > 0) yield ''
  const shape = { style, width: width - 2, open, whole, agentOf }
  let isFirst = true
  for (const step of turn.steps(open ? 'all' : 'folded')) {
    const isMarked = isMarkedStep(step, options)
    const lines = stepLines(step, isMarked && step.kind === 'unknown' ? { ...shape, open: true } : shape)
    if (lines.length === 0) continue
    // Folded lines stand together; what is longer stands by itself.
    const isFolded = lines.length === 1 && step.kind !== 'text'
    if (!isFirst && !(isTight && isFolded)) yield ''
    const sign = isMarked ? `${style.yellow('▶')} ` : '  '
    for (const [i, line] of lines.entries()) yield line === '' ? '' : `${i === 0 ? sign : '  '}${line}`
    isTight = isFolded
    isFirst = false
  }
  if (!isFirst) yield ''
}

function isMarkedStep(step: StepView, { markedLine, session }: TurnLinesOptions): boolean {
  if (markedLine === undefined) return false
  const isAnswer =
    step.kind === 'tool' && step.resultKey !== null && session.lineAt(step.resultKey) === markedLine
  return step.line === markedLine || isAnswer
}
