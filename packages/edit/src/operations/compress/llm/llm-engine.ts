import { setTimeout as sleep } from 'node:timers/promises'
import { EditError } from '../../../errors.ts'
import type { Engine, Shortened, TurnTexts } from '../engine.ts'
import { Api, type Outcome } from './api.ts'
import { Budget, type Amount, type BudgetLimits } from './budget.ts'
import { jobsOf, type Job } from './jobs.ts'
import { keyOf, requestFor, textsIn, worstCase, type JobRequest } from './request.ts'
import { Run } from './run.ts'
import type { CompressWork } from './work.ts'

export interface LlmOptions {
  readonly apiKey: string
  readonly model?: string
  readonly baseUrl?: string
  /** Requests at a time. */
  readonly concurrency?: number
  /** How often a request is made again after a failure that may pass. */
  readonly retries?: number
  readonly budget?: BudgetLimits
  /** Where answers are kept until the edit is written; without it an interrupted edit begins anew. */
  readonly work?: CompressWork
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, of: number) => void
  /** Waits before a request is made again. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

export const DEFAULT_MODEL = 'claude-haiku-5-5'
const DEFAULT_URL = 'https://api.anthropic.com'

/**
 * Shortens with a model, over the Messages API.
 *
 * Contract: what is sent was redacted. An answer is kept (`work`) as soon as it came, so that nothing is paid for twice.
 * A request that fails in the end leaves its texts as they were. When the budget is used up no further request is made.
 * Aborted, it ends requests under way and throws `cancelled`.
 */
export class LlmEngine implements Engine {
  readonly name = 'llm'
  readonly #options: LlmOptions
  readonly #model: string
  readonly #api: Api
  readonly #budget: Budget

  constructor(options: LlmOptions) {
    if (options.apiKey === '')
      throw new EditError('option', 'there is no key for the API', { remedy: 'set ANTHROPIC_API_KEY' })
    this.#options = options
    this.#model = options.model ?? DEFAULT_MODEL
    this.#api = new Api({ apiKey: options.apiKey, baseUrl: options.baseUrl ?? DEFAULT_URL })
    this.#budget = new Budget(this.#model, options.budget)
  }

  /** What the API counted in all, tokens in and out. */
  get tokens(): number {
    return this.#budget.tokens
  }

  /** What that costs at list price, in nano-dollars; null where the model has no known price. */
  get nanoDollars(): number | null {
    return this.#budget.nanoDollars
  }

  async shorten(turns: readonly TurnTexts[]): Promise<Shortened> {
    const jobs = jobsOf(turns)
    const run = new Run(jobs, this.#options)
    const ends = await Promise.allSettled(
      Array.from({ length: Math.min(this.#options.concurrency ?? 4, jobs.length) }, () => this.#work(run)),
    )
    const failure = ends.find((end) => end.status === 'rejected')
    if (this.#options.signal?.aborted === true) throw cancelled(this.#options.work?.count ?? 0)
    if (failure !== undefined) throw failure.reason
    return run.result(turns)
  }

  /** Takes one job after another. */
  async #work(run: Run): Promise<void> {
    try {
      for (let next = run.next(); next !== null; next = run.next()) {
        const [at, job] = next
        run.done(at, await this.#answerTo(job, run))
      }
    } catch (error) {
      run.stop('error')
      throw error
    }
  }

  /** The texts for a job, asked for or remembered; null where none can be had. */
  async #answerTo(job: Job, run: Run): Promise<readonly string[] | null> {
    const request = requestFor(job, this.#model)
    const key = keyOf(request)
    const known = this.#options.work?.find(key) ?? null
    if (known !== null && known.length === job.texts.length) return known
    const texts = await this.#ask(request, job, run)
    if (texts !== null) this.#options.work?.keep(key, texts)
    return texts
  }

  async #ask(request: JobRequest, job: Job, run: Run): Promise<readonly string[] | null> {
    const { retries = 4, pause = wait } = this.#options
    for (let attempt = 0; attempt <= retries; attempt++) {
      const outcome = await this.#askOnce(request, run)
      if (outcome === null || outcome.kind === 'failed') return null
      if (outcome.kind === 'answer') {
        const texts = textsIn(outcome.input, job.texts.length)
        if (texts !== null) return texts
      }
      if (attempt < retries)
        await pause(waitBefore(attempt, outcome.kind === 'again' ? outcome.waitMs : null), run.signal)
    }
    return null
  }

  /** Null where no further request is to be made. */
  async #askOnce(request: JobRequest, run: Run): Promise<Outcome | null> {
    if (!run.isAsking) return null
    const worst = worstCase(request)
    if (!(await this.#budget.hold(worst))) {
      run.stop('budget')
      return null
    }
    let used: Amount | null = null
    try {
      const outcome = await this.#api.ask(request, run.signal)
      used = outcome.used
      return outcome
    } finally {
      this.#budget.settle(worst, used ?? worst)
    }
  }
}

/** Twice as long each time, unless the API says how long. */
function waitBefore(attempt: number, asked: number | null): number {
  return Math.min(asked ?? FIRST_WAIT * 2 ** attempt, LONGEST_WAIT)
}

const FIRST_WAIT = 1000
const LONGEST_WAIT = 60_000

function wait(ms: number, signal: AbortSignal): Promise<unknown> {
  return sleep(ms, undefined, { signal })
}

function cancelled(kept: number): EditError {
  return new EditError('cancelled', 'stopped, and nothing was written', {
    remedy:
      kept === 0
        ? 'run it again'
        : `run it again: ${kept} finished ${kept === 1 ? 'part is' : 'parts are'} kept`,
  })
}
