import { compose, foldComposed } from '../../reader/query/fold.ts'
import { nameFits } from './name-pattern.ts'
import type { Filter, Query } from '../../reader/query/query.ts'
import { fileFits } from './row-filters.ts'
import { sessionTitles, type SearchedFile, type SearchedFiles } from './searched-files.ts'
import { snippetOf, type SnippetOptions } from './snippet.ts'
import { positiveTerms, type TextTerms } from './text-terms.ts'
import type { MatchRange, TitleHit } from '../../reader/search.ts'

/** The sessions whose title or slug name has some of the text of a query and fits the rest, last active first. */
export function titleHits(
  query: Query,
  terms: TextTerms,
  { files, limit, ...options }: SnippetOptions & { readonly files: SearchedFiles; readonly limit: number },
): TitleHit[] {
  const wanted = positiveTerms(query, terms)
  const hits: TitleHit[] = []
  if (wanted.length === 0) return hits
  const all = files.allTitles()
  const { folded } = formsOf(all)
  if (all === '' || !mayBeAmong(query, folded)) return hits
  const lines = all.split('\n')
  for (const [i, foldedLine] of folded.split('\n').entries()) {
    if (hits.length >= limit) break
    if (!mayBeAmong(query, foldedLine)) continue
    const { id, titles } = sessionTitles(lines[i])
    for (const title of titles) {
      const text = formsOf(title)
      const ranges = wanted.flatMap((term) => [...term.matches(text)]).sort(byStart)
      const file = ranges.length === 0 ? null : files.get(id)
      if (file === null || !titleFits(query, { file, files, terms, text })) continue
      const { session, root, path, place, project, facts, lastTime: time } = file
      const snippet = snippetOf(text.composed, ranges, options)
      hits.push({ session, root, path, place, project, cwd: facts.firstCwd, time, title: snippet })
      break
    }
  }
  return hits
}

/** Whether a text of the query can be in one of the titles, which stand in `json`, folded. */
function mayBeAmong(query: Query, json: string): boolean {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.parts.some((part) => mayBeAmong(part, json))
    case 'literal':
      return query.literal.pieces.every((piece) => ESCAPED.test(piece) || json.includes(piece))
    default:
      return query.kind === 'regex'
  }
}

/** What JSON writes in another way. */
const ESCAPED = /["\\\p{Cc}]/u

interface TitleView {
  readonly file: SearchedFile
  readonly files: SearchedFiles
  readonly terms: TextTerms
  readonly text: { readonly composed: string; readonly folded: string }
}

function titleFits(query: Query, view: TitleView): boolean {
  switch (query.kind) {
    case 'and':
      return query.parts.every((part) => titleFits(part, view))
    case 'or':
      return query.parts.some((part) => titleFits(part, view))
    case 'not':
      return !titleFits(query.part, view)
    case 'filter':
      return filterFits(query.filter, view)
    default:
      return view.terms.of(query).matches(view.text)[Symbol.iterator]().next().done !== true
  }
}

/** A session fits what it as a whole can fit; what only a row has, it has not. */
function filterFits(filter: Filter, { file, files }: TitleView): boolean {
  switch (filter.name) {
    case 'project':
    case 'session':
    case 'title':
    case 'pr':
      return fileFits(filter, file, files)
    case 'branch':
      return file.facts.branches.some((branch) => nameFits(filter.pattern, branch))
    case 'model':
      return file.facts.models.some((model) => nameFits(filter.pattern, model))
    case 'after':
      return file.lastTime !== null && file.lastTime >= filter.time
    case 'before':
      return file.firstTime !== null && file.firstTime < filter.time
    case 'in':
      return filter.value === 'title'
    case 'is':
      return filter.value === 'archived' && file.place === 'archive'
    default:
      return false
  }
}

function formsOf(title: string): TitleView['text'] {
  const composed = compose(title)
  return { composed, folded: foldComposed(composed) }
}

function byStart(a: MatchRange, b: MatchRange): number {
  return a.start - b.start || b.stop - a.stop
}
