import type { StepView, TurnView } from '@skein/view'
import { inertLine } from '@skein/view'
import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { memo, useCallback, useEffect, useRef } from 'react'
import { RevealContext } from '../markdown/plain-text.tsx'
import { Chip } from '../ui/chip.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Density } from '../url/place.ts'
import { activityParts } from './activity.ts'
import { Fork } from './fork.tsx'
import { Prompt } from './prompt.tsx'
import { useSource } from './source.ts'
import { Steps } from './steps.tsx'
import { TurnFoot } from './turn-foot.tsx'
import { estimatedHeight, firstMissing } from './turn-shape.ts'
import css from './transcript.module.css'

export interface TurnActions {
  /** Turns are named by their index. */
  readonly loadSteps: (turn: number, from: number) => void
  /** `from` -1 is the prompt. */
  readonly reveal: (turn: number, from: number, count: number) => void
  readonly toggle: (turn: TurnView) => void
}

export interface TurnProps {
  readonly turn: TurnView
  /** Only what it has from this step on; null: all of it. */
  readonly from?: number | null
  readonly density: Density
  /** Whether all its steps are shown. */
  readonly isOpen: boolean
  /** `at` of a step that has to be seen; -1 is the prompt. */
  readonly target: number | null
  /** Entry that a link names, where it is in this turn. */
  readonly marked: number | null
  readonly hideOrphaned: boolean
  readonly turnCount: number
  readonly actions: TurnActions
}

/** A prompt and everything that came of it. */
export const Turn = memo(function Turn(props: TurnProps): ReactElement {
  const { turn, from = null, density, target, marked, hideOrphaned, turnCount, actions } = props
  const { atWork } = useSource()
  const element = useRef<HTMLElement>(null)
  const isOpen = props.isOpen || from !== null
  const missing = isOpen ? firstMissing(turn, from ?? 0) : null
  const wanted = useRef(actions)
  useEffect(() => {
    wanted.current = actions
  })
  // What is open is loaded when it comes near: a reader who opens everything does not load everything.
  useEffect(() => {
    if (missing === null || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        wanted.current.loadSteps(turn.index, missing)
      },
      { rootMargin: '600px 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
    // A turn that has grown is asked for what it lacks, once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [missing === null, turn.key])

  const { index } = turn
  const reveal = useCallback(
    (first: number, count: number) => actions.reveal(index, first, count),
    [actions, index],
  )
  const keep = (step: StepView): boolean =>
    step.at >= (from ?? 0) && !(hideOrphaned && isOrphaned(step, atWork))
  const shown = turn.steps.filter((step) => keep(step) && (isOpen || step.open || step.at === target))
  const behind = (at: number): ReactNode =>
    turn.forks
      .filter((fork) => fork.at === at)
      .map((fork) => <Fork key={fork.tips.join()} fork={fork} turn={index} />)
  const hidden = turn.forks.filter(({ at }) => at >= 0 && !shown.some((step) => step.at === at))
  return (
    <article
      ref={element}
      className={classes(css.turn, marked === turn.key && css.marked)}
      data-turn={turn.index}
      data-key={turn.key}
      tabIndex={-1}
      aria-posinset={turn.index + 1}
      aria-setsize={turnCount}
      aria-label={`Turn ${turn.index + 1}: ${inertLine(turn.prompt?.text.text.slice(0, 200) ?? '').slice(0, 80)}`}
      style={{ '--estimate': `${estimatedHeight(turn, isOpen)}px` } as CSSProperties}
    >
      {behind(-1)}
      {turn.prompt !== null && from === null && (
        <RevealContext value={() => actions.reveal(turn.index, -1, 1)}>
          <Prompt prompt={turn.prompt} />
        </RevealContext>
      )}
      {from === null && <ActivityLine turn={turn} isOpen={isOpen} onToggle={() => actions.toggle(turn)} />}
      <Steps
        steps={shown}
        from={from ?? 0}
        count={isOpen && !hideOrphaned ? turn.stepCount : null}
        open={density === 'full'}
        target={target}
        marked={marked}
        onLoad={(first) => actions.loadSteps(turn.index, first)}
        onReveal={reveal}
        behind={behind}
      />
      {hidden.map((fork) => (
        <Fork key={fork.tips.join()} fork={fork} turn={index} />
      ))}
      {turn.state === 'interrupted' && (
        <p className={css.chips}>
          <Chip tone="warn">interrupted</Chip>
        </p>
      )}
      <TurnFoot turn={turn} />
    </article>
  )
})

/** The transcript has no answer to the call, and none will come. */
function isOrphaned(step: StepView, atWork: boolean): boolean {
  return step.kind === 'tool' && (step.status === 'orphaned' || (step.status === 'pending' && !atWork))
}

interface ActivityLineProps {
  readonly turn: TurnView
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function ActivityLine({ turn, isOpen, onToggle }: ActivityLineProps): ReactElement | null {
  const { atWork } = useSource()
  const parts = activityParts(turn)
  const last = turn.steps.at(-1)
  // An answer of one text has nothing that could be opened.
  if (parts.length === 0 || (turn.stepCount === 1 && last?.open === true)) return null
  const isOpenEnded = turn.state === 'open' && atWork
  const now = isOpenEnded && last?.kind === 'tool' ? last : null
  return (
    <button type="button" className={css.activity} aria-expanded={isOpen} onClick={onToggle} data-activity="">
      <Icon name={isOpen ? 'down' : 'forward'} size={12} />
      {parts.map(({ kind, text }) => (
        <span key={kind} className={css[kind]}>
          {text}
        </span>
      ))}
      {isOpenEnded && (
        <span className={css.now}>
          <Spinner />
          <span>{now === null ? 'working' : inertLine(`${now.name} ${now.asked}`).slice(0, 120)}</span>
        </span>
      )}
    </button>
  )
}
