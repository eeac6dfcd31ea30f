import type { TextField } from '@skein/view'
import { StoreError } from '../../errors.ts'
import type { MatchRange, SearchHit, Snippet } from '../../reader/search.ts'
import type { CallFinder } from './call-finder.ts'
import type { EntryText } from './entry-text.ts'
import type { RowText, RowView } from './row-view.ts'
import { snippetOf, type SnippetOptions } from './snippet.ts'
import type { TextTerm } from './text-terms.ts'

export const COUNTED_MATCHES = 1000

/** A row that is a hit, kept until it is sure that it is wanted. */
export interface KeptRow {
  readonly path: string
  readonly offset: number
  /** ms; a row without a time stands where the latest of its block does. */
  readonly order: number
  readonly score: number
  /** What is costly is left for the end: the snippet, and a look for the tool of a result. */
  readonly hit: () => SearchHit
}

export interface HitOptions extends SnippetOptions {
  readonly terms: readonly TextTerm[]
  /** Names the tool of a result. */
  readonly calls: CallFinder
}

/** Takes from a row all that its hit needs: the text with most of the terms is shown. */
export function keptRow(row: RowView, order: number, options: HitOptions): KeptRow {
  const { text, found, count, score } = shownText(row, options.terms)
  const { tool, toolId } = text
  const { file, offset, time } = row
  const shared = {
    session: file.session,
    root: file.root,
    agent: file.agent,
    path: file.path,
    place: file.place,
    project: file.project,
    uuid: row.name('uuid') || null,
    line: row.line,
    offset,
    length: row.length,
    time: Number.isNaN(time) ? null : time,
    type: row.name('type'),
    field: text.field,
    key: text.key ?? null,
    matchCount: count,
  }
  const snippet = snippetLater(text.composed, found.ranges, options)
  return {
    path: file.path,
    offset,
    order,
    score,
    hit: () => ({
      ...shared,
      cwd: file.facts.firstCwd,
      tool: tool ?? toolOf({ file, offset }, toolId, options.calls),
      snippet: snippet(),
    }),
  }
}

interface ShownText {
  readonly text: RowText
  readonly found: FoundMatches
  /** Matches and weight of all texts. */
  readonly count: number
  readonly score: number
}

/** One text after the other, of which only the best is kept: pieces of a long output are not all in memory. */
function shownText(row: RowView, terms: readonly TextTerm[]): ShownText {
  let best: Pick<ShownText, 'text' | 'found'> | undefined
  let count = 0
  let score = 0
  for (const text of row.everyText()) {
    const found = matchesIn(text, terms)
    count += found.ranges.length
    score += found.weight
    if (best === undefined || found.terms > best.found.terms) best = { text, found }
  }
  // A row without texts is no hit.
  if (best === undefined) throw new Error('A hit has a text')
  return { ...best, count: Math.min(count, COUNTED_MATCHES), score }
}

/** A snippet for later. Of a long text it is made at once: many hits must not keep many long texts. */
function snippetLater(text: string, ranges: readonly MatchRange[], options: SnippetOptions): () => Snippet {
  return text.length > LONG_TEXT
    ? always(snippetOf(text, ranges, options))
    : () => snippetOf(text, ranges, options)
}

/** A function by itself: beside another one it would keep what that one sees. */
function always<T>(value: T): () => T {
  return () => value
}

const LONG_TEXT = 100_000

/** Null also where the transcript has gone since the row was read: the hit stands without it. */
function toolOf(
  place: Pick<RowView, 'file' | 'offset'>,
  toolId: EntryText['toolId'],
  calls: CallFinder,
): string | null {
  if (toolId === undefined) return null
  try {
    return calls.find(place.file, toolId, place.offset)?.name ?? null
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}

interface FoundMatches {
  readonly ranges: readonly MatchRange[]
  /** How many different terms match. */
  readonly terms: number
  readonly weight: number
}

function matchesIn(text: RowText, terms: readonly TextTerm[]): FoundMatches {
  const ranges: MatchRange[] = []
  let found = 0
  let weight = 0
  for (const term of terms) {
    let count = 0
    for (const range of term.matches(text)) {
      count++
      if (ranges.push(range) >= COUNTED_MATCHES) break
    }
    if (count > 0) found++
    weight += saturated(count, text.folded.length) * FIELD_WEIGHTS[text.field]
  }
  ranges.sort((a, b) => a.start - b.start || b.stop - a.stop)
  return { ranges, terms: found, weight }
}

/** As BM25 counts a term in a text: more often is better, ever less so, and less so in a long text. */
function saturated(count: number, length: number): number {
  return (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / USUAL_LENGTH))
}

/** Units of text that BM25 takes for the usual length: a prompt or a short answer. */
const USUAL_LENGTH = 1000

/** What somebody wrote or was told counts more than what a tool put out. */
const FIELD_WEIGHTS: Readonly<Record<TextField, number>> = {
  prompt: 3,
  title: 3,
  answer: 2,
  summary: 1.5,
  error: 1.5,
  'tool-input': 1.2,
  thinking: 1,
  'tool-result': 1,
  system: 0.5,
  attachment: 0.5,
  other: 0.5,
}
