import type { TokenUsage } from '@skein/transcript'
import type { AgentReport } from '../session/agents.ts'
import { counted, duration, tokens } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { wrapParts } from '../terminal/wrap.ts'

/** A sub-agent with its totals, and below it those that it started itself. */
export function agentLines(agent: AgentReport, width: number, indent = ''): string[] {
  const lines = wrapParts(agentParts(agent), Math.max(10, width - indent.length - 2))
  return [
    ...lines.map((line, i) => `${indent}${i === 0 ? '◆' : ' '} ${line}`),
    ...agent.agents.flatMap((child) => agentLines(child, width, `${indent}  `)),
  ]
}

export function agentParts(agent: AgentReport): string[] {
  const name = [agent.type, agent.description]
    .map((text) => inertLine(text ?? ''))
    .filter((text) => text !== '')
  return [
    name.join(': ') || `agent ${inertLine(agent.agentId ?? '')}`.trim(),
    counted(agent.steps, 'step'),
    ...(agent.durationMs === null ? [] : [duration(agent.durationMs)]),
    tokensPart(agent.tokens),
  ].filter((part) => part !== '')
}

export function tokensPart(usage: TokenUsage): string {
  const read = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
  return read + usage.output === 0 ? '' : `${tokens(read)} tokens in, ${tokens(usage.output)} out`
}
