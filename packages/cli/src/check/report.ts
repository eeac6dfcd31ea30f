import type { Diagnostic, ResumeView } from '@skein/transcript'
import { resumeView } from '@skein/transcript'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownFile, shownName } from '../file/shown-file.ts'
import { wholeSession } from '../session/whole.ts'
import { isoTime } from '../terminal/figures.ts'
import type { Inventory } from './inventory.ts'
import { inventoryOf } from './inventory.ts'
import type { BranchReport, LeftOut } from '@skein/view'
import { branchReports, leftOut } from '@skein/view'

/** What `skein check --json` prints; docs/cli-json.md describes it, so a change here is a change there. */
export interface CheckReport extends Inventory {
  readonly file: string
  readonly bytes: number
  readonly diagnostics: readonly Diagnostic[]
  readonly branches: readonly BranchReport[]
  readonly resume: ResumeReport
}

export interface ResumeReport {
  /** The version asked for, and the observed one whose rules stand for it. */
  readonly version: string
  readonly rules: string
  readonly outcome: ResumeView['kind']
  /** Why there is no conversation; null where there is one. */
  readonly reason: string | null
  readonly tip: TipReport | null
  /** Entries that reach the model. */
  readonly entries: number
  readonly leftOut: readonly LeftOut[]
}

export interface TipReport {
  readonly uuid: string
  readonly line: number
  readonly type: string | null
  readonly time: string | null
}

export function checkReport(opened: OpenTranscript, version: string | undefined): CheckReport {
  const { transcript, source, size } = opened
  return {
    file: shownFile(opened),
    bytes: size,
    ...inventoryOf(opened),
    diagnostics: transcript.diagnostics.toSorted((a, b) => a.offset - b.offset),
    branches: branchReports(wholeSession(opened)),
    resume: resumeReport(opened, resumeView(transcript, source, { version }), version),
  }
}

function resumeReport(opened: OpenTranscript, view: ResumeView, asked: string | undefined): ResumeReport {
  const { transcript } = opened
  const { columns, ids } = transcript.scan
  const rules = view.rules.version
  const version = asked ?? rules
  if (view.kind !== 'conversation')
    return { version, rules, outcome: view.kind, reason: view.reason, tip: null, entries: 0, leftOut: [] }
  const { tip } = view
  const missing = leftOut(transcript, view)
  return {
    version,
    rules,
    outcome: view.kind,
    reason: null,
    tip: {
      uuid: ids.text(columns.uuid[tip]),
      line: columns.line[tip],
      type: columns.type[tip] === 0 ? null : shownName(opened, ids.text(columns.type[tip])),
      time: isoTime(columns.time[tip]),
    },
    entries: columns.count - missing.reduce((sum, { entries }) => sum + entries, 0),
    leftOut: missing,
  }
}
