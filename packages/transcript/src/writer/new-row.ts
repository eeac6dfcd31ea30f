/**
 * The rows that a writer can be asked for. Keys have the names of the file and are written as they are given; what follows
 * from the place of a row (parent, uuid, time, session, version) is the writer's.
 */
export type NewRow = NewChainRow | NewSideRow

export type NewChainRow =
  | NewUser
  | NewResult
  | NewAssistant
  | NewSynthetic
  | NewSystem
  | NewAttachment
  | NewCompaction

/** What any row of the chain may say of itself. */
interface Placed {
  /** Given by a client that has to know it before the row is written. */
  readonly uuid?: string
  /** ms; now by default. Times rise, so an earlier one than the last is written as just after it. */
  readonly time?: number
  /** Hold from this row on: the result of `cd` has the new folder already. */
  readonly cwd?: string
  readonly gitBranch?: string
  readonly slug?: string
}

/** A prompt, or whatever else has the role user: meta texts, commands, interruptions, notifications of tasks. */
export interface NewUser extends Placed {
  readonly kind: 'user'
  readonly content: string | readonly object[]
  /** The row to go on from, where that is not the tip: a rewind. Null begins anew. */
  readonly after?: string | null
  readonly promptId?: string
  readonly isMeta?: true
  readonly permissionMode?: string
  readonly origin?: { readonly kind: string }
  readonly promptSource?: 'typed' | 'queued' | 'sdk' | 'system'
  readonly turnOrigin?: string
  readonly turnPosition?: { readonly promptIndex: number; readonly turnIndex: number }
  readonly interruptedMessageId?: string
  readonly imagePasteIds?: readonly number[]
}

export interface NewResult extends Placed {
  readonly kind: 'result'
  readonly toolUseId: string
  /** What the model sees. */
  readonly content: string | readonly object[]
  readonly isError?: boolean
  /** The structured twin for screens; on errors a string; none in files of sub-agents. */
  readonly toolUseResult?: unknown
  readonly toolDenialKind?: 'user-rejected' | 'permission-rule' | 'interrupted'
  readonly holdsPersonsWords?: true
  readonly sandboxed?: boolean
  readonly permissionDecision?: object
  readonly promptId?: string
}

/** A block of a message, as the API sent it. Never a tool call with half its input, never thinking without signature. */
export interface NewAssistant extends Placed {
  readonly kind: 'assistant'
  readonly message: {
    readonly id: string
    readonly model: string
    readonly content: readonly [object]
    readonly usage: object
    readonly stop_reason?: string | null
    readonly stop_sequence?: string | null
    readonly stop_details?: object | null
  }
  readonly thinkingDurationMs?: number
  readonly thinkingDisplay?: string
  readonly toolInputStreamMs?: number
  readonly apiBlockIndex?: number
  readonly requestId?: string
  readonly requestRef?: string
  readonly requestedModel?: string
  readonly promptCacheRequested?: string
  readonly attributionAgent?: string
  readonly attributionMcpServer?: string
  readonly attributionMcpTool?: string
  readonly isAbortedMidStream?: true
  readonly effort?: string
  readonly perTurnEffort?: string | null
}

/** Said in the model's place: a failure of the API, or that no answer was asked for. */
export interface NewSynthetic extends Placed {
  readonly kind: 'synthetic'
  readonly text: string
  /** Made by the writer where it is not given. */
  readonly messageId?: string
  /** Set for a failure, which no resume sends. */
  readonly error?: string
  readonly apiError?: string
  readonly apiErrorStatus?: number
  readonly apiErrorType?: string
  readonly perTurnEffort?: string | null
  readonly failedResponseHadNoToolCall?: boolean
}

export interface NewSystem extends Placed {
  readonly kind: 'system'
  readonly subtype: string
  readonly content?: string
  readonly level?: string
  /** The subtype's own: `durationMs`, `error`, `commandRun`, … */
  readonly [key: string]: unknown
}

/** Versions before 2.1 write none: a transcript that those are to resume does without. */
export interface NewAttachment extends Placed {
  readonly kind: 'attachment'
  readonly attachment: { readonly type: string }
  /** The texts that are sent, and the role they are sent as. */
  readonly rendered?: readonly { readonly content: string | readonly object[] }[]
  readonly renderedRole?: 'user' | 'system'
  readonly renderedBesideToolResult?: boolean
}

/** Hides all before it from the model, but for the preserved rows, and puts the summary in its place. */
export interface NewCompaction extends Placed {
  readonly kind: 'compaction'
  readonly summary: string
  readonly trigger: 'auto' | 'manual'
  readonly preTokens: number
  readonly postTokens?: number
  readonly cumulativeDroppedTokens?: number
  readonly durationMs?: number
  /** Rows that the model goes on seeing, each the parent of the next. */
  readonly preserve?: readonly string[]
  readonly promptId?: string
  readonly turnPosition?: object
}

/** Rows beside the chain. */
export type NewSideRow =
  | { readonly kind: 'last-prompt'; readonly lastPrompt?: string; readonly explicit?: true }
  | { readonly kind: 'mode'; readonly mode: string }
  | { readonly kind: 'permission-mode'; readonly permissionMode: string }
  | { readonly kind: 'custom-title'; readonly customTitle: string }
  | { readonly kind: 'ai-title'; readonly aiTitle: string }
  | { readonly kind: 'agent-name'; readonly agentName: string }
  /** An empty one removes the session's tag. */
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'summary'; readonly summary: string; readonly leafUuid: string }
  | { readonly kind: 'tools-used'; readonly tools: readonly string[] }
  | {
      readonly kind: 'queue-operation'
      readonly operation: 'enqueue' | 'dequeue' | 'remove' | 'popAll'
      readonly content?: string
      readonly reason?: string
      readonly commandUuid?: string
    }
  | {
      readonly kind: 'file-history-snapshot'
      readonly messageId: string
      readonly snapshot: object
      readonly isSnapshotUpdate: boolean
    }
  | {
      readonly kind: 'file-history-delta'
      readonly messageId: string
      readonly snapshotMessageId: string
      readonly trackingPath: string
      readonly backup: object
    }
  | { readonly kind: 'cost-state'; readonly [total: string]: unknown }
