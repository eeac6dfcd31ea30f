import type { TurnView } from '@skein/view'
import type { ReactElement } from 'react'
import { useCallback, useMemo, useState } from 'react'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import type { Source } from './source.ts'
import { SourceContext, useSource } from './source.ts'
import { TurnList } from './turn-list.tsx'
import { useTurns } from './use-turns.ts'
import css from './transcript.module.css'

/** A sub-agent inside the transcript of whoever started it, live as that is. */
export function NestedTranscript({ agent }: { readonly agent: string }): ReactElement {
  const parent = useSource()
  const { session, project, cwd, all, atWork, depth } = parent
  const source = useMemo(
    (): Source => ({ session, agent, project, cwd, tip: null, all, atWork, depth: depth + 1 }),
    [session, agent, project, cwd, all, atWork, depth],
  )
  const turns = useTurns(source)
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const onToggle = useCallback(
    ({ key }: TurnView, isOpen: boolean) => setToggled((now) => new Map(now).set(key, isOpen)),
    [],
  )
  if (turns.view === undefined)
    return turns.error ? <ErrorState error={turns.error} onRetry={turns.retry} /> : <Skeleton lines={4} />
  return (
    <SourceContext value={source}>
      <div className={css.nestedTurns}>
        <TurnList
          turns={turns}
          density="short"
          target={null}
          hideOrphaned={false}
          toggled={toggled}
          onToggle={onToggle}
        />
      </div>
    </SourceContext>
  )
}
