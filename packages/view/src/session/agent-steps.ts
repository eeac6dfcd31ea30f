import type { SessionState } from './session-state.ts'
import { Suspects } from './suspects.ts'

/** Numbers of the steps that calls gave, by turn. */
export function stepsOfCalls(state: SessionState, toolUseIds: Iterable<string>): Map<number, number[]> {
  const { scan, tools } = state.transcript
  const ids = new Set(toolUseIds)
  const suspects = new Suspects(state.transcript)
  for (const id of ids)
    for (const use of tools.usesOf(scan.ids.find(id))) suspects.addRow(scan.blocks.row[use])
  const found = new Map<number, number[]>()
  for (const index of suspects.turns) {
    const steps: number[] = []
    if (index < state.turnCount)
      for (const [at, { call }] of state.turn(index).slots.entries())
        if (call !== null && ids.has(call.id)) steps.push(at)
    if (steps.length > 0) found.set(index, steps)
  }
  return found
}

/** The calls whose sub-agents run, or may have run at `time` or later. */
export function agentsSince({ transcript, reading }: SessionState, time: number | null): string[] {
  const { tools, scan } = transcript
  const found: string[] = []
  for (const use of tools.uses) {
    const id = scan.ids.text(scan.blocks.toolId[use])
    const agent = reading.agentOf(id)
    if (agent === null) continue
    const isOver = agent.status === 'done' || agent.status === 'failed'
    if (!isOver || time === null || agent.endTime === null || agent.endTime >= time - CLOCKS_MS)
      found.push(id)
  }
  return found
}

/** How far apart two clocks of one machine may be, and a time from the row that says it. */
const CLOCKS_MS = 60_000
