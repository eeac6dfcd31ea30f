import type { ApiMessage, Readable } from '@skein/transcript'
import { resumeRequest, resumeView, rulesFor } from '@skein/transcript'
import type { LeftOut } from '../context/left-out.ts'
import { leftOut } from '../context/left-out.ts'

/** What the model will see when a session is resumed. */
export interface ResumeReport {
  /** The version asked for, and the observed one whose rules stand for it. */
  readonly version: string
  readonly rules: string
  readonly outcome: 'sent' | 'no-conversation' | 'hangs' | 'fails'
  /** Why nothing is sent; null where something is. */
  readonly reason: string | null
  /** The row that a resume goes on from; -1 where there is none. */
  readonly tip: number
  readonly messages: readonly ApiMessage[]
  /** What of the file does not come along; worked out when it is asked for. */
  readonly leftOut: () => readonly LeftOut[]
}

/** What a version of Claude Code sends on a resume; the newest observed one where none is named. */
export function resumeReport({ transcript, source }: Readable, version?: string): ResumeReport {
  const request = resumeRequest(transcript, source, { version })
  const view = resumeView(transcript, source, { version })
  const rules = rulesFor(version).version
  return {
    version: version ?? rules,
    rules,
    outcome: request.kind,
    reason: request.kind === 'sent' ? null : request.reason,
    tip: view.kind === 'conversation' ? view.tip : -1,
    messages: request.kind === 'sent' ? request.messages : [],
    leftOut: () => (view.kind === 'conversation' ? leftOut(transcript, view) : []),
  }
}
