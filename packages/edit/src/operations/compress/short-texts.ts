import type { Draft } from '../../draft/draft.ts'
import type { ChosenTurn, RowTexts } from './chosen-turns.ts'
import type { ShortText, TextKind } from './engine.ts'
import { placeOf, withPassages, type Passage } from './passages.ts'

/** What an engine made of texts, by row and place in it. */
export class ShortTexts {
  readonly #engine: string
  readonly #rows = new Map<number, Map<string, ShortText>>()

  constructor(engine: string) {
    this.#engine = engine
  }

  set(row: number, place: Passage, text: ShortText): void {
    const own = this.#rows.get(row) ?? new Map<string, ShortText>()
    own.set(placeOf(place), text)
    this.#rows.set(row, own)
  }

  /** The new text; null where none was made. */
  at(row: number, place: Passage): string | null {
    return this.#rows.get(row)?.get(placeOf(place))?.text ?? null
  }

  /** Rewrites the rows in place, keeps what stood there, and tells the steps. */
  applyTo(draft: Draft, turns: readonly ChosenTurn[]): void {
    const saved = new Map<TextKind, { count: number; characters: number }>()
    for (const { rows } of turns)
      for (const texts of rows)
        for (const { kind, characters } of this.#applyToRow(draft, texts)) {
          const sum = saved.get(kind) ?? { count: 0, characters: 0 }
          saved.set(kind, { count: sum.count + 1, characters: sum.characters + characters })
        }
    for (const [kind, what] of STEPS) {
      const { count, characters } = saved.get(kind) ?? { count: 0, characters: 0 }
      draft.step(what, count, Math.round(characters / CHARACTERS_A_TOKEN))
    }
  }

  #applyToRow(
    draft: Draft,
    { row, value, passages }: RowTexts,
  ): { readonly kind: TextKind; readonly characters: number }[] {
    const { columns, ids } = draft.main.from.transcript.scan
    const made = this.#rows.get(row)
    const changes = new Map<string, string>()
    const saved: { kind: TextKind; characters: number }[] = []
    for (const passage of passages) {
      const short = made?.get(placeOf(passage))
      if (short === undefined) continue
      draft.originals.push({
        uuid: ids.text(columns.uuid[row]),
        block: passage.block,
        part: passage.part,
        original: passage.text,
        text: short.text,
        engine: this.#engine,
        fellBack: short.fellBack,
      })
      if (short.text === passage.text) continue
      changes.set(placeOf(passage), short.text)
      saved.push({ kind: passage.kind, characters: passage.text.length - short.text.length })
    }
    if (changes.size > 0) draft.main.change(row, withPassages(value, changes))
    return saved
  }
}

const STEPS: readonly (readonly [TextKind, string])[] = [
  ['answer', 'answers shortened'],
  ['result', 'tool results shortened'],
  ['prompt', 'prompts shortened'],
]

/** As the kernel estimates. */
const CHARACTERS_A_TOKEN = 4
