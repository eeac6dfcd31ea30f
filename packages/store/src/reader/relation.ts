/**
 * How a session hangs together with another one.
 *
 * `forked-from`: its rows say so. `shares-start`: both begin with the same entry, as
 * `--fork-session` leaves it, and no row says who was first. `continues`: its first row carries the
 * other's session id. `after-clear`: it begins with `/clear`, and the other is the last one of
 * the project before it. `copy-of`: the same session stands in another project or config root, as a folder that was copied or
 * moved leaves it.
 */
export type Relation = SessionRelation | CopyRelation

export interface SessionRelation {
  readonly kind: 'forked-from' | 'shares-start' | 'continues' | 'after-clear'
  readonly session: string
}

/** Of several copies, the one whose path comes first is what the others are copies of: what they share counts there. */
export interface CopyRelation {
  readonly kind: 'copy-of'
  /** Its own id as well. */
  readonly session: string
  /** Where the other one stands: folder under `projects/`, path, and config root, null where that is its own. */
  readonly project: string
  readonly path: string
  readonly root: string | null
}
