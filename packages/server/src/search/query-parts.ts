import { foldText, type Query } from '@skein/store'
import type { SearchPage } from '../api/api.ts'

type Filter = Extract<Query, { kind: 'filter' }>['filter']

/** The same query of one session alone, its sub-agents included. */
export function withinSession(query: Query, session: string): Query {
  const pattern = { kind: 'whole', text: foldText(session) } as const
  return { kind: 'and', parts: [{ kind: 'filter', filter: { name: 'session', pattern } }, query] }
}

/** The filters of a query as it was understood, in their order. */
export function filtersOf(query: Query): SearchPage['filters'] {
  const found: { name: string; value: string; not: boolean }[] = []
  const open: { readonly query: Query; readonly not: boolean }[] = [{ query, not: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { query: one, not } = next
    if (one.kind === 'filter') found.push({ name: one.filter.name, value: valueOf(one.filter), not })
    else if (one.kind === 'not') open.push({ query: one.part, not: !not })
    else if (one.kind === 'and' || one.kind === 'or')
      for (const part of one.parts.toReversed()) open.push({ query: part, not })
  }
  return found
}

function valueOf(filter: Filter): string {
  if ('pattern' in filter) return filter.pattern.text
  if ('value' in filter) return filter.value
  if ('time' in filter) return new Date(filter.time).toISOString()
  const { min, max, minOpen, maxOpen } = filter.range
  if (min === max) return String(min)
  if (max === Infinity) return `${minOpen ? '>' : '>='}${min}`
  if (min === -Infinity) return `${maxOpen ? '<' : '<='}${max}`
  return `${min}..${max}`
}
