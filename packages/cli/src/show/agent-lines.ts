import type { AgentReport } from '@skein/view'
import { agentParts } from '@skein/view'
import { wrapParts } from '../terminal/wrap.ts'

/** A sub-agent with its totals, and below it those that it started itself. */
export function agentLines(agent: AgentReport, width: number, indent = ''): string[] {
  const lines = wrapParts(agentParts(agent), Math.max(10, width - indent.length - 2))
  return [
    ...lines.map((line, i) => `${indent}${i === 0 ? '◆' : ' '} ${line}`),
    ...agent.agents.flatMap((child) => agentLines(child, width, `${indent}  `)),
  ]
}
