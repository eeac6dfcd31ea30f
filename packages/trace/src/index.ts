export type { TraceConfig, ConfigSources } from './config/trace-config.ts'
export { chosenTargets, configFile, readTraceConfig } from './config/trace-config.ts'
export type { DialectName } from './dialects/dialect.ts'
export { LANGFUSE_PROFILE, OTLP_PROFILE } from './dialects/profile.ts'
export type { Profile } from './dialects/profile.ts'
export type { TraceErrorCode } from './errors.ts'
export { TraceError } from './errors.ts'
export type { Answer, Delivered, Transport } from './export/answer.ts'
export type { ExportSeams } from './export/backoff.ts'
export type { HistoryRun } from './export/export-history.ts'
export { exportHistory } from './export/export-history.ts'
export type { HistorySession } from './export/history.ts'
export { listHistory } from './export/history.ts'
export type { LockOptions } from './export/lock-target.ts'
export { lockTarget } from './export/lock-target.ts'
export type { OpenSender, OpenSenderOptions } from './export/open-sender.ts'
export { openSender } from './export/open-sender.ts'
export type { SendReport } from './export/send-report.ts'
export type { SessionOptions, SessionOutcome, TraceSender } from './export/sender.ts'
export type { SessionFiles } from './export/session-files.ts'
export { sessionFiles } from './export/session-files.ts'
export { TraceLedger } from './ledger/ledger.ts'
export type { TargetLock } from './ledger/target-lock.ts'
export { tryLock } from './ledger/target-lock.ts'
export type { TargetStatus } from './ledger/target-status.ts'
export { FIELD_CAP, Scrubber } from './scrub/scrubber.ts'
export type { ScrubOptions } from './scrub/scrubber.ts'
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
export type { Target, TraceSettings } from './target/target.ts'
export { shownUrl } from './target/target.ts'
export { wireSpan, wireTurn } from './wire/to-wire.ts'
export type { WireOptions } from './wire/to-wire.ts'
export { wireBody, wireFrame } from './wire/wire-body.ts'
export type { WireFrame, WireResource } from './wire/wire-body.ts'
export type { WireSpan } from './wire/wire-span.ts'
