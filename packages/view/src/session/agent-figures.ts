import type { Transcript } from '@skein/transcript'
import { BLOCK, KIND, messageOf } from '@skein/transcript'
import { Pricer } from '../prices/cost.ts'
import type { PriceTable } from '../prices/price-table.ts'
import { MoneySum, spentBy } from './money-sum.ts'
import type { AgentHead } from './step-view.ts'

export type AgentFigures = Pick<
  AgentHead,
  'model' | 'steps' | 'toolCalls' | 'startTime' | 'endTime' | 'tokens' | 'cost'
>

/** What a sub-agent did, from its own transcript, or from its rows in its parent's. */
export function agentFigures(
  transcript: Transcript,
  prices: PriceTable,
  rows?: readonly number[],
): AgentFigures {
  const { columns, blocks } = transcript.scan
  const pricer = new Pricer(prices)
  const sum = new MoneySum()
  const keys = new Set<number>()
  let [first, last] = [Infinity, -Infinity]
  let model: string | null = null
  const count = rows?.length ?? columns.count
  for (let i = 0; i < count; i++) {
    const row = rows === undefined ? i : rows[i]
    first = Math.min(first, columns.time[row] || first)
    last = Math.max(last, columns.time[row] || last)
    if (columns.kind[row] === KIND.assistant && transcript.messages.isReal(row))
      keys.add(columns.messageId[row])
  }
  let toolCalls = 0
  for (const key of keys) {
    const message = messageOf(transcript, key)
    model = message.model ?? model
    toolCalls += message.blocks.filter((block) => blocks.kind[block] === BLOCK.toolUse).length
    const spent = spentBy(transcript, pricer, key)
    if (spent !== null) sum.add(spent)
  }
  return {
    model,
    steps: keys.size,
    toolCalls,
    startTime: first > last ? null : first,
    endTime: first > last ? null : last,
    tokens: sum.tokens,
    cost: sum.cost(),
  }
}
