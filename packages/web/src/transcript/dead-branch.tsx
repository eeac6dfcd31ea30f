import type { TurnView } from '@skein/view'
import { counted, inertLine, minute } from '@skein/view'
import type { ReactElement } from 'react'
import { use, useId, useMemo, useState } from 'react'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Link } from '../url/link.tsx'
import { useLocation } from '../url/location.ts'
import type { BranchStart, Leaving } from './branch-part.ts'
import { branchStart, ownTurns } from './branch-part.ts'
import { BranchesContext } from './branches-shown.ts'
import type { Source } from './source.ts'
import { SourceContext, useSource } from './source.ts'
import type { TurnActions } from './turn.tsx'
import { Turn } from './turn.tsx'
import type { Turns } from './use-turns.ts'
import { useTurns } from './use-turns.ts'
import css from './dead-branch.module.css'

/** A line that is not sent, at the fork where it leaves: a line of its own that opens to its turns. */
export function DeadBranch(leaving: Leaving): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const place = useLocation()
  const known = use(BranchesContext)?.known.find(({ tip }) => tip === leaving.tip)
  const prompt = inertLine(known?.prompt ?? '').slice(0, 160)
  return (
    <section className={css.branch} aria-label={`Branch that is not sent: ${prompt.slice(0, 80)}`}>
      <button
        type="button"
        className={css.head}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'forward'} size={12} />
        <Icon name="branch" size={12} />
        <Chip tone="warn">not sent</Chip>
        <span className={css.prompt}>{prompt === '' ? 'no prompt' : prompt}</span>
        {known !== undefined && (
          <span className={css.facts}>
            {known.reason.replaceAll('-', ' ')} · {counted(known.entries, 'entry', 'entries')}
            {known.lastTime === null ? '' : ` · ${minute(known.lastTime)}`}
          </span>
        )}
      </button>
      {isOpen && (
        <div id={id} className={css.turns}>
          <OwnTurns {...leaving} />
          {place.page === 'session' && (
            <Link className={css.alone} to={{ ...place, tip: leaving.tip, at: null }}>
              Read this branch from the beginning
            </Link>
          )}
        </div>
      )}
    </section>
  )
}

function OwnTurns(leaving: Leaving): ReactElement {
  const { tip } = leaving
  const parent = useSource()
  const source = useMemo((): Source => ({ ...parent, tip }), [parent, tip])
  const turns = useTurns(source)
  const { view } = turns
  const shown = useMemo(
    () => (view === undefined ? null : { known: view.head.branches, Branch: DeadBranch }),
    [view],
  )
  if (view === undefined)
    return turns.error ? <ErrorState error={turns.error} onRetry={turns.retry} /> : <Skeleton lines={3} />
  const start = branchStart(view.turns, leaving)
  return (
    <SourceContext value={source}>
      <BranchesContext value={shown}>
        <TurnsFrom turns={turns} start={start} loaded={view.turns} />
      </BranchesContext>
    </SourceContext>
  )
}

interface TurnsFromProps {
  readonly turns: Turns
  readonly start: BranchStart
  readonly loaded: readonly TurnView[]
}

function TurnsFrom({ turns, start, loaded }: TurnsFromProps): ReactElement {
  const { turn: firstTurn, at } = start
  const [opened, setOpened] = useState<ReadonlyMap<number, boolean>>(new Map())
  const own = useMemo(() => ownTurns(loaded, { turn: firstTurn, at }), [loaded, firstTurn, at])
  const { loadSteps, reveal, loadOlder, hasOlder } = turns
  const actions = useMemo(
    (): TurnActions => ({
      loadSteps: (turn, from) => void loadSteps(turn, from).catch(reportLater),
      reveal: (turn, from, count) => void reveal(turn, from, count).catch(reportLater),
      toggle: ({ key }) => setOpened((now) => new Map(now).set(key, now.get(key) !== true)),
    }),
    [loadSteps, reveal],
  )
  const earlier = (loaded[0]?.index ?? firstTurn) - firstTurn
  return (
    <>
      {hasOlder && earlier > 0 && (
        <button type="button" className="quiet-button" onClick={() => void loadOlder().catch(reportLater)}>
          {counted(earlier, 'earlier turn')}
        </button>
      )}
      {own.map((turn) => (
        <Turn
          key={turn.key}
          turn={turn}
          from={turn.index === firstTurn && at >= 0 ? at : null}
          density="off"
          isOpen={opened.get(turn.key) === true}
          target={null}
          marked={null}
          hideOrphaned={false}
          turnCount={turns.view?.head.turnCount ?? -1}
          actions={actions}
        />
      ))}
    </>
  )
}

/** A request that failed leaves its button where it is: it can be pressed again. */
function reportLater(error: unknown): void {
  console.warn('a part of the branch could not be loaded', error)
}
