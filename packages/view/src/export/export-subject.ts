import type { SessionAbout } from '../report/session-report.ts'
import type { ToldSession } from '../session/told-session.ts'
import type { TurnRange } from '../session/whole-session.ts'

/** What is exported. */
export interface ExportSubject {
  readonly about: SessionAbout
  readonly told: ToldSession
  /** Only these turns; all unless said. */
  readonly range?: TurnRange
  /** Pictures themselves; else only what they are. */
  readonly images: boolean
}
