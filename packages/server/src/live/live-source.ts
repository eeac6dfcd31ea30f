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
   * stays as it was.
   */
  readonly catchUp: () => void
  /** Looks how far its sub-agents got; what changed is handed to the listeners. */
  readonly lookAtAgents: () => void
  /** What a view of an earlier state lacks; null: nothing. A state that is none of this file gives a reset. */
  readonly since: (cursor: string) => ViewUpdate | null
  /** Told of every change, whoever asked for it to be read. Gives back how to stop. */
  readonly listen: (listener: (update: ViewUpdate) => void) => () => void
}

/** Where transcripts come from. */
export interface LiveSource {
  /** Null where there is no such session or agent. It stays open until it is released. */
  readonly open: (session: string, agent: string | null) => LiveTranscript | null
  readonly release: (transcript: LiveTranscript) => void
}
