/** A session id that several transcripts have, in several projects or config roots. */
export interface CopiedSession {
  readonly session: string
  /** In order: what they share counts in the first. */
  readonly paths: readonly string[]
}
