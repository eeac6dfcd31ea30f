import type { TurnView } from '@skein/view'
import { counted } from '@skein/view'
import type { ReactElement } from 'react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Density, SessionPlace } from '../url/place.ts'
import { BranchesContext } from './branches-shown.ts'
import { DeadBranch } from './dead-branch.tsx'
import { useDensity } from './density.ts'
import { OtherBranches } from './other-branches.tsx'
import { ReadingPlace } from './reading-place.ts'
import { RunningAgents } from './running-agents.tsx'
import type { Source } from './source.ts'
import { TranscriptHead } from './transcript-head.tsx'
import { TurnList } from './turn-list.tsx'
import { useNews } from './use-news.ts'
import { useTarget } from './use-target.ts'
import { useTranscriptKeys } from './use-transcript-keys.ts'
import { useTurns } from './use-turns.ts'
import css from './transcript.module.css'

export interface TranscriptViewProps {
  readonly source: Source
  readonly place: SessionPlace
}

/** The column: tools above, turns that scroll, and what is new below. */
export function TranscriptView({ source, place }: TranscriptViewProps): ReactElement {
  const turns = useTurns(source)
  const { view, loadOlder, loadGap, hasOlder } = turns
  const scroller = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const reading = useRef<ReadingPlace | null>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [density, setDensity] = useDensity(place)
  const { target, problem } = useTarget({ source, place, turns, reading, column })
  const news = useNews(view, isAtEnd)
  const isLoaded = view !== undefined
  // From a branch the live line looks like one of the others: there the pager has to do.
  const isDeadShown = place.show.includes('dead') && place.tip === null
  const known = view?.head.branches
  const branches = useMemo(
    () => (isDeadShown && known !== undefined ? { known, Branch: DeadBranch } : null),
    [isDeadShown, known],
  )

  useLayoutEffect(() => {
    if (!isLoaded || scroller.current === null || column.current === null) return
    const started = new ReadingPlace(scroller.current, column.current, setAtEnd)
    reading.current = started
    if (place.at === null) started.toEnd()
    return () => {
      started.stop()
      reading.current = null
    }
    // Only where a transcript begins: later the reader says where to be.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isLoaded])
  // What was put in above must not move what is read.
  useLayoutEffect(() => reading.current?.settle(), [view?.turns, turns.island])

  useEffect(() => {
    const root = scroller.current
    if (!isLoaded || root === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target: row } of entries) {
          if (!isIntersecting) continue
          observer.unobserve(row)
          const load = row.hasAttribute('data-gap') ? loadGap : loadOlder
          load().catch(() => undefined)
        }
      },
      { root, rootMargin: '1200px 0px' },
    )
    for (const row of root.querySelectorAll('[data-older], [data-gap]')) observer.observe(row)
    return () => observer.disconnect()
  }, [isLoaded, hasOlder, view?.turns[0]?.index, turns.island, loadOlder, loadGap])

  const onToggle = useCallback(
    ({ key }: TurnView, isOpen: boolean) => setToggled((now) => new Map(now).set(key, isOpen)),
    [],
  )
  /** For all turns, those that were opened or folded by hand among them. */
  const changeDensity = (to: Density): void => {
    setToggled(new Map())
    setDensity(to)
  }
  useTranscriptKeys({ reading, column, density, setDensity: changeDensity })

  if (view === undefined)
    return turns.error ? (
      <ErrorState error={turns.error} title="The transcript could not be loaded" onRetry={turns.retry} />
    ) : (
      <Skeleton lines={14} label="Loading the transcript" />
    )
  return (
    <div className={css.root}>
      <TranscriptHead
        source={source}
        place={place}
        head={view.head}
        density={density}
        onDensity={changeDensity}
        column={column}
        target={target}
        problem={problem}
      />
      <div ref={scroller} className={css.scroller} tabIndex={-1}>
        <div
          ref={column}
          className={css.column}
          // No feed: that may hold articles alone, and between turns stand forks, gaps and what loads more.
          role="region"
          aria-label="Transcript"
          aria-busy={turns.isLoadingOlder}
        >
          {view.head.turnCount === 0 && (
            <EmptyState title="Nothing was said yet">The first prompt will stand here.</EmptyState>
          )}
          <BranchesContext value={branches}>
            <TurnList
              turns={turns}
              density={density}
              target={target}
              hideOrphaned={place.more.hide === 'orphaned'}
              toggled={toggled}
              onToggle={onToggle}
            />
          </BranchesContext>
          {place.show.includes('dead') && <OtherBranches head={view.head} place={place} />}
        </div>
      </div>
      <RunningAgents place={place} turns={view.turns} reading={reading} column={column} />
      {!isAtEnd && (
        <button type="button" className={css.pill} onClick={() => reading.current?.toEnd()}>
          <Icon name="down" size={12} /> {news === 0 ? 'To the end' : `${news} new`}
        </button>
      )}
      <p className="sr-only" role="status" aria-live="polite">
        {news > 0 && `${counted(news, 'new step')} at the end`}
      </p>
    </div>
  )
}
