export type { EditKind, Step, Warning } from './draft/draft.ts'
export { Draft } from './draft/draft.ts'
export { TranscriptDraft } from './draft/transcript-draft.ts'
export type { EditErrorCode } from './errors.ts'
export { EditError } from './errors.ts'
export { cloneSession } from './operations/clone.ts'
export type { Band } from './operations/compress/bands.ts'
export { DEFAULT_BANDS, parseBand } from './operations/compress/bands.ts'
export type { CompressOptions } from './operations/compress/compress.ts'
export { compressSession } from './operations/compress/compress.ts'
export type { BudgetLimits } from './operations/compress/llm/budget.ts'
export type { LlmOptions } from './operations/compress/llm/llm-engine.ts'
export { DEFAULT_MODEL, LlmEngine } from './operations/compress/llm/llm-engine.ts'
export { LlmRehearsal } from './operations/compress/llm/rehearsal.ts'
export { CompressWork } from './operations/compress/llm/work.ts'
export type { Replacement } from './operations/compress/replacement.ts'
export { renderInMemory } from './render/render-in-memory.ts'
export type {
  EditSession,
  SessionUse,
  Sidecar,
  SidecarPlace,
  SourceTranscript,
} from './source/edit-session.ts'
export { openEditSession } from './source/open-edit-session.ts'
export type { MemorySession } from './source/session-in-memory.ts'
export { sessionInMemory } from './source/session-in-memory.ts'
