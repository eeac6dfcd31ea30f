export type { DialectName } from './dialects/dialect.ts'
export { LANGFUSE_PROFILE, OTLP_PROFILE } from './dialects/profile.ts'
export type { Profile } from './dialects/profile.ts'
export { FIELD_CAP, Scrubber } from './scrub/scrubber.ts'
export type { ScrubOptions } from './scrub/scrubber.ts'
export type {
  AgentSpan,
  CompactionSpan,
  GenerationSpan,
  Span,
  SpanCost,
  SpanError,
  ToolSpan,
  TraceFacts,
} from './spans/span.ts'
export type { Origin, Origins, TracedSession, TracedTurn, TraceOptions } from './spans/turn.ts'
export { wireSpan, wireTurn } from './wire/to-wire.ts'
export type { WireOptions } from './wire/to-wire.ts'
export { wireBody, wireFrame } from './wire/wire-body.ts'
export type { WireFrame, WireResource } from './wire/wire-body.ts'
export type { WireSpan } from './wire/wire-span.ts'
