export { runHook } from './hook/hook.ts'
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
export type { WireSpan } from './wire/wire-span.ts'
