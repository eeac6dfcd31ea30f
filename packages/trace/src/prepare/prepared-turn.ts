import type { PriceTable } from '@skein/view'
import { isSampled, isTraced } from '../config/projects.ts'
import { LANGFUSE_PROFILE, OTLP_PROFILE } from '../dialects/profile.ts'
import type { SessionOptions } from '../export/sender.ts'
import { isSame, type SessionFile, type SessionFiles } from '../export/session-files.ts'
import type { TranscriptMark } from '../ledger/transcript-marks.ts'
import type { Scrubber } from '../scrub/scrubber.ts'
import type { Span } from '../spans/span.ts'
import type { Origins, TracedTurn, TraceOptions } from '../spans/turn.ts'
import type { Target, TraceSettings } from '../target/target.ts'
import { encodeAll } from '../wire/encode-all.ts'
import { wireTurn, type WireOptions } from '../wire/to-wire.ts'

/*
 * A turn on its way from a transcript to a target: all that needs nothing but the session's own files and a few settings,
 * so that it can be done in a thread. What the target has, and where prompts come from, is known to one thread alone.
 */

/** What holds for all sessions of a run. Can be handed to a thread, so there are no keys of targets in it. */
export interface PrepareSettings {
  readonly profile: Target['profile']
  readonly settings: TraceSettings
  readonly prices: PriceTable
  /** Of placeholders, see `Scrubber`. */
  readonly key: Uint8Array
  /** The user's home folder, which `~/` in patterns stands for. */
  readonly home: string
}

/** One look at one session. */
export interface SessionTask {
  readonly files: SessionFiles
  readonly options: SessionOptions
  /** By path: how its files looked when all of them had been sent. */
  readonly known: ReadonlyMap<string, TranscriptMark>
}

export type PreparedTurn =
  /** It has not ended. */
  | { readonly kind: 'open'; readonly traceId: string }
  | { readonly kind: 'left-out'; readonly why: 'sampledOut' | 'excluded' | 'tooOld' }
  /** It was sent, and nothing has come since. */
  | { readonly kind: 'unchanged' }
  | SpannedTurn

export interface SpannedTurn {
  readonly kind: 'spans'
  readonly traceId: string
  /** Parents before children. */
  readonly spans: readonly SpanHead[]
  /** The spans' JSON in UTF-8, in the order of `spans`. Asked for once: it is made, and secrets are learned, by asking. */
  encoded(): readonly Uint8Array[]
  /** It was encoded before anybody asked, and turns after it know secrets by it. */
  readonly taught: boolean
}

/** What tells whether a target has a span. */
export interface SpanHead {
  readonly kind: Span['kind']
  readonly spanId: string
  readonly parentId: string | null
  /** The `message.id` of a generation. */
  readonly message: string | null
}

export function traceOptions(
  { options }: SessionTask,
  { settings, prices }: PrepareSettings,
  origins: Origins,
): TraceOptions {
  return { origins, prices, thinking: settings.thinking, settled: options.settled }
}

/** The turns of a session, each as far as it can be prepared. */
export function* prepareTurns(
  turns: Iterable<TracedTurn>,
  task: SessionTask,
  { settings, scrubber }: { readonly settings: PrepareSettings; readonly scrubber: Scrubber },
): Generator<PreparedTurn> {
  const wiring = wiringOf(settings, scrubber)
  for (const turn of turns) {
    if (turn.state !== 'closed') yield { kind: 'open', traceId: turn.traceId }
    else if (!isNew(turn, task)) yield { kind: 'unchanged' }
    else yield chosen(turn, task, { settings, wiring })
  }
}

export function isUnchanged({ path, stamp }: SessionFile, known: SessionTask['known']): boolean {
  const mark = known.get(path)
  return mark !== undefined && isSame(mark, stamp)
}

interface Wiring extends WireOptions {
  readonly names: typeof OTLP_PROFILE
}

function wiringOf({ profile, settings }: PrepareSettings, scrubber: Scrubber): Wiring {
  return {
    names: profile === 'langfuse' ? LANGFUSE_PROFILE : OTLP_PROFILE,
    scrubber,
    dialects: ['genai', 'langfuse', ...(settings.openInference ? (['openinference'] as const) : [])],
    userId: settings.user,
    environment: settings.environment,
    ...(settings.tags.length === 0 ? {} : { tags: settings.tags }),
  }
}

/** Whether it may have spans that were not there at the last look. */
function isNew(turn: TracedTurn, { files, options, known }: SessionTask): boolean {
  const { main, agents } = files
  const { again, settled } = options
  const mark = known.get(main.path)
  if (again === true || mark === undefined) return true
  const isReplaced = mark.size > main.stamp.size || (mark.inode !== main.stamp.inode && mark.inode !== 0)
  if (isReplaced || turn.endOffset > mark.size || mark.open.includes(turn.traceId)) return true
  // Which turn a sub-agent belongs to shows when spans are made.
  if (agents.length === 0) return false
  return (settled && !mark.settled) || agents.some((agent) => !isUnchanged(agent, known))
}

function chosen(
  turn: TracedTurn,
  { options: { since } }: SessionTask,
  { settings: { settings, home }, wiring }: { settings: PrepareSettings; wiring: Wiring },
): PreparedTurn {
  if (!isSampled(turn.traceId, settings.sample)) return { kind: 'left-out', why: 'sampledOut' }
  if (!isTraced(turn.facts.project ?? '', settings, home)) return { kind: 'left-out', why: 'excluded' }
  const spans = turn.spans()
  if (since !== undefined && spans.length > 0 && spans[0].start < since)
    return { kind: 'left-out', why: 'tooOld' }
  return {
    kind: 'spans',
    traceId: turn.traceId,
    spans: spans.map(headOf),
    // All spans of the turn are gone through, so that a secret that one of them gives away is none in the others.
    encoded: () => encodeAll(wireTurn(spans, wiring.names, wiring).map(({ json }) => json)),
    taught: false,
  }
}

function headOf(span: Span): SpanHead {
  const { kind, spanId, parentId } = span
  return { kind, spanId, parentId, message: span.kind === 'generation' ? span.messageId : null }
}
