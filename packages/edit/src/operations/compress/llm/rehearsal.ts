import { NO_USAGE } from '@skein/transcript'
import { CLAUDE_PRICES, costOf, formatMoney } from '@skein/view'
import type { Engine, Shortened, TurnTexts } from '../engine.ts'
import { ExtractiveEngine } from '../extractive/extractive-engine.ts'
import { jobsOf } from './jobs.ts'
import { DEFAULT_MODEL } from './llm-engine.ts'
import { keyOf, likelyCase, requestFor } from './request.ts'
import type { CompressWork } from './work.ts'

/**
 * What a model would be asked, without asking it: the texts are the offline engine's, which keep to the same shares, and
 * a warning tells how many requests would be made and what they would cost.
 */
export class LlmRehearsal implements Engine {
  readonly name = 'llm'
  readonly #model: string
  readonly #work: CompressWork | undefined

  constructor({ model = DEFAULT_MODEL, work }: { readonly model?: string; readonly work?: CompressWork }) {
    this.#model = model
    this.#work = work
  }

  async shorten(turns: readonly TurnTexts[]): Promise<Shortened> {
    const { turns: made } = await new ExtractiveEngine().shorten(turns)
    const requests = jobsOf(turns)
      .map((job) => requestFor(job, this.#model))
      .filter((request) => (this.#work?.find(keyOf(request)) ?? null) === null)
    const sum = { ...NO_USAGE, input: 0, output: 0 }
    for (const request of requests) {
      const { input, output } = likelyCase(request)
      sum.input += input
      sum.output += output
    }
    const cost = costOf(sum, { model: this.#model, time: null, longPrompt: false }, CLAUDE_PRICES)
    const message = `The model is not asked yet: these figures are the offline engine's. It would be ${requests.length} ${requests.length === 1 ? 'request' : 'requests'} with about ${sum.input.toLocaleString('en-US')} tokens in and ${sum.output.toLocaleString('en-US')} out (${formatMoney(cost)}).`
    return { turns: made, warnings: [{ code: 'not-asked', message }] }
  }
}
