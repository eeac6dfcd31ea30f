export type { BehindSeams } from './hook/behind.ts'
export { sessionsBehind } from './hook/behind.ts'
export type { Drained, DrainSeams, Exported, SessionToExport } from './hook/drain.ts'
export { drain } from './hook/drain.ts'
export type { HookSeams } from './hook/hook.ts'
export { runHook } from './hook/hook.ts'
export { EVERYWHERE, Installs } from './hook/installs.ts'
export type { SpooledSession } from './hook/spool.ts'
export { Spool } from './hook/spool.ts'
export type { TraceFolder } from './hook/trace-folder.ts'
export { traceFolder } from './hook/trace-folder.ts'
export { logLine } from './hook/trace-log.ts'
export { hookCommand } from './install/hook-command.ts'
export { HOOKED_EVENTS, isOurCommand, withHook, withoutHook } from './install/hook-settings.ts'
export type { SettingsFile } from './install/settings-file.ts'
export { readSettingsFile, writeSettingsFile } from './install/settings-file.ts'
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
