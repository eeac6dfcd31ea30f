import type { Session } from './session.ts'

/** Which sessions to list. Plain data; what is left out is not asked for. */
export interface SessionFilter {
  /** Only these session ids. */
  readonly ids?: readonly string[]
  /** Part of the project's path, in any case. */
  readonly project?: string
  readonly model?: string
  readonly branch?: string
  readonly pullRequest?: number
  /** Part of the title, the slug name or the first prompt, in any case. */
  readonly title?: string
  readonly place?: 'disk' | 'archive'
  /** ms; last active at or after, before. */
  readonly since?: number
  readonly until?: number
  /** Only those of one project, by its folder. */
  readonly in?: ProjectPlace
  readonly tag?: string
  /** Only those with something that nobody has looked at. */
  readonly unseen?: Unseen
}

export type ProjectPlace = Pick<Session, 'root' | 'project'>

export type SessionName = Pick<Session, 'id' | 'root' | 'project'>

/** Until when sessions were looked at. */
export interface Unseen {
  /** ms; sessions without a mark of their own count as looked at until then. */
  readonly since: number
  readonly marks: readonly SeenMark[]
}

export interface SeenMark extends SessionName {
  /** ms */
  readonly time: number
}

/** Which part of a list; all of it by default. */
export interface Page {
  readonly limit?: number
  /** Those behind this one, in the order of the list. */
  readonly after?: SessionMark
}

/** A place in the list: of the session that was there, whether it still is or not. Plain data. */
export interface SessionMark {
  /** ms; null where no row has a time. */
  readonly lastTime: number | null
  readonly session: string
  readonly path: string
}

export interface SessionPage {
  readonly sessions: readonly Session[]
  /** The `after` of the following page; null at the end. */
  readonly next: SessionMark | null
}
