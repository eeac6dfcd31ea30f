import type { Database } from '../../database.ts'
import { candidateBlocks } from '../signatures/block-index.ts'
import { inOneSpelling } from './path-pattern.ts'
import type { Query } from '../../reader/query/query.ts'
import { textPlan } from './signature-plan.ts'

/**
 * The files in which a hit can stand as far as `tool:` and `file:` say; null where they do not. The call
 * that names the tool or the file may stand in another block than its result, but in the same transcript.
 */
export function allowedFiles(db: Database, query: Query): Set<number> | null {
  let allowed: Set<number> | null = null
  for (const name of neededNames(query)) {
    const found = new Set<number>()
    for (const { file } of candidateBlocks(db, textPlan(name)))
      if (allowed?.has(file) ?? true) found.add(file)
    allowed = found
  }
  return allowed
}

/** Texts that the calls of a hit must hold. Paths are compared in one spelling, so only names inside them count. */
function neededNames(query: Query): string[] {
  if (query.kind === 'and') return query.parts.flatMap(neededNames)
  if (query.kind !== 'filter' || (query.filter.name !== 'tool' && query.filter.name !== 'file')) return []
  const { name, pattern } = query.filter
  const parts =
    name === 'file'
      ? inOneSpelling(pattern).text.split(/[\\/:*]/)
      : pattern.text.split(pattern.kind === 'glob' ? '*' : /(?!)/)
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '')
  return longest.length < 3 ? [] : [longest]
}
