import type { CataloguedTranscript } from '@skein/store'
import type { ViewUpdate } from '@skein/view'

/** A transcript that grows, as the feeds see it. */
export interface LiveTranscript {
  readonly file: Pick<CataloguedTranscript, 'root' | 'project' | 'session' | 'agent'>
  readonly projectId: string
  /** When its file was changed last, as far as it was read: ms; null where it is not known. */
  readonly changedAt: number | null
  /**
   * Reads what came since; every change is handed to the listeners, in order. Where the file is gone or cannot be read, it
   * stays as it was. A long one leaves others their turn.
   */
  catchUp(): Promise<void>
  /** Looks how far its sub-agents got; what changed is handed to the listeners. */
  lookAtAgents(): Promise<void>
  /**
   * Works out what a view of an earlier state lacks, up to date; null: nothing. A state that is none of this file gives a
   * reset. It is taken before the listeners are told anything more.
   */
  since(cursor: string, take: (missed: ViewUpdate | null) => void): Promise<void>
  /** Told of every change, whoever asked for it to be read. Gives back how to stop. */
  listen(listener: (update: ViewUpdate) => void): () => void
}

/** Where transcripts come from. */
export interface LiveSource {
  /** Null where there is no such session or agent. It stays open until it is released. */
  readonly open: (session: string, agent: string | null) => Promise<LiveTranscript | null>
  readonly release: (transcript: LiveTranscript) => void
}
