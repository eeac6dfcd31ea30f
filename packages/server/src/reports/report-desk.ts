import type { CataloguedTranscript, SkeinHome } from '@skein/store'
import type { PriceTable } from '@skein/view'
import type { OpenSessions } from '../sessions/open-sessions.ts'
import type { SessionFamily } from '../sessions/session-family.ts'

/** What reports are made with. */
export interface ReportDesk {
  readonly home: SkeinHome
  readonly prices: PriceTable
  readonly sessions: OpenSessions
}

/** The transcript that a report is about, and those that belong to it. */
export interface ReportSubject {
  readonly file: CataloguedTranscript
  readonly family: SessionFamily
}
