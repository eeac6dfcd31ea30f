import type { ByteRange, ByteSource, Transcript } from '@skein/transcript'

/**
 * A session as an edit reads it. Nothing here is ever written.
 *
 * Contract: every file is read up to `length` and no further. The last line of a session that is in
 * use may be half written; then `length` ends behind the line before it.
 */
export interface EditSession {
  readonly id: string
  /** The config root it stands in, or stood where only the archive has it; null for a transcript that lies anywhere else. */
  readonly root: string | null
  /** The folder of the transcript. */
  readonly folder: string
  /** The project's true path: the first `cwd` of the rows; empty where no row tells. */
  readonly cwd: string
  readonly main: SourceTranscript
  /** Sub-agents that have files of their own. */
  readonly agents: readonly SourceTranscript[]
  readonly sidecars: readonly Sidecar[]
  /** How many links, pipes and the like stand among its files. */
  strangers(): number
  readonly use: SessionUse
  close(): void
}

/** One transcript of the session: its structure, and its bytes behind it. */
export interface SourceTranscript {
  readonly path: string
  /** Where a copy belongs below the session's own folder: `subagents/agent-x.jsonl`; empty for the main one. */
  readonly name: string
  readonly length: number
  readonly transcript: Transcript
  readonly source: ByteSource
  /** A part of its bytes for whoever goes over all of them; it stands until more of any transcript is read. */
  piece(range: ByteRange): Uint8Array
}

/** A file that belongs to the session and is no transcript. */
export interface Sidecar {
  readonly path: string
  readonly place: SidecarPlace
  /** Relative to the place of that kind, `/` between folders: `tool-results/x.txt`. */
  readonly name: string
}

/**
 * `session`: the session's own folder; `file-history`, `tasks`: its folder there; `todos`: a file whose
 * name begins with the session's id.
 */
export type SidecarPlace = 'session' | 'file-history' | 'tasks' | 'todos'

export interface SessionUse {
  /** The running program that has it open, by the live registry. */
  readonly pid: number | null
  /** When the transcript was last written, in milliseconds since 1970. */
  readonly changed: number
}
