import type { Transcript } from '@skein/transcript'
import { FLAG } from '@skein/transcript'
import type { CallFactsTable } from './call-facts.ts'
import type { Slot } from './slots.ts'

/** Whether a step stays visible when its turn is folded. */
export function isOpen(
  { scan }: Transcript,
  { kind, row, call, final }: Slot,
  facts: CallFactsTable,
): boolean {
  if (kind === 'compaction' || final) return true
  if (kind === 'said') return (scan.columns.flags[row] & FLAG.apiError) !== 0
  if (call === null) return false
  const { status, images } = facts.of(call)
  return images || FAILED.has(status) || ASKING.has(call.name)
}

export const FAILED: ReadonlySet<string> = new Set(['error', 'denied', 'interrupted'])

/** Tools that put something before the user: a plan, a question. */
const ASKING: ReadonlySet<string> = new Set(['ExitPlanMode', 'AskUserQuestion'])
