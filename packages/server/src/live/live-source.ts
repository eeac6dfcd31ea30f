import type { SessionView, ViewUpdate } from '@skein/view'

/** A transcript that grows, as the feeds see it. */
export interface LiveTranscript {
  /** Of the state it was read to. */
  readonly cursor: string
  readonly projectId: string
  /** Reads what came since; every change is handed to the listeners, in order. */
  readonly catchUp: () => void
  /** What a view of an earlier state lacks; null: nothing. A state that is none of this file gives a reset. */
  readonly since: (cursor: string) => ViewUpdate | null
  /** The view at the tail, for whoever begins anew. */
  readonly view: () => SessionView
  /** Told of every change, whoever asked for it to be read. Gives back how to stop. */
  readonly listen: (listener: (update: ViewUpdate) => void) => () => void
}

/** Where transcripts come from. */
export interface LiveSource {
  /** Null where there is no such session or agent. While it is open it is not closed to make room. */
  readonly open: (session: string, agent: string | null) => LiveTranscript | null
  readonly release: (transcript: LiveTranscript) => void
}
