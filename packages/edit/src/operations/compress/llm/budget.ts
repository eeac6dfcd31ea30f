import { NO_USAGE } from '@skein/transcript'
import { CLAUDE_PRICES, costOf, type PriceTable } from '@skein/view'
import { EditError } from '../../../errors.ts'

/** What may be spent. */
export interface BudgetLimits {
  /** Tokens in and out together. */
  readonly tokens?: number
  readonly dollars?: number
}

export interface Amount {
  readonly input: number
  readonly output: number
}

/**
 * Keeps spending below a limit. What a request costs at most is held back before it is sent, and settled to what the
 * API counted when it is over, so that requests under way cannot exceed the limit together.
 */
export class Budget {
  readonly #limits: BudgetLimits
  readonly #price: (amount: Amount) => number | null
  #held = 0
  #heldNano = 0
  #spent = 0
  #spentNano = 0
  /** Requests under way. */
  #open = 0
  #settled: (() => void)[] = []

  constructor(model: string, limits: BudgetLimits = {}, prices: PriceTable = CLAUDE_PRICES) {
    this.#limits = limits
    this.#price = ({ input, output }) => costOf({ ...NO_USAGE, input, output }, { model, time: null }, prices)
    for (const limit of [limits.tokens, limits.dollars])
      if (limit !== undefined && !(limit > 0))
        throw new EditError('option', 'a budget is more than nothing', { remedy: 'give a larger one' })
    if (limits.dollars !== undefined && this.#price({ input: 1, output: 1 }) === null)
      throw new EditError('option', 'the model has no known price, so its cost cannot be limited', {
        remedy: 'limit its tokens with --budget-tokens',
      })
  }

  /** Holds an amount back; false where it does not fit, even when all requests under way are settled. */
  async hold(worst: Amount): Promise<boolean> {
    while (!this.#fits(worst)) {
      if (this.#open === 0) return false
      await new Promise<void>((resolve) => this.#settled.push(resolve))
    }
    this.#open++
    this.#held += worst.input + worst.output
    this.#heldNano += this.#price(worst) ?? 0
    return true
  }

  settle(worst: Amount, used: Amount): void {
    this.#open--
    this.#held -= worst.input + worst.output
    this.#heldNano -= this.#price(worst) ?? 0
    this.#spent += used.input + used.output
    this.#spentNano += this.#price(used) ?? 0
    for (const wake of this.#settled.splice(0)) wake()
  }

  /** Tokens that the API counted. */
  get tokens(): number {
    return this.#spent
  }

  /** What they cost, in nano-dollars; null where the model has no known price. */
  get nanoDollars(): number | null {
    return this.#price({ input: 0, output: 0 }) === null ? null : this.#spentNano
  }

  #fits(worst: Amount): boolean {
    const { tokens, dollars } = this.#limits
    if (tokens !== undefined && this.tokens + this.#held + worst.input + worst.output > tokens) return false
    if (dollars === undefined) return true
    return this.#spentNano + this.#heldNano + (this.#price(worst) ?? 0) <= dollars * NANO
  }
}

const NANO = 1_000_000_000
