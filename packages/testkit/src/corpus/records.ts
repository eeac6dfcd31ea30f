/**
 * What the generator knows of each row it wrote. Records are made with the row, never read back from bytes; the ground
 * truth is computed from them.
 */
export interface RowRecord {
  readonly uuid: string
  /** Null at a root. Damage may re-point it, in the bytes and here alike. */
  parent: string | null
  readonly type: 'user' | 'assistant' | 'system' | 'attachment' | 'progress'
  readonly sidechain: boolean
  readonly time: number
  /** Rows of one API message; never set on the program's own `<synthetic>` rows. */
  readonly message?: { readonly id: string; readonly model: string; readonly usage: Usage }
  readonly toolUses?: readonly ToolUseRecord[]
  readonly result?: { readonly id: string; readonly status: ResultStatus }
  readonly prompt?: PromptRecord
  readonly boundary?: BoundaryRecord
  /** Damage made the row unreadable. */
  lost: boolean
  /** Readers may differ on this row (a `}{` line, a byte order mark inside the file). */
  doubtful: boolean
}

export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
}

export type ResultStatus = 'ok' | 'error' | 'denied' | 'interrupted'

export interface ToolUseRecord {
  readonly id: string
  readonly name: string
  readonly agentId?: string
}

export interface PromptRecord {
  readonly kind: PromptKind
  /** What the person typed, without injected context. */
  readonly text: string
}

export type PromptKind =
  | 'plain'
  | 'slash-command'
  | 'bash'
  | 'ide-selection'
  | 'ide-opened-file'
  | 'image'
  | 'queued'
  | 'task-notification'
  | 'agent'

export interface BoundaryRecord {
  readonly logicalParent: string | null
  /** Rows kept as they are, to be read after `anchor`. */
  readonly preserved?: { readonly anchor: string; readonly uuids: readonly string[] }
}

/** A `last-prompt` row: the leaf it names. */
export interface LastPromptRecord {
  readonly leafUuid: string
}

/** One place where the generator made the conversation fork on purpose. */
export interface ForkRecord {
  readonly at: string | null
  readonly children: readonly string[]
  readonly reason: BranchReason
}

export type BranchReason = 'rewind' | 'retry' | 'second-writer' | 'late-api-error'

export interface DamageRecord {
  /** Physical line, counted from 1. */
  readonly line: number
  readonly kind: DamageKind
  /** The rows touched, where they have a uuid. */
  readonly uuids: readonly string[]
  /** Whether those rows can no longer be read. */
  readonly lost: boolean
}

export type DamageKind =
  | 'torn'
  | 'glued'
  | 'nul-hole'
  | 'nul-line'
  | 'bom'
  | 'crlf'
  | 'invalid-utf8'
  | 'duplicate'
  | 'missing-parent'
  | 'cycle'
  | 'no-final-newline'
  | 'torn-tail'
