import { Attributes } from '../dialects/attributes.ts'
import type { Dialect, DialectContext, DialectName } from '../dialects/dialect.ts'
import { genai } from '../dialects/genai.ts'
import { langfuse } from '../dialects/langfuse.ts'
import { openinference } from '../dialects/openinference.ts'
import type { Profile } from '../dialects/profile.ts'
import { wellFormed } from '../scrub/cut-text.ts'
import { scrubSpan, scrubTurn } from '../scrub/scrub-span.ts'
import type { ScrubbedSpan } from '../scrub/scrub-span.ts'
import type { Scrubber } from '../scrub/scrubber.ts'
import type { Span } from '../spans/span.ts'
import { otlpAttributes } from './otlp-attributes.ts'
import { unixNano } from './unix-nano.ts'
import type { WireSpan } from './wire-span.ts'

export interface WireOptions {
  /** One for a session. */
  readonly scrubber: Scrubber
  /** GenAI and Langfuse unless said otherwise. */
  readonly dialects?: readonly DialectName[]
  readonly userId?: string | null
  /** `claude-code` unless said otherwise. */
  readonly tags?: readonly string[]
  readonly environment?: string | null
  readonly release?: string | null
}

/** The spans of one turn as they go out; what one of them gives away as a secret is one in all of them. */
export function wireTurn(spans: readonly Span[], profile: Profile, options: WireOptions): WireSpan[] {
  const scrubbed = scrubTurn(spans, options.scrubber)
  return spans.map((span, i) => wire(span, scrubbed[i], { ...options, profile }))
}

/** One span as it goes out. Where the others of its turn are at hand, `wireTurn` is the better question. */
export function wireSpan(span: Span, profile: Profile, options: WireOptions): WireSpan {
  return wire(span, scrubSpan(span, options.scrubber), { ...options, profile })
}

interface WireWith extends WireOptions {
  readonly profile: Profile
}

function wire(span: Span, scrubbed: ScrubbedSpan, options: WireWith): WireSpan {
  const { traceId } = span.trace
  const { spanId, parentId, start, end } = span
  const json = JSON.stringify({
    traceId,
    spanId,
    parentSpanId: parentId ?? undefined,
    name: options.profile.spanName(scrubbed),
    kind: span.kind === 'generation' ? KIND_CLIENT : KIND_INTERNAL,
    startTimeUnixNano: unixNano(start),
    endTimeUnixNano: unixNano(Math.max(start, end)),
    attributes: otlpAttributes(attributesOf(scrubbed, options)),
    status: scrubbed.error === null ? undefined : { code: STATUS_ERROR, message: scrubbed.error.message },
  })
  return { traceId, spanId, json, message: span.kind === 'generation' ? span.messageId : null }
}

/** `SPAN_KIND_INTERNAL`, `SPAN_KIND_CLIENT` and `STATUS_CODE_ERROR` of OTLP; its JSON wants the numbers. */
const KIND_INTERNAL = 1
const KIND_CLIENT = 3
const STATUS_ERROR = 2

const DIALECTS: Readonly<Record<DialectName, Dialect>> = { genai, langfuse, openinference }
const USUAL_DIALECTS: readonly DialectName[] = ['genai', 'langfuse']
const USUAL_TAGS: readonly string[] = ['claude-code']

function attributesOf(span: ScrubbedSpan, options: WireWith): Attributes {
  const context: DialectContext = {
    traceName: options.profile.traceName(span.trace),
    userId: givenOf(options.userId),
    tags: (options.tags ?? USUAL_TAGS).map(wellFormed),
    environment: givenOf(options.environment),
    release: givenOf(options.release),
  }
  const attributes = new Attributes()
  for (const name of options.dialects ?? USUAL_DIALECTS) DIALECTS[name](span, context, attributes)
  return attributes
}

function givenOf(setting: string | null | undefined): string | null {
  return setting === undefined || setting === null || setting === '' ? null : wellFormed(setting)
}
