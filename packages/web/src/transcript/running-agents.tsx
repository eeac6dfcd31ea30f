import type { AgentHead, TurnView } from '@skein/view'
import { counted, inertLine } from '@skein/view'
import type { ReactElement, RefObject } from 'react'
import { Spinner } from '../ui/spinner.tsx'
import { navigate } from '../url/location.ts'
import type { SessionPlace } from '../url/place.ts'
import type { ReadingPlace } from './reading-place.ts'
import { useSource } from './source.ts'
import css from './transcript.module.css'

export interface RunningAgentsProps {
  readonly place: SessionPlace
  readonly turns: readonly TurnView[]
  readonly reading: RefObject<ReadingPlace | null>
  readonly column: RefObject<HTMLElement | null>
}

/** Sub-agents at work right now; a press leads to the call that started one. */
export function RunningAgents({ place, turns, reading, column }: RunningAgentsProps): ReactElement | null {
  const { atWork } = useSource()
  const running = runningAgents(turns)
  if (!atWork || running.length === 0) return null
  return (
    <div className={css.strip} role="region" aria-label="Running sub-agents">
      <span className={css.stripWord}>{counted(running.length, 'agent')} running</span>
      {running.slice(0, 20).map(({ turn, at, key, agent }) => (
        <button
          key={`${turn}.${at}`}
          type="button"
          className={css.stripAgent}
          onClick={() => {
            const call = column.current?.querySelector(`:scope > [data-turn="${turn}"] [data-at="${at}"]`)
            if (call) reading.current?.goTo(call, { below: 72 })
            // In a turn that is folded: the address opens it.
            else navigate({ ...place, at: String(key) })
          }}
        >
          <Spinner />
          <strong>{inertLine(agent.type ?? 'agent').slice(0, 40)}</strong>
          <span>{inertLine(agent.description ?? '').slice(0, 60)}</span>
          <span>{counted(agent.toolCalls, 'call')}</span>
        </button>
      ))}
    </div>
  )
}

export function runningAgents(
  turns: readonly TurnView[],
): { readonly turn: number; readonly at: number; readonly key: number; readonly agent: AgentHead }[] {
  return turns.flatMap((turn) =>
    turn.steps.flatMap((step) =>
      step.kind === 'tool' && step.agent?.status === 'running'
        ? [{ turn: turn.index, at: step.at, key: step.key, agent: step.agent }]
        : [],
    ),
  )
}
