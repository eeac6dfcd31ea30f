import type { UsageBy } from '@skein/view'
import type { ProjectPlace } from './session-filter.ts'

/** Which usage, in which pieces. */
export interface SliceOptions {
  /** What slices are kept apart by, beyond time, model and price class; the rest is `''`. */
  readonly apart?: 'session' | 'tool'
  /** A time zone whose days are all that is asked for, so that a slice may be as long as one. */
  readonly days?: string
  /** ms: slices that begin at or after, before. */
  readonly since?: number
  readonly until?: number
  /** Only that of one session, by its id. */
  readonly session?: string
  /** Only that of one project. */
  readonly in?: ProjectPlace
}

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
