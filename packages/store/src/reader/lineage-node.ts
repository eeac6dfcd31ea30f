import type { Relation } from './relation.ts'

/** A session among its relatives. */
export interface LineageNode {
  readonly session: string
  /** Of its transcript; empty where the session is known by name only: its transcript is gone. */
  readonly path: string
  readonly title: string
  readonly known: boolean
  readonly lastTime: number | null
  /** How it came to be, from which session; empty for one that began by itself. */
  readonly from: readonly Relation[]
}
