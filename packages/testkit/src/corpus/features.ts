import type { Random } from './prng.ts'

/** Everything a generated session may contain beyond prompts, tool calls and answers. */
export const FEATURES = [
  'thinking',
  'parallelTools',
  'toolErrors',
  'interruptions',
  'pendingTool',
  'persistedOutput',
  'rewind',
  'retry',
  'secondWriter',
  'apiErrors',
  'lateApiError',
  'compaction',
  'preservedCompaction',
  'subAgents',
  'nestedAgents',
  'asyncAgents',
  'sidechains',
  'outOfOrder',
  'lastPrompt',
  'gateway',
  'mixedVersions',
  'queuedPrompts',
  'slashCommands',
  'bashPrompts',
  'ideTags',
  'images',
  'attachments',
  'progress',
  'hooks',
  'snapshots',
  'sideRows',
  'forks',
] as const

export type Feature = (typeof FEATURES)[number]

/** A feature's chance at each opportunity; `true` also makes it happen at least once. */
export type FeatureRates = Partial<Record<Feature, number | boolean>>

const DEFAULT_RATE = 0.25

/** Decides when features happen. A forced one happens at the first opportunity from its drawn turn on. */
export class FeaturePlan {
  turn = 0
  private readonly random: Random
  private readonly rates: FeatureRates
  private readonly due = new Map<Feature, number>()

  constructor(random: Random, rates: FeatureRates, turns: number) {
    this.random = random
    this.rates = rates
    for (const feature of FEATURES) {
      if (rates[feature] === true) this.due.set(feature, Math.floor(random.float() * turns))
    }
  }

  wants(feature: Feature): boolean {
    const due = this.due.get(feature)
    if (due !== undefined && this.turn >= due) {
      this.due.delete(feature)
      return true
    }
    return this.random.chance(this.rate(feature))
  }

  /** The same, asked once for the whole session before its first turn. */
  wantsEver(feature: Feature): boolean {
    return this.due.delete(feature) || this.random.chance(this.rate(feature))
  }

  /** Whether the feature may happen at all. */
  allows(feature: Feature): boolean {
    return this.rate(feature) > 0
  }

  /** Features that were asked for and have not happened yet. */
  get open(): readonly Feature[] {
    return [...this.due.keys()]
  }

  private rate(feature: Feature): number {
    const rate = this.rates[feature]
    return rate === true ? DEFAULT_RATE : rate === undefined || rate === false ? 0 : rate
  }
}
