import type { StepView } from '@skein/view'
import { counted } from '@skein/view'
import type { ReactElement, ReactNode } from 'react'
import { Fragment } from 'react'
import { RevealContext } from '../markdown/plain-text.tsx'
import { ToolRun } from '../tools/tool-run.tsx'
import { classes } from '../ui/classes.ts'
import { groupSteps } from './groups.ts'
import { Step } from './step.tsx'
import css from './transcript.module.css'

export interface StepsProps {
  readonly steps: readonly StepView[]
  /** `at` of the first that may be missing. */
  readonly from: number
  /** Steps of the turn; null where only some are meant to be shown, so that none is missing. */
  readonly count: number | null
  readonly open: boolean
  /** `at` of a step that has to be seen. */
  readonly target: number | null
  /** Entry that a link names. */
  readonly marked: number | null
  readonly onLoad: (from: number) => void
  readonly onReveal: (from: number, count: number) => void
  /** What stands behind a step: a fork. */
  readonly behind: (at: number) => ReactNode
}

/** Steps in order, runs of one tool together; where steps are missing there is a line that brings them. */
export function Steps(props: StepsProps): ReactElement {
  const { steps, from: first, count, open, target, marked, onLoad, onReveal, behind } = props
  let next = first
  const missing = (upTo: number): ReactNode => {
    const from = next
    const left = upTo - from
    if (count === null || left <= 0) return null
    return (
      <button type="button" className={classes('quiet-button', css.missing)} onClick={() => onLoad(from)}>
        {counted(left, 'more step')}
      </button>
    )
  }
  const drawn = groupSteps(steps).map((group) => {
    const inside = group.kind === 'run' ? group.steps : [group.step]
    const gap = missing(inside[0].at)
    next = inside[inside.length - 1].at + 1
    const fork = inside.map(({ at }) => <Fragment key={at}>{behind(at)}</Fragment>)
    const { at, key } = inside[0]
    return (
      <Fragment key={at}>
        {gap}
        <div
          className={classes(css.step, inside.some((one) => isMarked(one, marked)) && css.marked)}
          data-at={at}
          data-key={key}
          data-error={isError(inside[0]) || undefined}
        >
          {group.kind === 'run' ? (
            <RevealContext value={() => onReveal(at, group.steps.length)}>
              <ToolRun name={group.name} steps={group.steps} open={open} target={target} />
            </RevealContext>
          ) : (
            <Step step={group.step} open={open || at === target} onReveal={onReveal} />
          )}
        </div>
        {fork}
      </Fragment>
    )
  })
  return (
    <>
      {drawn}
      {count !== null && missing(count)}
    </>
  )
}

/** A link may name the call or its answer. */
function isMarked(step: StepView, marked: number | null): boolean {
  return marked !== null && (step.key === marked || (step.kind === 'tool' && step.resultKey === marked))
}

function isError(step: StepView): boolean {
  return step.kind === 'tool' ? step.status === 'error' : step.kind === 'text' && step.apiError
}
