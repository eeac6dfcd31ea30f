import { sessionReport } from '../report/session-report.ts'
import { jsonPieces } from '../text/json-pieces.ts'
import type { ExportSubject } from './export-subject.ts'
import { sessionHtml } from './session-html.ts'
import { sessionMarkdown } from './session-markdown.ts'

export type ExportFormat = 'md' | 'html' | 'json'

/** A session to take away, piece by piece, so that one of any size is never held as a whole. */
export function sessionExport(format: ExportFormat, subject: ExportSubject): Generator<string> {
  if (format === 'html') return sessionHtml(subject)
  if (format === 'md') return sessionMarkdown(subject)
  const { told, about, range } = subject
  return jsonPieces(sessionReport(told, about, { range, steps: 'all' }))
}
