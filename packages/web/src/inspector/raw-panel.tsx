import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { RawEntry } from '@skein/server'
import { bytes, inertLine, minute, whole } from '@skein/view'
import { memo, useId, useMemo, useState, type ReactElement } from 'react'
import { api } from '../api/client.ts'
import { CodeLines } from '../code/code-block.tsx'
import { CopyButton } from '../code/copy-button.tsx'
import { JsonTree } from '../code/json-tree.tsx'
import { ListEnd } from '../list/list-end.tsx'
import { PlainText, RevealContext } from '../markdown/plain-text.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Link } from '../url/link.tsx'
import { navigate } from '../url/location.ts'
import type { SessionPlace } from '../url/place.ts'
import type { PanelProps } from './inspector.tsx'
import { inTranscript, withPanel } from './panel-place.ts'
import css from './raw-panel.module.css'

/** The file as it stands, entry by entry, the last one first. `entry=` begins at one. */
export function RawPanel({ session, agent, place }: PanelProps): ReactElement {
  const wanted = place.more['entry'] ?? null
  const [reveal, setReveal] = useState(false)
  const asked = agent === null ? {} : { agent }
  const start = useQuery({
    queryKey: ['entry', session, agent, wanted, reveal],
    enabled: wanted !== null,
    queryFn: ({ signal }) =>
      api('GET /api/sessions/:session/entries/:entry', {
        params: { session, entry: wanted ?? '' },
        query: { ...asked, reveal },
        signal,
      }),
  })
  const from = wanted === null ? undefined : start.data && start.data.key + start.data.bytes
  const pages = useInfiniteQuery({
    queryKey: ['entries', session, agent, from ?? 'tail', reveal],
    enabled: wanted === null || from !== undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/sessions/:session/entries', {
        params: { session },
        query: { ...asked, reveal, before: pageParam ?? from },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    staleTime: 10_000,
    gcTime: 60_000,
    maxPages: 40,
  })
  const entries = useMemo(
    () => pages.data?.pages.flatMap((page) => page.entries.toSorted((a, b) => b.key - a.key)) ?? [],
    [pages.data],
  )
  return (
    <RevealContext value={reveal ? null : () => setReveal(true)}>
      <div className={css.raw}>
        <JumpForm place={place} wanted={wanted} />
        {wanted !== null && start.isError && (
          <EmptyState icon="search" title="There is no such entry">
            <p>Byte offsets and ids name an entry.</p>
          </EmptyState>
        )}
        {pages.isError && entries.length === 0 && (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        {pages.isPending && !start.isError && <Skeleton lines={14} label="Loading entries" />}
        <ol className={css.entries}>
          {entries.map((entry) => (
            <Entry
              key={entry.key}
              entry={entry}
              place={place}
              open={wanted !== null && entry.key === start.data?.key}
            />
          ))}
        </ol>
        <ListEnd
          more={pages.hasNextPage}
          busy={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onReach={() => void pages.fetchNextPage()}
        />
      </div>
    </RevealContext>
  )
}

function JumpForm({
  place,
  wanted,
}: {
  readonly place: SessionPlace
  readonly wanted: string | null
}): ReactElement {
  const id = useId()
  const [typed, setTyped] = useState(wanted ?? '')
  const name = typed.trim()
  const isName = /^(?:\d{1,15}|[\w-]{8,64})$/.test(name)
  return (
    <form
      className={css.jump}
      onSubmit={(event) => {
        event.preventDefault()
        if (isName) navigate(withPanel(place, 'raw', { entry: name }))
      }}
    >
      <label className="sr-only" htmlFor={id}>
        Byte offset or id of an entry
      </label>
      <input
        id={id}
        className={css.input}
        placeholder="Byte offset or id"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={!isName}>
        Go
      </Button>
      {place.at !== null && place.at !== wanted && (
        <Button onClick={() => navigate(withPanel(place, 'raw', { entry: place.at ?? '' }))}>
          Where I read
        </Button>
      )}
      {wanted !== null && <Button onClick={() => navigate(withPanel(place, 'raw'))}>To the end</Button>}
    </form>
  )
}

const Entry = memo(function Entry({
  entry,
  place,
  open,
}: {
  readonly entry: RawEntry
  readonly place: SessionPlace
  readonly open: boolean
}): ReactElement {
  const [isOpen, setOpen] = useState(open)
  return (
    <li className={css.entry}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={css.head}>
          <span className={css.line}>{whole(entry.line)}</span>
          <span className={css.type}>{inertLine(entry.type ?? 'unreadable').slice(0, 40)}</span>
          {!isOpen && <span className={css.preview}>{previewOf(entry.json)}</span>}
          <span className={css.size}>{bytes(entry.bytes)}</span>
        </summary>
        {isOpen && (
          <div className={css.body}>
            <p className={css.facts}>
              <span>{minute(entry.time)}</span>
              <span>byte {whole(entry.key)}</span>
              {entry.cut && <span>cut</span>}
              <span className={css.actions}>
                <CopyButton text={entry.json} label="Copy the entry" words="Copy" />
                <Link className="quiet-button" to={inTranscript(place, { at: String(entry.key) })}>
                  In the transcript
                </Link>
              </span>
            </p>
            <Json entry={entry} />
          </div>
        )}
      </details>
    </li>
  )
})

/** Where it can be read, a tree that opens; else the line as it is. */
function Json({ entry }: { readonly entry: RawEntry }): ReactElement {
  const parsed = useMemo((): { readonly value: unknown } | null => {
    try {
      return { value: JSON.parse(entry.json) as unknown }
    } catch {
      // Cut, or damaged: bad data is shown as it stands.
      return null
    }
  }, [entry.json])
  if (parsed !== null) return <JsonTree value={parsed.value} />
  return entry.cut ? (
    <CodeLines text={entry.json} language="json" most={200} />
  ) : (
    <pre className={css.plain}>
      <PlainText text={entry.json.slice(0, 20_000)} />
    </pre>
  )
}

/** What tells an entry apart from the next: not its ids. */
function previewOf(json: string): string {
  return inertLine(json.slice(0, 1500).replaceAll(BOOKKEEPING, '')).slice(0, 200)
}

const BOOKKEEPING =
  /"(?:parentUuid|logicalParentUuid|uuid|leafUuid|sessionId|agentId|promptId|requestId|isSidechain|userType|entrypoint|cwd|version|gitBranch|timestamp|type|slug)":(?:"[^"]*"|null|true|false),?/g
