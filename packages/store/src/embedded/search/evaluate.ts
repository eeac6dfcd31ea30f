import type { Query } from '../../reader/query/query.ts'
import { rowFits, type FilterSources } from './row-filters.ts'
import type { RowView } from './row-view.ts'
import type { TextTerms } from './text-terms.ts'

/** Whether a row is a hit. */
export type RowTest = (row: RowView) => boolean

/** Compiles a query. Of parts that must all hold, or of which one must, the cheap ones are asked first. */
export function rowTest(query: Query, terms: TextTerms, sources: FilterSources): RowTest {
  switch (query.kind) {
    case 'and': {
      const tests = ordered(query.parts).map((part) => rowTest(part, terms, sources))
      return (row) => tests.every((test) => test(row))
    }
    case 'or': {
      const tests = ordered(query.parts).map((part) => rowTest(part, terms, sources))
      return (row) => tests.some((test) => test(row))
    }
    case 'not': {
      const test = rowTest(query.part, terms, sources)
      return (row) => !test(row)
    }
    case 'filter':
      return (row) => rowFits(query.filter, row, sources)
    default: {
      const term = terms.of(query)
      return (row) => {
        for (const text of row.everyText()) if (hasAny(term.matches(text))) return true
        return false
      }
    }
  }
}

function hasAny(matches: Iterable<unknown>): boolean {
  for (const _match of matches) return true
  return false
}

function ordered(parts: readonly Query[]): Query[] {
  return [...parts].sort((a, b) => costOf(a) - costOf(b))
}

/** Columns, then the row's text, then a look at other rows, then the whole transcript. */
function costOf(query: Query): number {
  switch (query.kind) {
    case 'and':
    case 'or':
      return Math.max(...query.parts.map(costOf))
    case 'not':
      return costOf(query.part)
    case 'literal':
      return 2
    case 'regex':
      return 3
    case 'filter':
      return FILTER_COSTS.get(query.filter.name === 'is' ? query.filter.value : query.filter.name) ?? 1
  }
}

const FILTER_COSTS: ReadonlyMap<string, number> = new Map([
  ['in', 2],
  ['thinking', 2],
  ['exit', 3],
  ['tool', 4],
  ['file', 4],
  ['turn', 5],
  ['cost', 5],
  ['live', 5],
])
