import type { UsageBy } from '@skein/view'
import type { SliceOptions } from '../catalogue/usage-slices.ts'

/** What the catalogue has to keep apart for a report: adding up as much as it can is what makes it fast. */
export function apartFor(by: UsageBy, timeZone: string): Pick<SliceOptions, 'apart' | 'days'> {
  switch (by) {
    case 'tool':
      return { apart: 'tool' }
    case 'session':
    case 'project':
      return { apart: 'session', days: 'UTC' }
    case 'model':
      return { days: 'UTC' }
    case 'block':
      return {}
    default:
      return { days: timeZone }
  }
}
