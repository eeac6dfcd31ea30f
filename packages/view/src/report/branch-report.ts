import type { BranchReason } from '@skein/transcript'
import { readPrompts, startsTurn } from '@skein/transcript'
import { isoTime } from '../iso-time.ts'
import type { WholeSession } from '../session/whole-session.ts'

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
export function branchReports({ reading, branches }: WholeSession): BranchReport[] {
  const { transcript, source } = reading
  const firstPrompts = branches.map(({ rows }) => rows.find((row) => startsTurn(transcript.scan, row)) ?? -1)
  const prompts = readPrompts(
    transcript,
    source,
    firstPrompts.filter((row) => row >= 0),
  )
  return branches.map(({ reason, size, at, root, tip, lastTime }, i) => ({
    reason,
    entries: size,
    fromLine: at < 0 ? null : reading.placeOf(at).line,
    firstLine: reading.placeOf(root).line,
    tipLine: reading.placeOf(tip).line,
    tipUuid: reading.placeOf(tip).uuid,
    lastTime: isoTime(lastTime),
    prompt: prompts.get(firstPrompts[i])?.typed ?? null,
  }))
}
