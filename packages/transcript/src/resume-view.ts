import type { ByteSource, JsonObject } from './bodies.ts'
import { loadBodies } from './bodies.ts'
import type { ApiMessage } from './resume/api-types.ts'
import { resumeChain } from './resume/chain.ts'
import { shapeClassic } from './resume/classic.ts'
import { relinkPreserved } from './resume/compaction.ts'
import { LoadedRows } from './resume/loaded-rows.ts'
import { shapeModern } from './resume/modern.ts'
import type { ResumeRules } from './resume/rules.ts'
import { rulesFor } from './resume/rules.ts'
import type { Spoken } from './resume/spoken.ts'
import { spokenBy } from './resume/spoken.ts'
import { resumeTip } from './resume/tip.ts'
import { FLAG, KIND } from './scan/columns.ts'
import type { Transcript } from './transcript.ts'

export interface ResumeOptions {
  /** The version of Claude Code that resumes; the newest known by default. */
  readonly version?: string
}

/**
 * What `claude --resume` of a version would continue from: rows, or why there are none.
 *
 * Contract: `rows` is what that version loads, in the order it sends them. Of the bodies only the
 * last compaction boundary's is read; `toApiMessages` reads those of exactly these rows.
 */
export type ResumeView =
  | { readonly kind: 'conversation'; readonly rules: ResumeRules; readonly tip: number; readonly rows: readonly number[] }
  | { readonly kind: 'no-conversation'; readonly rules: ResumeRules; readonly reason: string }
  | { readonly kind: 'hangs'; readonly rules: ResumeRules; readonly reason: string }
  | { readonly kind: 'fails'; readonly rules: ResumeRules; readonly reason: string }

export function resumeView(transcript: Transcript, source: ByteSource, options: ResumeOptions = {}): ResumeView {
  const rules = rulesFor(options.version)
  const loaded = new LoadedRows(transcript.scan, rules)
  if (rules.preservesMessages) relinkPreserved(transcript.scan, loaded, source)
  const tip = resumeTip(transcript.scan, loaded, rules)
  const first = loaded.order.find((row) => !loaded.isSidechain(row))
  if (rules.needsFirstTime && first !== undefined && Number.isNaN(transcript.scan.columns.time[first]))
    return { kind: 'fails', rules, reason: INVALID_TIME }
  if (tip < 0) return { kind: 'no-conversation', rules, reason: 'No conversation found' }
  const rows = resumeChain(transcript, loaded, tip, rules)
  if (rows === null) return { kind: 'hangs', rules, reason: 'The parents form a cycle' }
  return { kind: 'conversation', rules, tip, rows }
}

/** What the program prints when it ends on a row without a valid timestamp. */
const INVALID_TIME = 'RangeError: Invalid time value'

/** The messages the version would send before the new prompt, valid for the API or not. */
export function toApiMessages(transcript: Transcript, view: ResumeView, source: ByteSource): ApiMessage[] {
  if (view.kind !== 'conversation') return []
  const bodies = loadBodies(transcript.scan, source, view.rows)
  const spoken: Spoken[] = []
  for (const row of view.rows) {
    const said = speak(transcript, row, bodies.get(row))
    if (said !== null) spoken.push(said)
  }
  return view.rules.shaping === 'modern' ? shapeModern(spoken) : shapeClassic(spoken)
}

function speak(transcript: Transcript, row: number, body: JsonObject | undefined): Spoken | null {
  const { columns } = transcript.scan
  if (body === undefined) return null
  if (columns.kind[row] === KIND.user) return spokenBy(body, 'user')
  if (columns.kind[row] !== KIND.assistant || (columns.flags[row] & FLAG.apiError) !== 0) return null
  return spokenBy(body, 'assistant')
}
