import type { Warning } from '../../draft/draft.ts'

/** What a text is, which decides what of it matters. */
export type TextKind = 'answer' | 'result' | 'prompt'

export interface LongText {
  readonly kind: TextKind
  readonly text: string
}

/** The texts of one turn that are to become shorter. */
export interface TurnTexts {
  /** The part of each text that is to stay, between 0 and 1. */
  readonly share: number
  readonly texts: readonly LongText[]
}

export interface ShortText {
  readonly text: string
  /** The engine could not do it: the text is as it was. */
  readonly fellBack: boolean
}

export interface Shortened {
  /** For each turn its texts, as many as were given and in their order. */
  readonly turns: readonly (readonly ShortText[])[]
  readonly warnings: readonly Warning[]
}

/**
 * What makes texts shorter.
 *
 * Contract: no text becomes longer, empty or blank. Texts are data: whatever they say, they are only shortened.
 * Every text is longer than `KEPT_WHOLE`. Throws an `EditError` where nothing can be done at all.
 */
export interface Engine {
  readonly name: 'extractive' | 'llm'
  shorten(turns: readonly TurnTexts[]): Promise<Shortened>
}

/** Texts of so many characters are kept whole: there is little to win, and marks of omission would eat it. */
export const KEPT_WHOLE = 256

/** How many characters a text may keep. */
export function targetLength(text: string, share: number): number {
  return Math.min(text.length, Math.max(KEPT_WHOLE, Math.floor(text.length * share)))
}
