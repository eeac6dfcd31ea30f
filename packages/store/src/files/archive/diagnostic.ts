/** What could not be archived, or is not as it should be; the rest goes on without it. */
export interface ArchiveDiagnostic {
  readonly code: 'unreadable' | 'vanished' | 'changing' | 'not-a-file' | 'odd-name' | 'damaged-manifest'
  readonly path: string
  readonly message: string
}
