import {
  allTokens,
  counted,
  duration,
  formatMoney,
  inertLine,
  tokens,
  type AgentHead,
  type SessionItem,
} from '@skein/view'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactElement } from 'react'
import { api } from '../api/client.ts'
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
  const agent = useAgent(place)
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
            {place.agent === null ? (item?.title ?? '\u00a0') : agentTitle(place.agent, agent)}
          </h1>
          {item && <State item={item} />}
        </div>
        <div className={css.facts}>
          {place.agent !== null ? (
            <AgentFacts agent={agent} />
          ) : item ? (
            <Facts item={item} list={list} />
          ) : (
            '\u00a0'
          )}
        </div>
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

/** What is known of the sub-agent that the page shows. */
function useAgent({ session, agent }: SessionPlace): AgentHead | undefined {
  const { data } = useQuery({
    queryKey: ['agents', session],
    enabled: agent !== null,
    staleTime: 60_000,
    queryFn: ({ signal }) => api('GET /api/sessions/:session/agents', { params: { session }, signal }),
  })
  return data?.agents.find(({ agentId }) => agentId === agent)
}

function agentTitle(id: string, agent: AgentHead | undefined): string {
  const words = [agent?.type, agent?.description].filter(Boolean).join(': ')
  return inertLine(words).slice(0, 200) || `Agent ${id}`
}

function AgentFacts({ agent }: { readonly agent: AgentHead | undefined }): ReactElement {
  if (agent === undefined) return <>{'\u00a0'}</>
  const { agentId, model, startTime, endTime, toolCalls, tokens: used, cost } = agent
  const time = startTime === null || endTime === null ? 0 : endTime - startTime
  return (
    <>
      <span>{agentId}</span>
      {model !== null && <span title={inertLine(model)}>{inertLine(shortModel(model)).slice(0, 60)}</span>}
      {time > 0 && <span>{duration(time)}</span>}
      <span>{counted(toolCalls, 'call')}</span>
      <span>{tokens(allTokens(used))} tokens</span>
      {cost.nanoDollars !== null && <span>{formatMoney(cost.nanoDollars)}</span>}
      <Ago time={startTime} />
    </>
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
