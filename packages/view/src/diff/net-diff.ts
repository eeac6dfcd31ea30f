import { structuredPatch } from 'diff'
import { replacement } from './touch.ts'
import type { Hunk, Touch } from './touch.ts'

/** What a row of touches did to one file, from before the first to after the last. */
export interface NetDiff {
  /** `net`: the difference of the two texts. `steps`: a text is not known, so the changes stand one after another. */
  readonly kind: 'net' | 'steps'
  readonly created: boolean
  readonly added: number
  readonly removed: number
  readonly hunks: readonly Hunk[]
  /** Something else changed the file in between: a shell command, an editor. A net difference has that in it. */
  readonly changedElsewhere: boolean
}

/**
 * The net change of one file; touches in the order in which they happened. They are looked at one by one, and of each
 * only what it changed is kept: a touch can hold two whole files.
 */
export function netDiff(touches: Iterable<Touch>): NetDiff {
  let first: string | null = null
  let text: string | null = null
  let created: boolean | null = null
  let changedElsewhere = false
  const steps: Hunk[] = []
  for (const touch of touches) {
    const before: string | null = touch.before ?? text
    if (created === null) first = before
    else if (touch.before !== null && text !== null && touch.before !== text) changedElsewhere = true
    created ??= touch.created
    text = touch.after(before)
    for (const hunk of touch.hunks) steps.push(hunk)
  }
  const isKnown = first !== null && text !== null
  const hunks = first !== null && text !== null ? diffOf(first, text) : steps
  return {
    kind: isKnown ? 'net' : 'steps',
    created: created ?? false,
    ...lineCounts(hunks),
    hunks,
    changedElsewhere,
  }
}

/** The difference of two texts, three lines around each change. */
export function diffOf(before: string, after: string): Hunk[] {
  if (before === after) return []
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: MOST_EDITS })
  return patch === undefined ? replacement(before, after, 1) : patch.hunks
}

/** Two texts this different have little in common; finding it costs the square of their difference. */
const MOST_EDITS = 1000

export function lineCounts(hunks: readonly Hunk[]): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0]
  for (const { lines } of hunks)
    for (const line of lines) {
      if (line.startsWith('+')) added++
      else if (line.startsWith('-')) removed++
    }
  return { added, removed }
}
