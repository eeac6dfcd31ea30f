import { Draft } from '../../draft/draft.ts'
import { EditError } from '../../errors.ts'
import type { EditSession } from '../../source/edit-session.ts'
import { DEFAULT_BANDS, sortedBands, turnsOf, type Band } from './bands.ts'
import { cutOf, putBoundary } from './boundary.ts'
import { chosenTurns, type ChosenTurn } from './chosen-turns.ts'
import { contextTurns } from './context-turns.ts'
import type { Engine, ShortText } from './engine.ts'
import { ExtractiveEngine } from './extractive/extractive-engine.ts'
import { ShortTexts } from './short-texts.ts'

export interface CompressOptions {
  /** Which turns of the context become how short; `DEFAULT_BANDS` without it. */
  readonly bands?: readonly Band[]
  /** What shortens; the offline engine without it. */
  readonly engine?: Engine
  /** Human prompts become shorter too; without it they stay as they were typed. */
  readonly prompts?: boolean
  /**
   * The first band's turns stay in the file as they are, behind a compaction boundary whose summary holds their prompts
   * and what the engine makes of the rest.
   */
  readonly boundary?: boolean
}

/**
 * Older turns in fewer words: the texts of answers and of tool results, in bands by the age of the turn.
 *
 * Contract: what is no such text stays (prompts, inputs of tools, thinking, images, rows that a resume does not show).
 * A text of up to `KEPT_WHOLE` characters stays too. A longer one of L characters is cut by the offline engine to at
 * most share × L or `KEPT_WHOLE`, whichever is more, of which it leaves less than `LEAST_LENGTH` unused; a model is told
 * the same and may miss it, but no text becomes longer. Every text that was replaced is in `draft.originals`.
 */
export async function compressSession(session: EditSession, options: CompressOptions = {}): Promise<Draft> {
  const bands = sortedBands(options.bands ?? DEFAULT_BANDS)
  const { engine = new ExtractiveEngine(), prompts = false } = options
  const draft = new Draft(session, 'compress')
  const turns = contextTurns(session.main)
  const cut =
    options.boundary === true ? cutOf(session.main.transcript, turns, turnsOfFirst(bands, turns.length)) : 0
  const chosen = bands.flatMap((band) => chosenTurns(draft.main, turns, { band, prompts }))
  if (chosen.length === 0) throw nothingIn(turns.length)
  const texts = await shortened(draft, engine, chosen)
  if (cut > 0) putBoundary(draft, { hidden: turns.slice(0, cut), next: turns[cut], texts })
  texts.applyTo(
    draft,
    chosen.filter(({ index }) => index >= cut),
  )
  if (draft.isUntouched) throw nothingShorter()
  return draft
}

/** Asks the engine, and files what it gave by row and place. */
async function shortened(draft: Draft, engine: Engine, chosen: readonly ChosenTurn[]): Promise<ShortTexts> {
  const { turns, warnings } = await engine.shorten(
    chosen.map(({ share, rows }) => ({ share, texts: rows.flatMap(({ passages }) => passages) })),
  )
  for (const { code, message } of warnings) draft.warn(code, message)
  const failed = turns.filter((texts) => texts.some(({ fellBack }) => fellBack)).length
  if (failed > 0)
    draft.warn(
      'fell-back',
      `${failed} of ${turns.length} turns kept texts as they were, because the engine gave none for them.`,
    )
  const texts = new ShortTexts(engine.name)
  for (const [i, { rows }] of chosen.entries()) {
    const given: readonly ShortText[] = turns[i]
    let at = 0
    for (const { row, passages } of rows) for (const passage of passages) texts.set(row, passage, given[at++])
  }
  return texts
}

/** How many turns the first band takes, from the start. */
function turnsOfFirst([band]: readonly Band[], count: number): number {
  if (band.from === 0) return turnsOf(band, count).end
  throw new EditError('option', 'a boundary hides everything before it, so the first band begins at 0%', {
    remedy: 'begin the first band at 0%, or leave the boundary out',
  })
}

function nothingIn(turns: number): EditError {
  const message =
    turns === 0
      ? 'there is no conversation that could be resumed'
      : `the bands take no long text of the ${turns} ${turns === 1 ? 'turn' : 'turns'} in the context`
  return new EditError('nothing-to-do', message, {
    remedy:
      turns === 0
        ? '`skein doctor` tells what is wrong with the session'
        : 'choose wider bands, for example --band 0-100%:50%',
  })
}

function nothingShorter(): EditError {
  return new EditError('nothing-to-do', 'no text became shorter', {
    remedy: 'choose smaller shares, or another engine',
  })
}
