import type { Warning } from '../../../draft/draft.ts'
import { EditError } from '../../../errors.ts'
import { KEPT_WHOLE, type Shortened, type ShortText, type TurnTexts } from '../engine.ts'
import type { Job } from './jobs.ts'

interface RunOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, of: number) => void
}

/** One run over jobs: which comes next, what came of each, and why it ended before the last. */
export class Run {
  readonly #jobs: readonly Job[]
  readonly #answers: (readonly string[] | null)[]
  readonly #options: RunOptions
  readonly #stopping = new AbortController()
  /** Ends requests under way. */
  readonly signal: AbortSignal
  #next = 0
  #done = 0
  #failedInARow = 0
  #stopped: 'budget' | 'failures' | 'error' | null = null

  constructor(jobs: readonly Job[], options: RunOptions) {
    this.#jobs = jobs
    this.#answers = jobs.map(() => null)
    this.#options = options
    this.signal =
      options.signal === undefined
        ? this.#stopping.signal
        : AbortSignal.any([options.signal, this.#stopping.signal])
  }

  /** The next job and its number; null when there is none. */
  next(): readonly [number, Job] | null {
    this.signal.throwIfAborted()
    const at = this.#next++
    return at < this.#jobs.length ? [at, this.#jobs[at]] : null
  }

  /** Whether requests are made; later jobs may still be answered from what is kept. */
  get isAsking(): boolean {
    return this.#stopped === null
  }

  done(at: number, answer: readonly string[] | null): void {
    this.#answers[at] = answer
    this.#failedInARow = answer === null ? this.#failedInARow + 1 : 0
    // An API that is down makes every request wait through all its retries.
    if (this.#failedInARow >= GIVE_UP) this.stop('failures')
    this.#options.onProgress?.(++this.#done, this.#jobs.length)
  }

  /** Makes no further request. Those under way may finish, except after an error that all of them will meet. */
  stop(why: 'budget' | 'failures' | 'error'): void {
    this.#stopped ??= why
    if (why === 'error') this.#stopping.abort()
  }

  /** What came, in the places it was asked for. Throws where nothing did. */
  result(turns: readonly TurnTexts[]): Shortened {
    if (this.#answers.every((answer) => answer === null)) throw this.#nothing()
    const made: ShortText[][] = turns.map(({ texts }) => texts.map(({ text }) => ({ text, fellBack: true })))
    let over = 0
    for (const [i, { turn, texts }] of this.#jobs.entries())
      for (const [n, { at, target }] of texts.entries()) {
        const text = this.#answers[i]?.[n] ?? ''
        // A text that is no shorter, or says nothing, is no use.
        if (text.trim() === '' || text.length >= turns[turn].texts[at].text.length) continue
        made[turn][at] = { text, fellBack: false }
        if (text.length > target + KEPT_WHOLE) over++
      }
    return { turns: made, warnings: this.#warnings(over) }
  }

  #warnings(over: number): Warning[] {
    const missing = this.#answers.filter((answer) => answer === null).length
    const warnings: Warning[] = []
    if (this.#stopped === 'budget')
      warnings.push({
        code: 'budget',
        message: `The budget was used up before ${missing} of ${this.#jobs.length} requests.`,
      })
    else if (missing > 0)
      warnings.push({
        code: 'requests-failed',
        message: `${missing} of ${this.#jobs.length} requests failed${this.#stopped === 'failures' ? ', the last without a break, so no more were made' : ''}.`,
      })
    if (over > 0)
      warnings.push({
        code: 'over-share',
        message:
          over === 1
            ? '1 text came back longer than it was to be.'
            : `${over} texts came back longer than they were to be.`,
      })
    return warnings
  }

  #nothing(): EditError {
    return this.#stopped === 'budget'
      ? new EditError('option', 'the budget is too small for a single request', {
          remedy: 'give a larger one',
        })
      : new EditError('remote', 'the API gave no answer that could be used', {
          remedy: 'try again later, or use the offline engine: --engine extractive',
        })
  }
}

const GIVE_UP = 6
