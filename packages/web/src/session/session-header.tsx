import { counted, formatMoney, tokens, allTokens, type SessionItem } from '@skein/view'
import { lazy, Suspense, type ReactElement } from 'react'
import { projectName, shortModel } from '../format/names.ts'
import { Ago } from '../format/time.tsx'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { IconButton } from '../ui/button.tsx'
import { Chip, LinkChip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { Link } from '../url/link.tsx'
import { navigate } from '../url/location.ts'
import type { Place, SessionPlace } from '../url/place.ts'
import css from './session-header.module.css'

const SessionActions = lazy(async () => ({
  default: (await import('../edit/session-actions.tsx')).SessionActions,
}))

/** Two lines that say which session this is and how it stands. As high while it loads as after. */
export function SessionHeader({
  place,
  item,
}: {
  readonly place: SessionPlace
  readonly item: SessionItem | undefined
}): ReactElement {
  const togglePanel = (): void => navigate({ ...place, panel: place.panel === null ? 'files' : null })
  useShortcut({ keys: 'i', label: 'Inspector', group: 'Panels', run: togglePanel })
  const { list } = place
  const back: Place =
    list.project === null
      ? { page: 'inbox', list, more: {} }
      : { page: 'project', project: list.project, list, more: {} }
  return (
    <header className={css.header}>
      <Link to={back} className={css.back} aria-label="Back to the list">
        <Icon name="back" size={20} />
      </Link>
      <div className={css.names}>
        <div className={css.first}>
          {place.agent !== null && (
            <>
              <Link className={css.parent} to={{ ...place, agent: null, at: null, tip: null }}>
                {item?.title ?? 'Session'}
              </Link>
              <Icon name="forward" size={12} />
            </>
          )}
          <h1 className={css.title} title={item?.title}>
            {place.agent === null ? (item?.title ?? '\u00a0') : `Agent ${place.agent}`}
          </h1>
          {item && <State item={item} />}
        </div>
        <div className={css.facts}>{item ? <Facts item={item} list={list} /> : '\u00a0'}</div>
      </div>
      <div className={css.actions}>
        <Suspense fallback={null}>
          <SessionActions session={place.session} />
        </Suspense>
        <IconButton
          icon="panel"
          label={place.panel === null ? 'Open the inspector' : 'Close the inspector'}
          keys="i"
          on={place.panel !== null}
          onClick={togglePanel}
        />
      </div>
    </header>
  )
}

function State({ item }: { readonly item: SessionItem }): ReactElement | null {
  if (item.running === 'needs-you') return <Chip tone="warn">Needs you</Chip>
  if (item.running === 'working') return <Chip tone="accent">Running</Chip>
  if (item.running === 'idle') return <Chip tone="good">Open</Chip>
  if (item.place === 'archive') return <Chip icon="archive">Archived</Chip>
  return item.demo ? <Chip tone="warn">Demo</Chip> : null
}

function Facts({ item, list }: { readonly item: SessionItem; readonly list: Place['list'] }): ReactElement {
  const project: Place = {
    page: 'project',
    project: item.projectId,
    list: { ...list, view: 'inbox', project: item.projectId, filter: '' },
    more: {},
  }
  return (
    <>
      <Tooltip text={item.cwd}>
        <Link className={css.project} to={project}>
          {projectName(item.cwd)}
        </Link>
      </Tooltip>
      {item.gitBranch && (
        <span className={css.branch}>
          <Icon name="branch" size={12} />
          {item.gitBranch}
        </span>
      )}
      {item.models.length > 0 && (
        <span title={item.models.join(', ')}>{shortModel(item.models[item.models.length - 1])}</span>
      )}
      <span>{counted(item.turns, 'turn')}</span>
      <span>{tokens(allTokens(item.tokens))} tokens</span>
      {item.cost.nanoDollars !== null && <span>{formatMoney(item.cost.nanoDollars)}</span>}
      <Ago time={item.lastTime} />
      {item.pullRequests.slice(0, 4).map((one) => (
        <LinkChip key={one.url} icon="pull" href={one.url}>
          {`${projectName(one.repository)}#${one.number}`}
        </LinkChip>
      ))}
    </>
  )
}
