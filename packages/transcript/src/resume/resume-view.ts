import type { ByteSource, JsonObject } from '../bytes/bodies.ts'
import { loadBodies, parseWellFormed } from '../bytes/bodies.ts'
import { SYNTHETIC_MODEL } from '../messages/message-table.ts'
import { isThinking } from './api-types.ts'
import type { ApiMessage } from './api-types.ts'
import { attached } from './attached.ts'
import { resumeChain, walkToRoot } from './chain.ts'
import { isReadableByClassic, shapeClassic } from './classic.ts'
import { relinkPreserved } from './compaction.ts'
import { LoadedRows } from './loaded-rows.ts'
import { shapeModern } from './modern.ts'
import type { ResumeRules } from './rules.ts'
import { rulesFor } from './rules.ts'
import type { Spoken } from './spoken.ts'
import { asNotification, hasContent, spokenBy } from './spoken.ts'
import { resumeTip } from './tip.ts'
import { FLAG, KIND } from '../scan/columns.ts'
import type { Transcript } from '../transcript.ts'

export interface ResumeOptions {
  /** The version of Claude Code that resumes; the newest known by default. */
  readonly version?: string
}

export interface Conversation {
  readonly kind: 'conversation'
  readonly rules: ResumeRules
  readonly tip: number
  readonly rows: readonly number[]
}

/**
 * What `claude --resume` of a version would continue from: rows, or why there are none.
 *
 * Contract: `rows` is what that version loads, in the order it sends them. Of the bodies only the
 * last compaction boundary's is read; `toApiMessages` reads those of exactly these rows.
 */
export type ResumeView =
  | Conversation
  | { readonly kind: 'no-conversation'; readonly rules: ResumeRules; readonly reason: string }
  | { readonly kind: 'hangs'; readonly rules: ResumeRules; readonly reason: string }
  | { readonly kind: 'fails'; readonly rules: ResumeRules; readonly reason: string }

export function resumeView(
  transcript: Transcript,
  source: ByteSource,
  options: ResumeOptions = {},
): ResumeView {
  const { rules, loaded, tip } = loadForResume(transcript, source, options)
  const first = loaded.order.find((row) => !loaded.isSidechain(row))
  if (rules.needsFirstTime && first !== undefined && Number.isNaN(loaded.time(first)))
    return { kind: 'fails', rules, reason: INVALID_TIME }
  if (tip < 0) return { kind: 'no-conversation', rules, reason: 'No conversation found' }
  const rows = resumeChain(transcript, loaded, tip, rules)
  if (rows === null) return { kind: 'hangs', rules, reason: 'The parents form a cycle' }
  return { kind: 'conversation', rules, tip, rows }
}

/**
 * The way a version takes from the root to the tip: each row hangs on the one before it, by its own link or by how
 * the version mends a broken one. What a compaction hides is part of it, what comes back from the side is not.
 */
export function resumeWalk(
  transcript: Transcript,
  source: ByteSource,
  options: ResumeOptions = {},
): readonly number[] {
  const { rules, loaded, tip } = loadForResume(transcript, source, options)
  return tip < 0 ? [] : (walkToRoot(loaded, tip, rules) ?? [])
}

function loadForResume(transcript: Transcript, source: ByteSource, options: ResumeOptions) {
  const rules = rulesFor(options.version)
  const loaded = new LoadedRows(transcript.scan, rules)
  if (rules.preservesMessages) relinkPreserved(transcript.scan, loaded, source)
  if (rules.bridgeMs !== null) loaded.bridgeGaps(rules.bridgeMs)
  return { rules, loaded, tip: resumeTip(transcript.scan, loaded, rules) }
}

/** What the program prints when it ends on a row without a valid timestamp. */
const INVALID_TIME = 'RangeError: Invalid time value'

export interface RequestOptions extends ResumeOptions {
  /** The model that resumes; newer versions send thinking only to the model that thought it. */
  readonly model?: string
  /** When the resume happens, in milliseconds since 1970: a few attachments tell how old something is by then. */
  readonly now?: number
}

/** What comes of `claude --resume`: the messages before the new prompt, or why none are sent. */
export type ResumeRequest =
  | { readonly kind: 'sent'; readonly messages: ApiMessage[] }
  | { readonly kind: 'no-conversation' | 'hangs' | 'fails'; readonly reason: string }

/** The request a resume would send, as far as the transcript decides it; valid for the API or not. */
export function resumeRequest(
  transcript: Transcript,
  source: ByteSource,
  options: RequestOptions = {},
): ResumeRequest {
  const view = resumeView(transcript, source, options)
  if (view.kind !== 'conversation') return { kind: view.kind, reason: view.reason }
  const spoken = spokenRows(transcript, view, source, options)
  if (
    view.rules.shaping === 'classic' &&
    !(spoken.every(isReadableByClassic) && allSpeak(transcript, view, source))
  )
    return { kind: 'fails', reason: 'A message has content this version cannot read' }
  return { kind: 'sent', messages: shaped(transcript, view, spoken) }
}

/** Whether every user and assistant row has content. */
function allSpeak(transcript: Transcript, view: Conversation, source: ByteSource): boolean {
  const rows = view.rows.filter((row) => speaks(transcript, row))
  return [...loadBodies(transcript.scan, source, rows).values()].every(hasContent)
}

/** The messages a version sends for the rows of a view. */
export function toApiMessages(
  transcript: Transcript,
  view: Conversation,
  source: ByteSource,
  options: RequestOptions = {},
): ApiMessage[] {
  return shaped(transcript, view, spokenRows(transcript, view, source, options))
}

function shaped(transcript: Transcript, view: Conversation, spoken: readonly Spoken[]): ApiMessage[] {
  if (view.rules.shaping === 'modern') return shapeModern(spoken)
  return shapeClassic(spoken, speaks(transcript, view.tip))
}

function spokenRows(
  transcript: Transcript,
  view: Conversation,
  source: ByteSource,
  options: RequestOptions,
): Spoken[] {
  const { shaping } = view.rules
  const bodies = loadBodies(
    transcript.scan,
    source,
    view.rows,
    shaping === 'modern' ? parseWellFormed : JSON.parse,
  )
  const model = options.model ?? lastModel(transcript, view.rows)
  const spoken: Spoken[] = []
  for (const row of view.rows) {
    const body = bodies.get(row)
    if (body !== undefined && transcript.scan.columns.kind[row] === KIND.attachment)
      spoken.push(...attached(body, shaping, options.now))
    const said = speak(transcript, row, body, shaping)
    if (said !== null)
      spoken.push(shaping === 'modern' ? withOwnThinking(said, modelOf(transcript, row), model) : said)
  }
  return spoken
}

function speak(
  transcript: Transcript,
  row: number,
  body: JsonObject | undefined,
  shaping: ResumeRules['shaping'],
): Spoken | null {
  const { columns, ids } = transcript.scan
  if (body === undefined) return null
  if (body['isVirtual'] === true && shaping === 'modern') return null
  if (columns.kind[row] === KIND.user) {
    const said = spokenBy(body, 'user', shaping)
    return shaping === 'modern' && said !== null && isNotification(transcript, row)
      ? asNotification(said)
      : said
  }
  if (columns.kind[row] === KIND.system) return shaping === 'modern' ? commandOutput(body) : null
  if (columns.kind[row] !== KIND.assistant) return null
  const failed =
    (columns.flags[row] & FLAG.apiError) !== 0 && ids.text(columns.model[row]) === SYNTHETIC_MODEL
  const said = spokenBy(body, 'assistant', shaping)
  return said !== null && failed ? { ...said, by: 'failure' } : said
}

/** News of a background task: typed by nobody, and newer versions say so to the model. */
function isNotification(transcript: Transcript, row: number): boolean {
  const { columns, ids } = transcript.scan
  return ids.text(columns.promptSource[row]) === 'task-notification'
}

/** Output of a local command (`/cost` and the like) that the program kept in a system row. */
function commandOutput(body: JsonObject): Spoken | null {
  const { subtype, content } = body
  if (subtype !== 'local_command' || typeof content !== 'string') return null
  return { role: 'user', by: 'command', id: null, content }
}

function withOwnThinking(said: Spoken, by: string, model: string): Spoken {
  if (said.role === 'user' || by === model || typeof said.content === 'string') return said
  return { ...said, content: said.content.filter((block) => !isThinking(block)) }
}

function modelOf(transcript: Transcript, row: number): string {
  return transcript.scan.ids.text(transcript.scan.columns.model[row])
}

/** The model of the last answer: the one a resume goes on with by default. */
function lastModel(transcript: Transcript, rows: readonly number[]): string {
  const { columns } = transcript.scan
  const last = rows.findLast((row) => columns.kind[row] === KIND.assistant && transcript.messages.isReal(row))
  return last === undefined ? '' : modelOf(transcript, last)
}

function speaks(transcript: Transcript, row: number): boolean {
  const kind = transcript.scan.columns.kind[row]
  return kind === KIND.user || kind === KIND.assistant
}
