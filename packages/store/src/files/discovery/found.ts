import type { FileLook } from '../state/file-look.ts'

/** A transcript as the file system shows it; nothing of it has been read. */
export interface FoundTranscript extends FileLook {
  readonly path: string
  /** The config root it stands under. */
  readonly root: string
  /** Name of its folder under `projects/`. */
  readonly project: string
  /** From its name, or its folder's. A flat sub-agent's (2.0.x) is in its rows only: `''`. */
  readonly session: string
  /** `null`: the session's own transcript. */
  readonly agent: string | null
}

/** What kept discovery from seeing something: it goes on without it. */
export interface DiscoveryDiagnostic {
  readonly code: 'unreadable' | 'vanished' | 'link-loop' | 'not-a-file'
  readonly path: string
  readonly message: string
}
