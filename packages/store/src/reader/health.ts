/** How a store is. */
export interface StoreHealth {
  readonly index: IndexStatus
  /** Transcripts that were indexed and cannot be read any more, though they are there. */
  readonly unreadable: readonly FileProblem[]
  /** What keeps the index from being brought up to date; null: nothing. */
  readonly readOnly: string | null
}

export interface FileProblem {
  readonly code: 'unreadable'
  readonly path: string
  readonly message: string
}

/** How much the index holds, and how large it is. */
export interface IndexStatus {
  readonly folder: string
  readonly files: number
  readonly sessions: number
  readonly subagents: number
  /** Whose transcripts only the archive has any more. */
  readonly archived: number
  readonly transcriptBytes: number
  readonly indexedBytes: number
  readonly messages: number
  readonly blocks: number
  /** What the index itself takes. */
  readonly indexBytes: number
}
