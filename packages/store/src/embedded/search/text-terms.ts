import type { OwnUnits } from '../../files/bytes/text-pieces.ts'
import type { MatchRange } from '../../reader/search.ts'
import type { Literal, Query, RegexTerm } from '../../reader/query/query.ts'

/** A text part of a query, ready to be looked for. */
export interface TextTerm {
  /** Contract: every match in order, none overlapping another; lazily. Of a piece those that begin in what is its own. */
  matches(text: SearchedText): Iterable<MatchRange>
}

export interface SearchedText {
  readonly composed: string
  readonly folded: string
  readonly own?: OwnUnits
}

/** The text terms of a query by its nodes, each compiled once. */
export class TextTerms {
  readonly #terms = new Map<Query, TextTerm>()

  of(query: Query & { readonly kind: 'literal' | 'regex' }): TextTerm {
    let term = this.#terms.get(query)
    if (term === undefined) {
      term = inOwn(query.kind === 'literal' ? literalTerm(query.literal) : regexTerm(query.regex))
      this.#terms.set(query, term)
    }
    return term
  }
}

/** The terms that make a row a hit, for showing where: those under a NOT do not. */
export function positiveTerms(query: Query, terms: TextTerms): TextTerm[] {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.parts.flatMap((part) => positiveTerms(part, terms))
    case 'literal':
    case 'regex':
      return [terms.of(query)]
    default:
      return []
  }
}

function inOwn(term: TextTerm): TextTerm {
  return {
    matches: (text) => (text.own === undefined ? term.matches(text) : within(term.matches(text), text.own)),
  }
}

function* within(matches: Iterable<MatchRange>, { from, to }: OwnUnits): Generator<MatchRange> {
  for (const match of matches) {
    if (match.start >= to) return
    if (match.start >= from) yield match
  }
}

function literalTerm({ pieces, wordStart, wordEnd }: Literal): TextTerm {
  const find = pieces.length === 1 ? plainFinder(pieces[0]) : phraseFinder(pieces)
  return {
    *matches({ folded }) {
      for (let from = 0; ;) {
        const range = find(folded, from)
        if (range === null) return
        const fits =
          (!wordStart || !wordBefore(folded, range.start)) && (!wordEnd || !wordAfter(folded, range.stop))
        if (fits) yield range
        from = fits ? range.stop : range.start + 1
      }
    },
  }
}

type Finder = (text: string, from: number) => MatchRange | null

function plainFinder(piece: string): Finder {
  return (text, from) => {
    const start = text.indexOf(piece, from)
    return start < 0 ? null : { start, stop: start + piece.length }
  }
}

function phraseFinder(pieces: readonly string[]): Finder {
  const phrase = new RegExp(pieces.map(escaped).join('\\s+'), 'g')
  return (text, from) => {
    phrase.lastIndex = from
    const match = phrase.exec(text)
    return match === null ? null : { start: match.index, stop: match.index + match[0].length }
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function regexTerm({ source, flags }: RegexTerm): TextTerm {
  return {
    *matches({ composed }) {
      for (const match of composed.matchAll(new RegExp(source, flags)))
        if (match[0] !== '') yield { start: match.index, stop: match.index + match[0].length }
    },
  }
}

/** Whether a letter, a digit, a mark or an underscore ends just before `at`. */
function wordBefore(text: string, at: number): boolean {
  if (at === 0) return false
  const low = text.charCodeAt(at - 1)
  const start = low >= 0xdc00 && low < 0xe000 && at > 1 ? at - 2 : at - 1
  return WORD.test(text.slice(start, at))
}

function wordAfter(text: string, at: number): boolean {
  return at < text.length && WORD.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
}

const WORD = /[\p{L}\p{N}\p{M}_]/u
