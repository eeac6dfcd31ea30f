import type { NameFilter, RowTrait, TextField } from '@skein/view'

/**
 * What a search asks for, as a tree. A row is a hit when the tree holds for it: a text part where one
 * of the row's texts matches, a filter where the row, or what it stands in, fits.
 */
export type Query =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  | { readonly kind: 'literal'; readonly literal: Literal }
  | { readonly kind: 'regex'; readonly regex: RegexTerm }
  | { readonly kind: 'filter'; readonly filter: Filter }

/** A run of text, folded, in pieces that any white space may part. */
export interface Literal {
  readonly pieces: readonly string[]
  /** It begins, or ends, where a word does. */
  readonly wordStart: boolean
  readonly wordEnd: boolean
}

export interface RegexTerm {
  /** Composed. */
  readonly source: string
  readonly flags: string
}

export type Filter =
  | { readonly [N in NameFilter]: { readonly name: N; readonly pattern: NamePattern } }[NameFilter]
  | { readonly name: 'is'; readonly value: RowTrait }
  | { readonly name: 'in'; readonly value: TextField }
  | { readonly name: 'before' | 'after'; readonly time: number }
  | { readonly name: 'cost' | 'turn' | 'exit'; readonly range: NumberRange }
  | { readonly name: 'pr'; readonly range: NumberRange }

/** A folded value to be part of a name, the whole of it, or a glob over the whole of it. */
export interface NamePattern {
  readonly kind: 'part' | 'whole' | 'glob'
  readonly text: string
}

/** Numbers from `min` to `max`; a side that is `open` is left out itself. */
export interface NumberRange {
  readonly min: number
  readonly max: number
  readonly minOpen: boolean
  readonly maxOpen: boolean
}

/** Why a query cannot be read, and where in its text. */
export interface QueryProblem {
  readonly message: string
  readonly at: number
  readonly length: number
}
