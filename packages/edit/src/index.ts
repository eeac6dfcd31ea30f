export type { FaultCode, Faults } from './check/faults.ts'
export { FAULT_WORDS, faultsOf } from './check/faults.ts'
export type { EditKind, Step, Warning } from './draft/draft.ts'
export { Draft } from './draft/draft.ts'
export { TranscriptDraft } from './draft/transcript-draft.ts'
export type { EditErrorCode } from './errors.ts'
export { EditError } from './errors.ts'
export type { Edit } from './ledger/ledger.ts'
export { Ledger } from './ledger/ledger.ts'
export { undoEdit } from './ledger/undo.ts'
export { cloneSession } from './operations/clone.ts'
export type { ForkOptions } from './operations/fork.ts'
export { forkSession } from './operations/fork.ts'
export type { MergeOptions } from './operations/merge.ts'
export { mergeBranch, saidBranches } from './operations/merge.ts'
export { splitSession } from './operations/split.ts'
export type { ContextFigures, Counts, EditPlan, ResumeFigures } from './plan/plan.ts'
export type { PreparedEdit } from './prepare.ts'
export { prepareEdit } from './prepare.ts'
export type { Target } from './publish/target.ts'
export { movedPath, transcriptPath } from './publish/target.ts'
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
