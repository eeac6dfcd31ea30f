import type { Database } from '../../database.ts'
import type { DiscoveryDiagnostic } from '../../files/discovery/found.ts'
import type { SkeinHome } from '../../home.ts'
import type { ReadFailure } from './delta.ts'

export interface RefreshOptions {
  readonly home: SkeinHome
  readonly db: Database
  /** Config roots; what the catalogue knows of other roots stays as it is. */
  readonly roots: readonly string[]
  readonly onProgress?: (progress: RefreshProgress) => void
  /** What is done by then is kept; the rest is done the next time. Ends in a `StoreError` `cancelled`. */
  readonly signal?: AbortSignal
  /** Threads that read; 0: none but this one. As many as pay by default. */
  readonly threads?: number
  /** Blocks of text that are committed together, at least. As many as fill a segment by default. */
  readonly batchBlocks?: number
}

export interface RefreshProgress {
  readonly bytesDone: number
  readonly bytesTotal: number
  readonly filesDone: number
  readonly filesTotal: number
}

/** What a refresh saw and did. */
export interface RefreshReport {
  readonly filesSeen: number
  readonly filesRead: number
  readonly filesRemoved: number
  readonly bytesRead: number
  readonly linesParsed: number
  readonly rowsWritten: number
  readonly diagnostics: readonly RefreshDiagnostic[]
}

export type RefreshDiagnostic = DiscoveryDiagnostic | ReadFailure
