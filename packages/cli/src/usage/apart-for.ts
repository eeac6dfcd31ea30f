import type { SliceOptions } from '@skein/store'
import type { UsageBy } from '@skein/view'

/** What the catalogue has to keep apart for a report: adding up as much as it can is what makes it fast. */
export function apartFor(by: UsageBy): Pick<SliceOptions, 'apart'> {
  if (by === 'tool') return { apart: 'tool' }
  return by === 'session' || by === 'project' ? { apart: 'session' } : {}
}
