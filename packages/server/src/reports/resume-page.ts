import { shownValue } from '@skein/redact'
import type { Readable } from '@skein/transcript'
import { cutInput, resumeReport } from '@skein/view'
import { MOST_PAGE, type ResumeMessage, type ResumePage } from '../api/api.ts'

export interface ResumeOptions {
  readonly as?: string
  readonly before?: number
  readonly reveal: boolean
}

/** The last messages that a resume sends, or those before a number, as many as fit a page. */
export function resumePage(session: Readable, options: ResumeOptions): ResumePage {
  const report = resumeReport(session, options.as)
  const all = report.messages
  const end = Math.min(all.length, options.before ?? all.length)
  const messages: ResumeMessage[] = []
  let bytes = 0
  for (let i = end - 1; i >= 0; i--) {
    const message = messageOf(all[i], options.reveal)
    bytes += JSON.stringify(message).length
    if (messages.length > 0 && bytes > MOST_PAGE) break
    messages.push(message)
  }
  return {
    as: report.version,
    count: all.length,
    from: end - messages.length,
    messages: messages.toReversed(),
    leftOut: report.leftOut(),
    problem: report.outcome === 'sent' ? null : `${report.outcome}: ${report.reason}`,
  }
}

function messageOf(
  { role, content }: { readonly role: string; readonly content: unknown },
  reveal: boolean,
): ResumeMessage {
  const { input, inputCut } = cutInput(reveal ? content : shownValue(content))
  return { role, content: input, cut: inputCut }
}
