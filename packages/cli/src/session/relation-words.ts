import type { Relation } from '@skein/store'
import { inertLine } from '../terminal/inert.ts'

/** How one session hangs together with another. `idSigns`: how much of the other's id a screen has room for. */
export function relationWords(relation: Relation, idSigns = Infinity): string {
  // What a row says it came from can be anything.
  const words = `${KINDS[relation.kind]} ${inertLine(relation.session).slice(0, idSigns)}`
  if (relation.kind !== 'copy-of') return words
  // The rows of both name the same folder; what tells them apart is where they stand.
  const place = `${words} in project ${inertLine(relation.project)}`
  return relation.root === null ? place : `${place} of ${inertLine(relation.root)}`
}

const KINDS: Readonly<Record<Relation['kind'], string>> = {
  'forked-from': 'fork of',
  'shares-start': 'shares its start with',
  continues: 'continues',
  'after-clear': 'after /clear of',
  'copy-of': 'copy of',
}

/** The first signs of an id, as lists print it. */
export const ID_SIGNS = 8
