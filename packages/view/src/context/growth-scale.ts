import type { Transcript } from '@skein/transcript'
import { isBoundary, KIND, usageOf } from '@skein/transcript'
import { promptTokens } from '../prices/cost.ts'
import type { ContextItem } from './context-item.ts'

/**
 * How many real tokens an estimated one is in this conversation: from the first answer to the last, the API counted how
 * much the prompt grew, and the items in between were estimated. System prompt and tools are in both counts, so they
 * drop out. 1 where the conversation is too short to tell, or usage is missing.
 *
 * In public transcripts it is 1.2 to 1.7, and 1.9 to 3 for models from Opus 4.7 on, whose tokens are smaller; what it
 * leaves for system prompt and tools is then 14,000 to 43,000 tokens, as one expects.
 */
export function growthScale(
  transcript: Transcript,
  rows: readonly number[],
  items: readonly ContextItem[],
): number {
  const tokensOf = new Map<number, number>()
  for (const { row, tokens } of items) tokensOf.set(row, (tokensOf.get(row) ?? 0) + tokens)
  // Usage from before a compaction, on messages it preserved, counts another conversation.
  const boundary = rows.find((row) => isBoundary(transcript.scan, row)) ?? -1
  let first: Point | null = null
  let last: Point | null = null
  let estimated = 0
  const seen = new Set<number>()
  for (const row of rows) {
    const message = transcript.scan.columns.messageId[row]
    if (row > boundary && isAnswer(transcript, row) && !seen.has(message)) {
      seen.add(message)
      const usage = usageOf(transcript, message)?.tokens
      const counted = usage === undefined ? 0 : promptTokens(usage)
      if (counted > 0) last = { counted, estimated }
      first ??= last
    }
    estimated += tokensOf.get(row) ?? 0
  }
  if (first === null || last === null || last.estimated - first.estimated < LEAST_GROWTH) return 1
  const scale = (last.counted - first.counted) / (last.estimated - first.estimated)
  return Math.min(MOST, Math.max(LEAST, scale))
}

interface Point {
  /** The prompt's tokens, as the API counted them. */
  readonly counted: number
  /** The items before it, as they were estimated. */
  readonly estimated: number
}

/** Shorter growth says more about single items than about the text. */
const LEAST_GROWTH = 2000
/** Eight characters a token, and four thirds of one: no text is outside. */
const LEAST = 0.5
const MOST = 3

function isAnswer({ scan, messages }: Transcript, row: number): boolean {
  return scan.columns.kind[row] === KIND.assistant && messages.isReal(row)
}
