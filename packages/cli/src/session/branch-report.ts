import type { Branch, BranchReason } from '@skein/transcript'
import { branches, FLAG, readPrompts, startsTurn } from '@skein/transcript'
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

/** A branch on which something was said, and what the human typed at its beginning. */
export interface SaidBranch extends Branch {
  readonly prompt: string | null
}

/** The branches worth a reader's time: parallel tools are none, and a side line never said anything. */
export function saidBranches({ transcript, source }: OpenTranscript): SaidBranch[] {
  const found = branches(transcript).filter(
    ({ reason }) => reason !== 'parallel-tools' && reason !== 'side-line',
  )
  const firstPrompts = found.map(({ rows }) => rows.find((row) => startsTurn(transcript.scan, row)) ?? -1)
  const prompts = readPrompts(
    transcript,
    source,
    firstPrompts.filter((row) => row >= 0),
  )
  return found.map((branch, i) => ({ ...branch, prompt: prompts.get(firstPrompts[i])?.typed ?? null }))
}

export function branchReport(opened: OpenTranscript, branch: SaidBranch): BranchReport {
  const { columns, ids } = opened.transcript.scan
  const isNamed = (columns.flags[branch.tip] & FLAG.syntheticUuid) === 0
  return {
    reason: branch.reason,
    entries: branch.size,
    fromLine: branch.at < 0 ? null : lineOf(opened, branch.at),
    firstLine: lineOf(opened, branch.root),
    tipLine: lineOf(opened, branch.tip),
    tipUuid: isNamed ? ids.text(columns.uuid[branch.tip]) : null,
    lastTime: isoTime(branch.lastTime),
    prompt: branch.prompt,
  }
}

/** Reasons in words. */
export const REASON_NAMES: Readonly<Record<string, string | undefined>> = {
  rewind: 'rewind or edit',
  retry: 'retry',
  'second-writer': 'second writer',
  'late-api-error': 'history behind a late API error',
  detached: 'conversation of its own',
}
