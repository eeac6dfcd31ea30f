import { StoreError } from '../../errors.ts'
import { parseQuery, type ParseOptions } from './parse-query.ts'
import type { Query } from './query.ts'

/** `parseQuery` for callers that have nothing to point with: a problem is a `StoreError` that names its place. */
export function readQuery(text: string, options: ParseOptions): Query {
  const parsed = parseQuery(text, options)
  if ('query' in parsed) return parsed.query
  const { message, at, length } = parsed.problem
  const where = length === 0 ? '' : ` at ${JSON.stringify(text.slice(at, at + length))}`
  throw new StoreError('query', `the query cannot be read${where}: ${message}`, {
    remedy: 'quote what is meant as text; docs/search.md has the language',
  })
}
