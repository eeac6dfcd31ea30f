import type { Agent, AgentTree, Transcript, Turn } from '@skein/transcript'
import { FLAG, KIND, turns, usageOf } from '@skein/transcript'
import { Pricer } from '../prices/cost.ts'
import type { PriceTable } from '../prices/price-table.ts'
import type { UsageSummary } from './usage-sum.ts'
import { UsageSum } from './usage-sum.ts'

export interface TurnUsage extends UsageSummary {
  /** `Turn.index`. */
  readonly turn: number
  /** Times of the first and the last thing said, in ms since the epoch; null where nothing has one. */
  readonly startTime: number | null
  readonly endTime: number | null
  /** How many sub-agents the turn's calls started, theirs included. */
  readonly agents: number
}

export interface SessionUsage {
  readonly turns: readonly TurnUsage[]
  /** What no turn of the live path has: other branches, what a compaction replaced, sub-agents without a call. */
  readonly elsewhere: UsageSummary
  readonly total: UsageSummary
}

/**
 * What each turn of a session used, its sub-agents included, and what it cost.
 *
 * Contract: turns and `elsewhere` add up to the total, and each message counts once, in the first turn that has it,
 * however many rows or transcripts repeat it.
 */
export function usageByTurn(
  transcript: Transcript,
  prices: PriceTable,
  agents: AgentTree | null = null,
): SessionUsage {
  const counter = new Counter(prices)
  const total = new UsageSum()
  const rows: TurnUsage[] = []
  for (const turn of turns(transcript)) {
    const sum = new UsageSum()
    for (const { key } of turn.messages) counter.add(sum, { transcript, key, subagent: false })
    const started = agentsOf(turn, agents)
    for (const agent of started) counter.addAgent(sum, transcript, agent)
    total.merge(sum)
    const { index, startTime, endTime } = turn
    rows.push({ turn: index, startTime, endTime, agents: started.length, ...sum.usage() })
  }
  const elsewhere = new UsageSum()
  for (const agent of withChildren([...(agents?.agents ?? []), ...(agents?.unattached ?? [])]))
    counter.addAgent(elsewhere, transcript, agent)
  const { columns } = transcript.scan
  for (const first of transcript.messages.first) {
    const subagent = transcript.agentFile || (columns.flags[first] & FLAG.sidechain) !== 0
    counter.add(elsewhere, { transcript, key: columns.messageId[first], subagent })
  }
  total.merge(elsewhere)
  return { turns: rows, elsewhere: elsewhere.usage(), total: total.usage() }
}

function agentsOf(turn: Turn, agents: AgentTree | null): Agent[] {
  if (agents === null) return []
  return withChildren(turn.toolCalls.flatMap(({ id }) => agents.byToolUse.get(id) ?? []))
}

/** The agents and all they started, not recursively: hostile files nest deep. */
function withChildren(agents: readonly Agent[]): Agent[] {
  const all = [...agents]
  for (let next = 0; next < all.length; next++) for (const child of all[next].children) all.push(child)
  return all
}

interface Place {
  readonly transcript: Transcript
  /** `Message.key`. */
  readonly key: number
  readonly subagent: boolean
}

/** Adds messages to sums, each once. */
class Counter {
  readonly #pricer: Pricer
  readonly #seen = new Set<string>()
  readonly #nameless = new Map<Transcript, Set<number>>()

  constructor(prices: PriceTable) {
    this.#pricer = new Pricer(prices)
  }

  add(sum: UsageSum, place: Place): void {
    const { transcript, key, subagent } = place
    const used = usageOf(transcript, key)
    if (used === null || !this.#isNew(place)) return
    const { columns, usage, ids } = transcript.scan
    const { tokens, model, row } = used
    const tier = ids.text(usage.serviceTier[columns.usage[row]])
    const cost = this.#pricer.costOf(tokens, { model, tier, time: columns.time[row] })
    sum.add({ model, messages: 1, tokens, subagent }, cost)
  }

  addAgent(sum: UsageSum, main: Transcript, agent: Agent): void {
    const transcript = agent.transcript ?? main
    const { columns } = transcript.scan
    const rows = agent.transcript === null ? agent.rows : transcript.messages.first
    for (const row of rows)
      if (columns.kind[row] === KIND.assistant)
        this.add(sum, { transcript, key: columns.messageId[row], subagent: true })
  }

  #isNew({ transcript, key }: Place): boolean {
    if (transcript.messages.isNamed(key)) {
      const id = transcript.scan.ids.text(key)
      if (this.#seen.has(id)) return false
      this.#seen.add(id)
      return true
    }
    const own = this.#nameless.get(transcript) ?? new Set()
    this.#nameless.set(transcript, own)
    if (own.has(key)) return false
    own.add(key)
    return true
  }
}
