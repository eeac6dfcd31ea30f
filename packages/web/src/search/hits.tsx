import type { Hit } from '@skein/server'
import { counted, inertLine } from '@skein/view'
import { useMemo, type ReactElement } from 'react'
import { projectName } from '../format/names.ts'
import { Ago } from '../format/time.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Link } from '../url/link.tsx'
import { sessionPlace, type ListState } from '../url/place.ts'
import { hitGroups, type HitGroup } from './hit-groups.ts'
import { hitField, hitPlace } from './hit-place.ts'
import { HitText } from './hit-text.tsx'
import { MarkedText } from './marked-text.tsx'
import css from './hits.module.css'

/** Hits by session; each is a link to its entry. */
export function Hits({
  hits,
  q,
  list,
}: {
  readonly hits: readonly Hit[]
  /** What they are hits of. */
  readonly q: string
  readonly list: ListState
}): ReactElement {
  const groups = useMemo(() => hitGroups(hits), [hits])
  return (
    <>
      {groups.map((group) => (
        <Group key={group.session} group={group} q={q} list={list} />
      ))}
    </>
  )
}

function Group({
  group,
  q,
  list,
}: {
  readonly group: HitGroup
  readonly q: string
  readonly list: ListState
}): ReactElement {
  const title = inertLine(group.title) || group.session
  // What was found in the title is marked in the title.
  const named = group.hits.find(({ field, text }) => field === 'title' && text === title)
  const below = group.hits.filter((hit) => hit !== named)
  return (
    <section className={css.group} aria-label={title}>
      <header className={css.head}>
        <h2 className={css.title}>
          <Link to={sessionPlace(group.session, { list })} data-hit={named && ''}>
            {named === undefined ? title : <MarkedText text={title} matches={named.matches} />}
          </Link>
        </h2>
        <span className={css.facts}>
          {projectName(group.cwd)} · {below.length === 0 ? 'title' : counted(below.length, 'hit')}
        </span>
      </header>
      {below.length > 0 && (
        <ul className={css.hits}>
          {below.map((hit, i) => (
            <HitRow key={`${hit.agent} ${hit.key} ${hit.field} ${i}`} hit={hit} q={q} list={list} />
          ))}
        </ul>
      )}
    </section>
  )
}

function HitRow({
  hit,
  q,
  list,
}: {
  readonly hit: Hit
  readonly q: string
  readonly list: ListState
}): ReactElement {
  return (
    <li>
      <Link className={css.hit} to={hitPlace(hit, q, list)} data-hit="">
        <span className={css.where}>
          <Icon name={ICONS[hit.field] ?? 'file'} size={12} />
          <span className={css.field}>{inertLine(hitField(hit)).slice(0, 40)}</span>
          {hit.agent !== null && <Chip icon="agent">sub-agent</Chip>}
          <span className={css.time}>
            <Ago time={hit.time} />
          </span>
        </span>
        <span className={css.text}>
          <HitText hit={hit} />
        </span>
      </Link>
    </li>
  )
}

export const ICONS: Readonly<Record<string, IconName>> = {
  prompt: 'agent',
  answer: 'list',
  thinking: 'clock',
  'tool-input': 'terminal',
  'tool-result': 'terminal',
  error: 'error',
  title: 'bookmark',
  summary: 'archive',
  system: 'info',
}
