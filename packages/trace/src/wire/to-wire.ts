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
import { JsonStrings } from './json-strings.ts'
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
  const wiring = wiringOf(profile, options)
  return spans.map((span, i) => wire(span, scrubbed[i], wiring))
}

/** One span as it goes out. Where the others of its turn are at hand, `wireTurn` is the better question. */
export function wireSpan(span: Span, profile: Profile, options: WireOptions): WireSpan {
  return wire(span, scrubSpan(span, options.scrubber), wiringOf(profile, options))
}

interface Wiring {
  readonly profile: Profile
  readonly strings: JsonStrings
  readonly dialects: readonly Dialect[]
  readonly context: Omit<DialectContext, 'traceName'>
}

function wiringOf(profile: Profile, options: WireOptions): Wiring {
  return {
    profile,
    strings: new JsonStrings(),
    dialects: (options.dialects ?? USUAL_DIALECTS).map((name) => DIALECTS[name]),
    context: {
      userId: givenOf(options.userId),
      tags: (options.tags ?? USUAL_TAGS).map(wellFormed),
      environment: givenOf(options.environment),
      release: givenOf(options.release),
    },
  }
}

function wire(span: Span, scrubbed: ScrubbedSpan, wiring: Wiring): WireSpan {
  const { traceId } = span.trace
  const { spanId, parentId, start, end } = span
  const { strings, profile } = wiring
  const parent = parentId === null ? '' : `,"parentSpanId":"${parentId}"`
  const name = strings.once(profile.spanName(scrubbed))
  const kind = span.kind === 'generation' ? KIND_CLIENT : KIND_INTERNAL
  const times = `"startTimeUnixNano":"${unixNano(start)}","endTimeUnixNano":"${unixNano(Math.max(start, end))}"`
  const attributes = otlpAttributes(attributesOf(scrubbed, wiring), strings)
  const { error } = scrubbed
  const status =
    error === null ? '' : `,"status":{"code":${STATUS_ERROR},"message":${strings.once(error.message)}}`
  // Written by hand, as `JSON.stringify` would: texts are escaped once, and there are no objects in between.
  const json = `{"traceId":"${traceId}","spanId":"${spanId}"${parent},"name":${name},"kind":${kind},${times},"attributes":${attributes}${status}}`
  return { traceId, spanId, json, message: span.kind === 'generation' ? span.messageId : null }
}

/** `SPAN_KIND_INTERNAL`, `SPAN_KIND_CLIENT` and `STATUS_CODE_ERROR` of OTLP; its JSON wants the numbers. */
const KIND_INTERNAL = 1
const KIND_CLIENT = 3
const STATUS_ERROR = 2

const DIALECTS: Readonly<Record<DialectName, Dialect>> = { genai, langfuse, openinference }
const USUAL_DIALECTS: readonly DialectName[] = ['genai', 'langfuse']
const USUAL_TAGS: readonly string[] = ['claude-code']

function attributesOf(span: ScrubbedSpan, { profile, dialects, context }: Wiring): Attributes {
  const { userId, tags, environment, release } = context
  const said = { traceName: profile.traceName(span.trace), userId, tags, environment, release }
  const attributes = new Attributes()
  for (const dialect of dialects) dialect(span, said, attributes)
  return attributes
}

function givenOf(setting: string | null | undefined): string | null {
  return setting === undefined || setting === null || setting === '' ? null : wellFormed(setting)
}
