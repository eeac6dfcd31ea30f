import type { SkeinHome } from '@skein/store'
import type { ExportFormat } from '@skein/view'
import type { EditRequest } from '../api/api.ts'
import type { ReportRequest } from './make-report.ts'
import type { ReportSubject } from './report-desk.ts'

/** What a thread is asked for. Plain data. */
export type WorkRequest = ReportRequest | EditWork | ExportWork

/** An edit, or its plan. Answered with an `EditMade` as JSON. */
export interface EditWork extends ReportSubject {
  readonly report: 'edit'
  readonly edit: EditRequest
  /** What the session is called; empty where it has no title. */
  readonly title: string
  /** Where the ledger is: not beside the sessions where those are the bundled ones. */
  readonly ledger: SkeinHome
}

/** A whole session to take away, answered in pieces. */
export interface ExportWork extends ReportSubject {
  readonly report: 'export'
  readonly format: ExportFormat
  /** Without folders and the user's name, too. */
  readonly redact: boolean
  readonly title: string
}

/** Says that a piece was taken: the thread makes no more than `MOST_AHEAD` that nobody has taken. */
export const TAKEN = 'taken'
export const MOST_AHEAD = 4
