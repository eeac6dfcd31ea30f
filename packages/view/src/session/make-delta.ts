import type { TurnDelta, ViewDelta } from '../live/view-delta.ts'
import { firstSteps, jsonBytes } from './page.ts'
import type { SessionState, Touched } from './session-state.ts'
import type { SessionHead } from './session-view.ts'
import { isSameSlot } from './slots.ts'
import type { TurnState } from './turn-table.ts'

export interface DeltaParts {
  readonly from: string
  readonly to: string
  readonly head: SessionHead
  /** Turns before. */
  readonly countBefore: number
  readonly touched: Touched
  /** Steps to be told in any case, by turn. */
  readonly agents: ReadonlyMap<number, readonly number[]>
  readonly maxBytes: number
}

/** What changed in the turns that something touched; null where that is too much to tell. */
export function viewDelta(state: SessionState, parts: DeltaParts): ViewDelta | null {
  const { from, to, head, countBefore, touched, agents } = parts
  const turns: TurnDelta[] = []
  let room = parts.maxBytes - jsonBytes(head)
  for (const index of [...new Set([...touched.keys(), ...agents.keys()])].sort((a, b) => a - b)) {
    if (index >= head.turnCount) continue
    const before = touched.get(index) ?? null
    const changed = touched.has(index) ? changedSteps(state.turn(index), before) : []
    const numbers = [...new Set([...changed, ...(agents.get(index) ?? [])])].sort((a, b) => a - b)
    const turn = state.turnHead(index)
    // A window whose turns are all gone begins anew with the last one.
    const isNeeded = index === head.turnCount - 1 && head.turnCount < countBefore
    const isSame = JSON.stringify(before?.head ?? null) === JSON.stringify(turn)
    if (numbers.length === 0 && isSame && !isNeeded) continue
    room -= jsonBytes(turn)
    const { steps, next } = firstSteps(numbers, Math.max(0, room), (some) => state.read(index, some))
    if (next !== null) return null
    room -= jsonBytes(steps)
    if (room < 0 && turns.length > 0) return null
    turns.push({ head: turn, steps })
  }
  return { from, to, head, turns }
}

function changedSteps({ slots, turn }: TurnState, before: TurnState | null): number[] {
  const isOther =
    before === null || before.turn.prompt !== turn.prompt || before.turn.rows[0] !== turn.rows[0]
  const numbers: number[] = []
  for (const [at, slot] of slots.entries())
    if (isOther || at >= before.slots.length || !isSameSlot(slot, before.slots[at])) numbers.push(at)
  return numbers
}
