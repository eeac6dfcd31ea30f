import type { Branch, BranchReason } from '@skein/transcript'
import { readPrompts, saidBranches, startsTurn, uuidOf } from '@skein/transcript'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { lineOf } from '../file/open-transcript.ts'
import { isoTime } from '../terminal/figures.ts'

/** A branch as JSON output tells of it. */
export interface BranchReport {
  readonly reason: BranchReason
  /** Entries on it, its own branches included. */
  readonly entries: number
  /** Lines: where it leaves the conversation (null: nowhere), its first entry, its last. */
  readonly fromLine: number | null
  readonly firstLine: number
  readonly tipLine: number
  readonly tipUuid: string | null
  readonly lastTime: string | null
  /** What the human typed at its beginning, if anything. */
  readonly prompt: string | null
}

/** The branches worth a reader's time, as they are counted: what is said of each, and what the human typed at its beginning. */
export function branchReports(
  opened: OpenTranscript,
  found: readonly Branch[] = saidBranches(opened.transcript),
): BranchReport[] {
  const { transcript, source } = opened
  const { scan } = transcript
  const firstPrompts = found.map(({ rows }) => rows.find((row) => startsTurn(scan, row)) ?? -1)
  const prompts = readPrompts(
    transcript,
    source,
    firstPrompts.filter((row) => row >= 0),
  )
  return found.map(({ reason, size, at, root, tip, lastTime }, i) => ({
    reason,
    entries: size,
    fromLine: at < 0 ? null : lineOf(opened, at),
    firstLine: lineOf(opened, root),
    tipLine: lineOf(opened, tip),
    tipUuid: uuidOf(scan, tip),
    lastTime: isoTime(lastTime),
    prompt: prompts.get(firstPrompts[i])?.typed ?? null,
  }))
}

/** Reasons in words. */
export const REASON_NAMES: Readonly<Record<string, string | undefined>> = {
  rewind: 'rewind or edit',
  retry: 'retry',
  'second-writer': 'second writer',
  'late-api-error': 'history behind a late API error',
  detached: 'conversation of its own',
}
