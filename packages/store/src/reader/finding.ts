/** A session as a name found it: enough to open it, and to tell it from others. */
export interface FoundSession {
  readonly id: string
  readonly path: string
  readonly root: string
  readonly project: string
  readonly place: 'disk' | 'archive'
  readonly title: string
  readonly cwd: string
  readonly lastTime: number
}

/** What a name stands for. Several are listed newest first. */
export type Finding =
  | { readonly kind: 'one'; readonly session: FoundSession }
  | { readonly kind: 'several'; readonly sessions: readonly FoundSession[] }
  | { readonly kind: 'none' }
