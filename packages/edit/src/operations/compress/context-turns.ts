import { resumeView, turns, type ToolCall, type Transcript } from '@skein/transcript'
import type { SourceTranscript } from '../../source/edit-session.ts'

/** A turn as far as a resume shows it to the model. */
export interface ContextTurn {
  /** Its rows that are in the context, in order. */
  readonly rows: readonly number[]
  /** Where it begins on the live path. */
  readonly from: number
  readonly calls: readonly ToolCall[]
}

/** The turns that are in the context of a resume, whole or in part. None where there is nothing to resume. */
export function contextTurns({ transcript, source }: SourceTranscript): ContextTurn[] {
  const shown = rowsShown(transcript, source)
  const found: ContextTurn[] = []
  for (const { rows, from, toolCalls } of turns(transcript)) {
    const own = rows.filter((row) => shown.has(row))
    if (own.length > 0) found.push({ rows: own, from, calls: toolCalls })
  }
  return found
}

function rowsShown(transcript: Transcript, source: SourceTranscript['source']): ReadonlySet<number> {
  const view = resumeView(transcript, source)
  return new Set(view.kind === 'conversation' ? view.rows : [])
}
