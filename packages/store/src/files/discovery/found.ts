import type { Stats } from 'node:fs'

/** A transcript as the file system shows it; nothing of it has been read. */
export interface FoundTranscript {
  readonly path: string
  /** The config root it stands under. */
  readonly root: string
  /** Name of its folder under `projects/`. */
  readonly project: string
  /** From its name, or its folder's. A flat sub-agent's (2.0.x) is in its rows only: `''`. */
  readonly session: string
  /** `null`: the session's own transcript. */
  readonly agent: string | null
  readonly inode: number
  readonly size: number
  /** ms */
  readonly mtime: number
}

/** What the file system says of a file, as far as it tells whether the file has changed. */
export type Seen = Pick<FoundTranscript, 'inode' | 'size' | 'mtime'>

export function seenIn(stats: Stats): Seen {
  // Some file systems number with 64 bits, more than a number holds exactly.
  return { inode: stats.ino % Number.MAX_SAFE_INTEGER, size: stats.size, mtime: stats.mtimeMs }
}

/** What kept discovery from seeing something: it goes on without it. */
export interface DiscoveryDiagnostic {
  readonly code: 'unreadable' | 'vanished' | 'link-loop' | 'not-a-file'
  readonly path: string
  readonly message: string
}
