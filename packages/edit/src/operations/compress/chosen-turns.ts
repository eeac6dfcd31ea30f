import type { JsonObject } from '@skein/transcript'
import type { TranscriptDraft } from '../../draft/transcript-draft.ts'
import { turnsOf, type Band } from './bands.ts'
import type { ContextTurn } from './context-turns.ts'
import { KEPT_WHOLE } from './engine.ts'
import { passagesIn, type Passage } from './passages.ts'

/** The texts of a row that are to become shorter. */
export interface RowTexts {
  readonly row: number
  readonly value: JsonObject
  readonly passages: readonly Passage[]
}

/** A turn with texts that are to become shorter. */
export interface ChosenTurn {
  /** Which of the context's turns it is. */
  readonly index: number
  /** The part of each text that is to stay, between 0 and 1. */
  readonly share: number
  readonly rows: readonly RowTexts[]
}

/** The turns of a band that have anything to shorten. Rows are read in batches, each once. */
export function chosenTurns(
  draft: TranscriptDraft,
  turns: readonly ContextTurn[],
  { band, prompts }: { readonly band: Band; readonly prompts: boolean },
): ChosenTurn[] {
  const { first, end } = turnsOf(band, turns.length)
  const own = turns.slice(first, end)
  const found = longTexts(
    draft,
    own.flatMap(({ rows }) => rows),
    prompts,
  )
  return own.flatMap(({ rows }, i) => {
    const texts = rows.flatMap((row) => found.get(row) ?? [])
    return texts.length === 0 ? [] : [{ index: first + i, share: band.share / 100, rows: texts }]
  })
}

function longTexts(draft: TranscriptDraft, rows: readonly number[], prompts: boolean): Map<number, RowTexts> {
  const { scan } = draft.from.transcript
  const found = new Map<number, RowTexts>()
  for (let from = 0; from < rows.length; from += BATCH)
    for (const [row, value] of draft.values(rows.slice(from, from + BATCH))) {
      const passages = passagesIn(scan, row, value).filter(
        ({ kind, text }) => text.length > KEPT_WHOLE && (prompts || kind !== 'prompt') && text.trim() !== '',
      )
      if (passages.length > 0) found.set(row, { row, value, passages })
    }
  return found
}

/** Rows read at a time. */
export const BATCH = 256
