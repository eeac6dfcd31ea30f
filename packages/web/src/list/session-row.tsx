import { counted, formatMoney, type SessionItem } from '@skein/view'
import { memo, type ReactElement } from 'react'
import { projectName, shortModel } from '../format/names.ts'
import { Ago } from '../format/time.tsx'
import { Chip, LinkChip } from '../ui/chip.tsx'
import { classes } from '../ui/classes.ts'
import { Link } from '../url/link.tsx'
import type { Place } from '../url/place.ts'
import css from './session-row.module.css'

/** One session of the list: a link, with what one tells sessions apart by. */
export const SessionRow = memo(function SessionRow({
  item,
  to,
  current,
  reachable,
  withProject,
}: {
  readonly item: SessionItem
  readonly to: Place
  readonly current: boolean
  /** The one that Tab stops at; the others are reached with j/k and arrows. */
  readonly reachable: boolean
  readonly withProject: boolean
}): ReactElement {
  const facts = [
    withProject ? projectName(item.cwd) : item.gitBranch,
    item.models.length > 0 && shortModel(item.models[item.models.length - 1]),
    counted(item.turns, 'turn'),
  ].filter(Boolean)
  const marks = item.pullRequests.length > 0 || item.place === 'archive' || item.tags.length > 0
  return (
    <li className={classes(css.row, current && css.current, item.unread && css.unread)}>
      <State item={item} />
      <Link
        to={to}
        className={css.link}
        tabIndex={reachable ? 0 : -1}
        aria-current={current ? 'page' : undefined}
        data-session={item.key}
      >
        {item.title || item.name || item.id}
      </Link>
      <span className={css.time}>
        <Ago time={item.lastTime} />
      </span>
      <span className={css.facts}>{facts.join(' · ')}</span>
      <span className={css.cost}>
        {item.cost.nanoDollars === null ? '' : formatMoney(item.cost.nanoDollars)}
      </span>
      {marks && (
        <span className={css.marks}>
          {item.place === 'archive' && <Chip icon="archive">Archived</Chip>}
          {item.pullRequests.slice(0, 3).map((one) => (
            <LinkChip key={one.url} icon="pull" href={one.url}>
              {`${projectName(one.repository)}#${one.number}`}
            </LinkChip>
          ))}
          {item.pullRequests.length > 3 && <Chip>+{item.pullRequests.length - 3}</Chip>}
          {item.tags.slice(0, 3).map((tag) => (
            <Chip key={tag}>{tag}</Chip>
          ))}
        </span>
      )}
    </li>
  )
})

/** A mark in front, and the same in words. */
function State({ item }: { readonly item: SessionItem }): ReactElement {
  const [look, words] =
    item.running === 'needs-you'
      ? [css.needsYou, 'Needs you.']
      : item.running === 'working'
        ? [css.working, 'Running.']
        : item.unread
          ? [css.isUnread, 'Unread.']
          : item.running === 'idle'
            ? [css.idle, 'Open in a terminal.']
            : [css.quiet, '']
  return (
    <span className={css.state}>
      <span className={classes(css.dot, look)} title={words.replace('.', '') || undefined} />
      {words && <span className="sr-only">{words} </span>}
    </span>
  )
}
