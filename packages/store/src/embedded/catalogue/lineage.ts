import type { Database } from '../../database.ts'
import type { LineageNode } from '../../reader/lineage-node.ts'
import { forksOf } from './relations.ts'
import { listSessions } from './sessions.ts'

/**
 * A session, where it came from and what came from it, over any number of steps; each session
 * once, each of its copies too, the earliest first.
 */
export function lineageOf(db: Database, session: string): LineageNode[] {
  const nodes = new Map<string, LineageNode[]>()
  const waiting = [session]
  for (let id = waiting.shift(); id !== undefined && nodes.size < MOST_RELATIVES; id = waiting.shift()) {
    if (nodes.has(id)) continue
    const copies = nodesOf(db, id)
    nodes.set(id, copies)
    waiting.push(
      ...copies.flatMap(({ from }) => from.map((relation) => relation.session)),
      ...forksOf(db, id),
    )
  }
  const copied = ({ from }: LineageNode): number =>
    from.filter(({ kind }) => kind === 'forked-from' || kind === 'copy-of').length
  return [...nodes.values()]
    .flat()
    .toSorted((a, b) => (a.lastTime ?? 0) - (b.lastTime ?? 0) || copied(a) - copied(b))
}

/** A chain of `/clear`s can go through every session of a project. */
const MOST_RELATIVES = 200

function nodesOf(db: Database, id: string): LineageNode[] {
  const { sessions: found } = listSessions(db, { ids: [id] }, { limit: MOST_RELATIVES })
  if (found.length === 0)
    return [{ session: id, path: '', title: '', known: false, lastTime: null, from: [] }]
  return found.map(({ path, title, lastTime, relations }) => ({
    session: id,
    path,
    title: title.text,
    known: true,
    lastTime,
    from: relations,
  }))
}
