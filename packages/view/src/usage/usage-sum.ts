import type { TokenUsage } from '@skein/transcript'
import { allTokens } from '../prices/cost.ts'

/** What some messages used and cost. */
export interface UsageSummary {
  readonly messages: number
  readonly tokens: TokenUsage
  /** All tokens, in and out. */
  readonly totalTokens: number
  /**
   * Nano-dollars of what has a price; null where there is something, and none of it has. Where `unpricedTokens` is not
   * 0 the true cost is higher.
   */
  readonly cost: number | null
  readonly unpricedTokens: number
  /** Models without a price, in order of first sight. */
  readonly unpricedModels: readonly string[]
  /** By model, the costliest first. */
  readonly models: readonly ModelUsage[]
  /** The part that sub-agents used; its cost is that of what has a price. */
  readonly subagents: { readonly messages: number; readonly totalTokens: number; readonly cost: number }
}

export interface ModelUsage {
  readonly model: string
  readonly messages: number
  readonly tokens: TokenUsage
  readonly totalTokens: number
  /** Null where the model has no price. */
  readonly cost: number | null
}

/** Something to add to a sum. */
export interface Counted {
  readonly model: string
  readonly messages: number
  readonly tokens: TokenUsage
  readonly subagent: boolean
}

/** Adds usage up. Fields are plain numbers: a year has a hundred thousand additions. */
export class UsageSum {
  readonly #models = new Map<string, ModelSum>()
  #agentMessages = 0
  #agentTokens = 0
  #agentCost = 0

  add({ model, messages, tokens, subagent }: Counted, cost: number | null): void {
    let sum = this.#models.get(model)
    if (sum === undefined) {
      sum = new ModelSum(model)
      this.#models.set(model, sum)
    }
    sum.add(messages, tokens, cost)
    if (!subagent) return
    this.#agentMessages += messages
    this.#agentTokens += allTokens(tokens)
    this.#agentCost += cost ?? 0
  }

  /** Adds another sum's part. */
  merge(other: UsageSum): void {
    for (const [model, sum] of other.#models) {
      const own = this.#models.get(model) ?? new ModelSum(model)
      this.#models.set(model, own)
      own.merge(sum)
    }
    this.#agentMessages += other.#agentMessages
    this.#agentTokens += other.#agentTokens
    this.#agentCost += other.#agentCost
  }

  usage(): UsageSummary {
    const all = new ModelSum('')
    const unpricedModels: string[] = []
    for (const sum of this.#models.values()) {
      all.merge(sum)
      if (sum.isUnpriced) unpricedModels.push(sum.model)
    }
    const { messages, tokens, totalTokens, cost } = all.usage()
    return {
      messages,
      tokens,
      totalTokens,
      cost: all.isPriced || !all.isUnpriced ? (cost ?? 0) : null,
      unpricedTokens: all.unpricedTokens,
      unpricedModels,
      models: [...this.#models.values()].map((sum) => sum.usage()).sort(costliestFirst),
      subagents: {
        messages: this.#agentMessages,
        totalTokens: this.#agentTokens,
        cost: this.#agentCost,
      },
    }
  }
}

/** The higher cost first, what has none last, then the more tokens. */
export function costliestFirst(a: CostAndTokens, b: CostAndTokens): number {
  return (b.cost ?? -1) - (a.cost ?? -1) || b.totalTokens - a.totalTokens
}

interface CostAndTokens {
  readonly cost: number | null
  readonly totalTokens: number
}

class ModelSum {
  readonly model: string
  messages = 0
  input = 0
  output = 0
  cacheRead = 0
  cacheWrite5m = 0
  cacheWrite1h = 0
  webSearches = 0
  webFetches = 0
  cost = 0
  isPriced = false
  isUnpriced = false
  unpricedTokens = 0

  constructor(model: string) {
    this.model = model
  }

  add(messages: number, tokens: TokenUsage, cost: number | null): void {
    this.messages += messages
    this.#addTokens(tokens)
    if (cost === null) {
      this.isUnpriced = true
      this.unpricedTokens += allTokens(tokens)
      return
    }
    this.isPriced = true
    this.cost += cost
  }

  merge(other: ModelSum): void {
    this.messages += other.messages
    this.#addTokens(other)
    this.cost += other.cost
    this.isPriced ||= other.isPriced
    this.isUnpriced ||= other.isUnpriced
    this.unpricedTokens += other.unpricedTokens
  }

  usage(): ModelUsage {
    const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches, webFetches } = this
    const tokens = { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches, webFetches }
    return {
      model: this.model,
      messages: this.messages,
      tokens,
      totalTokens: allTokens(tokens),
      cost: this.isPriced ? this.cost : null,
    }
  }

  #addTokens(tokens: TokenUsage): void {
    this.input += tokens.input
    this.output += tokens.output
    this.cacheRead += tokens.cacheRead
    this.cacheWrite5m += tokens.cacheWrite5m
    this.cacheWrite1h += tokens.cacheWrite1h
    this.webSearches += tokens.webSearches
    this.webFetches += tokens.webFetches
  }
}
