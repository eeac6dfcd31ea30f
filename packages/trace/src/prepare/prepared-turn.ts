import { isSameLook } from '@skein/store'
import type { PriceTable } from '@skein/view'
import type { SessionOptions } from '../export/sender.ts'
import type { SessionFile, SessionFiles } from '../export/session-files.ts'
import type { TranscriptMark } from '../ledger/transcript-marks.ts'
import type { Span } from '../spans/span.ts'
import type { Origins, TraceOptions } from '../spans/turn.ts'
import type { Target, TraceSettings } from '../target/target.ts'
import type { Encoded } from '../wire/encode-all.ts'

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
  /** By path: how its files looked when all of them had been sent. None of a transcript that was written anew since. */
  readonly known: ReadonlyMap<string, TranscriptMark>
}

export type PreparedTurn =
  /** It has not ended. */
  | { readonly kind: 'open'; readonly traceId: string }
  | { readonly kind: 'left-out'; readonly why: 'sampledOut' | 'excluded' | 'tooOld' | 'noTime' }
  /** It was sent, and nothing has come since. */
  | { readonly kind: 'unchanged' }
  | SpannedTurn

export interface SpannedTurn {
  readonly kind: 'spans'
  readonly traceId: string
  /** Parents before children. */
  readonly spans: readonly SpanHead[]
  /** The spans' JSON, in the order of `spans`. */
  readonly json: Encoded
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

export function isUnchanged({ path, stamp }: SessionFile, known: SessionTask['known']): boolean {
  const mark = known.get(path)
  return mark !== undefined && isSameLook(mark, stamp)
}

export function headOf(span: Span): SpanHead {
  const { kind, spanId, parentId } = span
  return { kind, spanId, parentId, message: span.kind === 'generation' ? span.messageId : null }
}
