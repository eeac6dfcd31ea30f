export { NO_ORIGINS, forkOrigins } from './spans/origins.ts'
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
export { traceTurns } from './spans/trace-turns.ts'
export type { Origin, Origins, TracedSession, TracedTurn, TraceOptions } from './spans/turn.ts'
export type { WireSpan } from './wire/wire-span.ts'
