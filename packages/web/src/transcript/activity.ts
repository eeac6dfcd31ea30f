import { counted, duration, formatMoney } from '@skein/view'
import type { TurnHead } from '@skein/view'

/** What a folded turn says of itself: `4 m · 17 steps · +82 −14 · $0.31`. Empty where nothing happened. */
export function activityParts(turn: TurnHead): ActivityPart[] {
  if (turn.stepCount === 0) return []
  const parts: ActivityPart[] = []
  const time = turn.startTime === null || turn.endTime === null ? 0 : turn.endTime - turn.startTime
  if (time >= 1000) parts.push({ kind: 'time', text: shortDuration(time) })
  parts.push({ kind: 'steps', text: counted(turn.stepCount, 'step') })
  if (turn.added > 0) parts.push({ kind: 'added', text: `+${turn.added}` })
  if (turn.removed > 0) parts.push({ kind: 'removed', text: `−${turn.removed}` })
  if (turn.errors > 0) parts.push({ kind: 'errors', text: counted(turn.errors, 'error') })
  const { nanoDollars } = turn.cost
  if (nanoDollars !== null && nanoDollars > 0) parts.push({ kind: 'cost', text: formatMoney(nanoDollars) })
  return parts
}

export interface ActivityPart {
  readonly kind: 'time' | 'steps' | 'added' | 'removed' | 'errors' | 'cost'
  readonly text: string
}

/** The larger unit alone says enough: `4 m`, not `4 m 12 s`. */
function shortDuration(ms: number): string {
  const [amount, unit] = duration(ms).split(' ')
  return `${amount.replace(/\.0$/, '')} ${unit}`
}
