import type { TurnView } from '@skein/view'
import { counted, tokens } from '@skein/view'
import type { ReactElement } from 'react'
import { useCallback, useMemo, useState } from 'react'
import { Spinner } from '../ui/spinner.tsx'
import type { Density } from '../url/place.ts'
import { pastBefore } from './past.ts'
import type { TurnActions } from './turn.tsx'
import { Turn } from './turn.tsx'
import type { Turns } from './use-turns.ts'
import css from './transcript.module.css'

export interface Target {
  readonly turn: number
  /** -1: the prompt. */
  readonly step: number | null
  /** Of the entry. */
  readonly key: number
}

export interface TurnListProps {
  readonly turns: Turns
  readonly density: Density
  readonly target: Target | null
  readonly hideOrphaned: boolean
  readonly toggled: ReadonlyMap<number, boolean>
  readonly onToggle: (turn: TurnView, isOpen: boolean) => void
}

/** Turns in order. What a compaction hid from the model is behind its line until somebody opens it. */
export function TurnList(props: TurnListProps): ReactElement {
  const { turns, density, target, hideOrphaned, toggled, onToggle } = props
  const { island, view, hasOlder, isLoadingOlder, loadOlder, loadGap, loadSteps, reveal } = turns
  const tail = view?.turns ?? []
  // All of it: who wants to read on does not want to be stopped at each compaction before.
  const [isOpened, setOpened] = useState(false)
  const past = useMemo(() => (isOpened ? null : pastBefore(tail)), [tail, isOpened])
  const isPastShown = past === null || island.length > 0 || (target !== null && target.turn < past.turn)
  const shown = isPastShown ? tail : tail.filter(({ index }) => index >= past.turn)
  const isOpen = useCallback(
    (turn: TurnView) =>
      toggled.get(turn.key) ??
      (density !== 'off' || (target?.turn === turn.index && (target.step ?? -1) >= 0)),
    [toggled, density, target],
  )
  const actions = useMemo(
    (): TurnActions => ({
      loadSteps: (turn, from) => void loadSteps(turn, from).catch(reportLater),
      reveal: (turn, from, count) => void reveal(turn, from, count).catch(reportLater),
      toggle: (turn) => onToggle(turn, !isOpen(turn)),
    }),
    [loadSteps, reveal, onToggle, isOpen],
  )
  const draw = (turn: TurnView): ReactElement => (
    <Turn
      key={turn.key}
      turn={turn}
      density={density}
      isOpen={isOpen(turn)}
      target={target?.turn === turn.index ? target.step : null}
      marked={target?.turn === turn.index ? target.key : null}
      hideOrphaned={hideOrphaned}
      turnCount={view?.head.turnCount ?? -1}
      actions={actions}
    />
  )
  const missing = island.length === 0 ? 0 : (tail[0]?.index ?? 0) - island[island.length - 1].index - 1
  return (
    <>
      {isPastShown && hasOlder && (
        <p className={css.older} data-older="">
          {isLoadingOlder ? <Spinner /> : null}
          <button type="button" className="quiet-button" onClick={() => void loadOlder().catch(reportLater)}>
            {counted((island[0] ?? tail[0])?.index ?? 0, 'earlier turn')}
          </button>
        </p>
      )}
      {isPastShown && !hasOlder && tail.length > 0 && (island[0] ?? tail[0]).index === 0 && (
        <p className={css.beginning}>The beginning</p>
      )}
      {
        // One list: an island that meets the tail stays the same elements, so that what is read stays where it is.
        [
          ...island.map(draw),
          missing > 0 && (
            <p key="gap" className={css.older} data-gap="">
              <button
                type="button"
                className="quiet-button"
                onClick={() => void loadGap().catch(reportLater)}
              >
                {counted(missing, 'turn')} between
              </button>
            </p>
          ),
          !isPastShown && past !== null && (
            <p key="past" className={css.past}>
              <button type="button" onClick={() => setOpened(true)}>
                Show {counted(past.turn, 'earlier turn')} · compacted
                {past.tokens !== null && ` from ${tokens(past.tokens)} tokens`}
              </button>
            </p>
          ),
          ...shown.map(draw),
        ]
      }
    </>
  )
}

/** A request that failed leaves its button where it is: it can be pressed again. */
function reportLater(error: unknown): void {
  console.warn('a part of the transcript could not be loaded', error)
}
