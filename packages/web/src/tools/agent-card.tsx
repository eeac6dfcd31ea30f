import { allTokens, counted, duration, formatMoney, inertLine, tokens } from '@skein/view'
import type { AgentHead } from '@skein/view'
import type { ReactElement } from 'react'
import { use, useState } from 'react'
import { shortModel } from '../format/names.ts'
import { NestedContext } from '../transcript/nested.ts'
import { useSource } from '../transcript/source.ts'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../url/link.tsx'
import { sessionPlace } from '../url/place.ts'
import css from './tools.module.css'

/** A sub-agent in figures; opens in place, however deep it is nested. */
export function AgentCard({ agent }: { readonly agent: AgentHead }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const Nested = use(NestedContext)
  const { session, depth, atWork } = useSource()
  const status = agent.status === 'running' && !atWork ? 'unknown' : agent.status
  const time = agent.startTime === null || agent.endTime === null ? null : agent.endTime - agent.startTime
  const sum = allTokens(agent.tokens)
  return (
    <div
      className={css.agent}
      data-status={status}
      id={agent.agentId === null ? undefined : `agent-${agent.agentId}`}
    >
      <p className={css.agentFacts}>
        <Chip tone={AGENT_TONES[status]} icon="agent">
          {inertLine(agent.type ?? 'sub-agent').slice(0, 60)}
        </Chip>
        <span className={css.agentState}>{status === 'unknown' ? 'end unknown' : status}</span>
        {agent.model !== null && (
          <span title={inertLine(agent.model).slice(0, 200)}>
            {inertLine(shortModel(agent.model)).slice(0, 60)}
          </span>
        )}
        {time !== null && time > 0 && <span>{duration(time)}</span>}
        <span>{counted(agent.toolCalls, 'call')}</span>
        {sum > 0 && <span>{tokens(sum)} tokens</span>}
        {agent.cost.nanoDollars !== null && agent.cost.nanoDollars > 0 && (
          <span>{formatMoney(agent.cost.nanoDollars)}</span>
        )}
        {agent.agents > 0 && <span>{counted(agent.agents, 'agent')} of its own</span>}
      </p>
      {agent.agentId !== null && (
        <p className={css.agentActions}>
          {Nested !== null && depth < MOST_DEPTH && (
            <button
              type="button"
              className="quiet-button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'up' : 'down'} size={12} /> {isOpen ? 'Close' : 'Open here'}
            </button>
          )}
          <Link className="quiet-button" to={sessionPlace(session, { agent: agent.agentId })}>
            Own page
          </Link>
        </p>
      )}
      {isOpen && Nested !== null && agent.agentId !== null && (
        <div className={css.nested}>
          <Nested agent={agent.agentId} />
        </div>
      )}
    </div>
  )
}

const AGENT_TONES = { running: 'accent', done: 'good', failed: 'bad', unknown: 'plain' } as const
/** Beyond this there is no room left beside the lines. */
const MOST_DEPTH = 6
