/** What stands for an id of the original; see `NewIds`. */
export interface Ids {
  of(text: string): string | null | undefined
  /** Lengths that ids have, beside that of a uuid. */
  readonly lengths: ReadonlySet<number>
}

/** What a row becomes in the new session, beside its ids. */
export interface RowPlace {
  /** The parent it was given, as a new id; undefined keeps its own. */
  readonly parent: string | null | undefined
  /** Where it was copied from; null for rows that are not copies or no part of the chain. */
  readonly fork: { readonly sessionId: string; readonly messageUuid: string } | null
  /** The new working directory for an old one, or null where it stays; null if none changes. */
  readonly cwd: ((path: string) => string | null) | null
  /** The new path of a result's file, or null where it stays; null if no row of the session names one. */
  readonly results: ((path: string) => string | null) | null
}

/**
 * Keys whose values are what somebody said or a tool gave: an id in there is text. `forkedFrom` names
 * rows of another session, which keep their ids.
 */
export const CONTENT_KEYS: ReadonlySet<string> = new Set([
  'message',
  'toolUseResult',
  'rendered',
  'content',
  'forkedFrom',
  'lastPrompt',
  'summary',
])

/**
 * Keys that cite rows or the session. Under any other key only what has the length of a uuid is taken for an id: ids
 * made by hand can be words.
 */
export const CITING_KEYS = /uuid|session_?id|messageid|^compactmetadata$|^snapshot$/i

export const UUID_LENGTH = 36
