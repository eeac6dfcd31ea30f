import type { Database } from '../db/database.ts'
import { forksOf, type Relation } from './relations.ts'
import { listSessions } from './sessions.ts'

/** A session among its relatives. */
export interface LineageNode {
  readonly session: string
  /** Empty where the session is known by name only: its transcript is gone. */
  readonly title: string
  readonly known: boolean
  readonly lastTime: number | null
  /** How it came to be, from which session; empty for one that began by itself. */
  readonly from: readonly Relation[]
}

/**
 * A session, where it came from and what came from it, over any number of steps; each session
 * once, the earliest first.
 */
export function lineageOf(db: Database, session: string): LineageNode[] {
  const nodes = new Map<string, LineageNode>()
  const waiting = [session]
  for (let id = waiting.shift(); id !== undefined && nodes.size < MOST_RELATIVES; id = waiting.shift()) {
    if (nodes.has(id)) continue
    const node = nodeOf(db, id)
    nodes.set(id, node)
    waiting.push(...node.from.map((relation) => relation.session), ...forksOf(db, id))
  }
  const forks = ({ from }: LineageNode): number => from.filter(({ kind }) => kind === 'forked-from').length
  return [...nodes.values()].toSorted((a, b) => (a.lastTime ?? 0) - (b.lastTime ?? 0) || forks(a) - forks(b))
}

/** A chain of `/clear`s can go through every session of a project. */
const MOST_RELATIVES = 200

function nodeOf(db: Database, id: string): LineageNode {
  const [found] = listSessions(db, { ids: [id], limit: 1 })
  if (found === undefined) return { session: id, title: '', known: false, lastTime: null, from: [] }
  return {
    session: id,
    title: found.title.text,
    known: true,
    lastTime: found.lastTime,
    from: found.relations,
  }
}
