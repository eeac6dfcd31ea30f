import { targetLength, type Engine, type Shortened, type TurnTexts } from '../engine.ts'
import { Extractor } from './extractor.ts'

/** Shortens offline, by choosing what stays: the same texts and shares give the same result, everywhere. */
export class ExtractiveEngine implements Engine {
  readonly name = 'extractive'
  readonly #extractor = new Extractor()

  shorten(turns: readonly TurnTexts[]): Promise<Shortened> {
    return Promise.resolve({ turns: turns.map((turn) => this.shortenTurn(turn)), warnings: [] })
  }

  shortenTurn({ texts, share }: TurnTexts): { readonly text: string; readonly fellBack: boolean }[] {
    return texts.map((long) => ({
      text: this.#extractor.shorten(long, targetLength(long.text, share)),
      fellBack: false,
    }))
  }
}
