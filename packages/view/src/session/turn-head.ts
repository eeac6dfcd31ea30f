import type { ToolCall, Transcript, Turn } from '@skein/transcript'
import { BLOCK, blocksIn, FLAG, KIND, promptKind, turnCount } from '@skein/transcript'
import type { CallFactsTable } from './call-facts.ts'
import type { SpentTable } from './money-sum.ts'
import { MoneySum } from './money-sum.ts'
import { FAILED } from './open-step.ts'
import type { Reading } from './reading.ts'
import type { ForkView, PromptView, TurnHead } from './session-view.ts'
import type { Slot } from './slots.ts'

export interface TurnParts {
  readonly turn: Turn
  readonly slots: readonly Slot[]
  readonly prompt: PromptView | null
  readonly forks: readonly ForkView[]
}

/** The figures of a turn. The facts of its calls are read, each once. */
export function turnHead(
  reading: Reading,
  { turn, slots, prompt, forks }: TurnParts,
  { facts, spent }: { readonly facts: CallFactsTable; readonly spent: SpentTable },
): TurnHead {
  const { transcript } = reading
  const calls: ToolCall[] = []
  for (const { call } of slots) if (call !== null) calls.push(call)
  facts.load(calls)
  const { failed, ...changes } = changesOf(calls, facts)
  const sum = new MoneySum()
  for (const { key } of turn.messages) {
    const used = spent.of(key)
    if (used !== null) sum.add(used)
  }
  return {
    index: turn.index,
    key: transcript.scan.columns.offset[turn.prompt >= 0 ? turn.prompt : turn.rows[0]],
    prompt,
    state: stateOf(transcript, turn, calls),
    startTime: turn.startTime,
    endTime: turn.endTime,
    stepCount: slots.length,
    messages: turn.messages.filter(({ synthetic, apiError }) => !synthetic && !apiError).length,
    tools: reading
      .first(toolCounts(calls), MOST_NAMES)
      .map(({ name, calls: count }) => ({ name: reading.shown(name), calls: count })),
    ...changes,
    errors: turn.messages.filter(({ apiError }) => apiError).length + failed,
    tokens: sum.tokens,
    cost: sum.cost(),
    models: reading.first(turn.models, MOST_NAMES).map((model) => reading.shown(model)),
    final: slots.findIndex(({ final }) => final),
    forks,
  }
}

const MOST_NAMES = 50

function toolCounts(calls: readonly ToolCall[]): { name: string; calls: number }[] {
  const counts = new Map<string, number>()
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Array.from(counts, ([name, count]) => ({ name, calls: count })).sort((a, b) => b.calls - a.calls)
}

function changesOf(
  calls: readonly ToolCall[],
  facts: CallFactsTable,
): Pick<TurnHead, 'added' | 'removed' | 'files'> & { readonly failed: number } {
  let [added, removed, failed] = [0, 0, 0]
  const files = new Set<number>()
  for (const call of calls) {
    const fact = facts.of(call)
    added += fact.added
    removed += fact.removed
    if (fact.file >= 0) files.add(fact.file)
    if (FAILED.has(fact.status)) failed++
  }
  return { added, removed, files: files.size, failed }
}

function stateOf(transcript: Transcript, turn: Turn, calls: readonly ToolCall[]): TurnHead['state'] {
  const { scan } = transcript
  if (turn.rows.some((row) => promptKind(scan, row) === 'interruption')) return 'interrupted'
  if (turn.index !== turnCount(transcript) - 1) return 'done'
  if (calls.some(({ status }) => status === 'pending')) return 'open'
  return isUnanswered(transcript, turn) ? 'open' : 'done'
}

/** Whether the last word is one that an answer follows: a prompt, a tool's answer, a thought. */
function isUnanswered({ scan }: Transcript, { rows }: Turn): boolean {
  const { columns, blocks } = scan
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]
    if (columns.kind[row] === KIND.assistant) {
      if ((columns.flags[row] & FLAG.apiError) !== 0) return false
      const last = blocksIn(scan, row).at(-1)
      return last !== undefined && THOUGHTS.has(blocks.kind[last])
    }
    const kind = promptKind(scan, row)
    if (kind === null || kind === 'meta' || kind === 'compact-summary') continue
    return kind !== 'output'
  }
  return false
}

const THOUGHTS: ReadonlySet<number> = new Set([BLOCK.thinking, BLOCK.redactedThinking])
