import { nextUsage } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import { legacyHook, progressOf, reminders, toolHooks } from './noise.ts'
import type { Quantiles } from './prng.ts'
import type { ResultStatus, RowRecord, Usage } from './records.ts'
import { assistantBody, userBody } from './rows.ts'
import { prose } from './text-pool.ts'

/** A tool call that is about to be written: asked in one row, answered in another. */
export interface PlannedCall {
  readonly id: string
  readonly name: string
  readonly input: object
  readonly agentId?: string
  /** Runs after the tool_use row is written; absent where the program was stopped before the result. */
  readonly answer?: (toolRow: RowRecord) => Answer
}

export interface Answer {
  readonly content: unknown
  readonly toolUseResult: unknown
  readonly status: ResultStatus
}

export interface Step {
  readonly thinking: boolean
  readonly text?: string
  readonly calls: readonly PlannedCall[]
}

/** One API message, a row a block, and the results of its calls. */
export function writeStep(conversation: Conversation, step: Step): void {
  const { writer, random, state } = conversation
  const messageId = state.gateway ? `msg_${random.hex(32)}` : `msg_01${random.base58(22)}`
  const requestId =
    state.gateway || writer.profile.version === '2.1.226' ? undefined : `req_011${random.base58(21)}`
  const blocks = blocksOf(conversation, step)
  const rows =
    state.gateway && blocks.length > 1 && random.chance(0.5) ? [blocks] : blocks.map((block) => [block])
  const usage = nextUsage(conversation, outputTokens(blocks))
  const growing = random.chance(0.4)
  const parallel = step.calls.length > 1
  const answered = new Set<string>()
  const rowOf = new Map<PlannedCall, RowRecord>()
  let last: RowRecord | undefined

  rows.forEach((content, index) => {
    const calls = content.flatMap((block) => (block.call ? [block.call] : []))
    const isLast = index === rows.length - 1
    const rowUsage = growing && !isLast ? partial(usage, index) : usage
    const row = writer.chain(
      'assistant',
      (uuid, time) =>
        assistantBody(
          {
            profile: writer.profile,
            messageId,
            content: content.map((block) => block.body),
            usage: rowUsage,
            stopReason: stopReason(conversation, step, isLast),
            ...(requestId ? { requestId } : {}),
            blockIndex: index,
          },
          uuid,
          time,
        ),
      {
        message: { id: messageId, model: writer.profile.model, usage: rowUsage },
        ...(calls.length > 0
          ? {
              toolUses: calls.map(({ id, name, agentId }) => ({ id, name, ...(agentId ? { agentId } : {}) })),
            }
          : {}),
        ...(last ? { parent: last.uuid } : {}),
      },
    )
    last = row
    for (const call of calls) rowOf.set(call, row)
    // Quick tools answer while the message still streams; the next block then still hangs on the last block.
    if (
      parallel &&
      !isLast &&
      writer.profile.parallel === 'tree' &&
      calls.length === 1 &&
      random.chance(0.3)
    ) {
      answer(conversation, calls[0], row)
      answered.add(calls[0].id)
    }
  })
  if (last) writer.leaf = last.uuid
  for (const call of step.calls) {
    const row = rowOf.get(call)
    if (row && !answered.has(call.id)) answer(conversation, call, row)
  }
  if (step.calls.some((call) => call.answer)) reminders(conversation)
}

export function planStep(conversation: Conversation, calls: readonly PlannedCall[]): Step {
  const { random, plan, scale } = conversation
  const thinking = plan.wants('thinking')
  const speaks = calls.length === 0 || random.chance(0.42)
  const length = calls.length === 0 ? random.quantile(FINAL_TEXT) : random.quantile(STEP_TEXT)
  return { thinking, calls, ...(speaks ? { text: prose(random, Math.max(8, scale(length))) } : {}) }
}

export function toolUseId(conversation: Conversation): string {
  const { random, state } = conversation
  return state.gateway ? `call_${random.hex(24)}` : `toolu_01${random.base58(22)}`
}

// Characters of assistant text and thinking at the percentiles of 288 public transcripts; final answers are the long ones.
const STEP_TEXT: Quantiles = [
  [0, 20],
  [0.25, 60],
  [0.5, 95],
  [0.75, 140],
  [0.9, 260],
  [0.99, 900],
  [1, 2500],
]
const FINAL_TEXT: Quantiles = [
  [0, 40],
  [0.25, 250],
  [0.5, 700],
  [0.75, 1500],
  [0.9, 2600],
  [0.99, 5500],
  [1, 12000],
]
const THINKING: Quantiles = [
  [0, 0],
  [0.05, 0],
  [0.25, 36],
  [0.5, 108],
  [0.75, 301],
  [0.9, 748],
  [0.97, 1436],
  [0.99, 2572],
  [1, 6224],
]
const SIGNATURE: Quantiles = [
  [0, 200],
  [0.05, 288],
  [0.25, 356],
  [0.5, 504],
  [0.75, 1024],
  [0.9, 2164],
  [0.97, 5792],
  [0.99, 11056],
  [1, 26368],
]

interface Block {
  readonly body: object
  readonly call?: PlannedCall
}

function blocksOf(conversation: Conversation, step: Step): Block[] {
  const { random, scale, state, writer } = conversation
  const blocks: Block[] = []
  if (step.thinking) {
    const thinking = prose(random, scale(random.quantile(THINKING)))
    const signature = state.gateway ? '' : random.base64(Math.ceil(scale(random.quantile(SIGNATURE)) / 4) * 4)
    blocks.push({ body: { type: 'thinking', thinking, signature } })
  }
  if (step.text !== undefined) blocks.push({ body: { type: 'text', text: step.text } })
  for (const call of step.calls) {
    const body = { type: 'tool_use', id: call.id, name: call.name, input: call.input }
    blocks.push({ body: writer.profile.caller ? { ...body, caller: { type: 'direct' } } : body, call })
  }
  return blocks
}

function answer(conversation: Conversation, call: PlannedCall, toolRow: RowRecord): void {
  const { writer, random } = conversation
  if (!call.answer) return
  const after = writer.leaf
  toolHooks(conversation, call, toolRow)
  progressOf(conversation, call, toolRow)
  writer.leaf = after
  legacyHook(conversation, call)
  const result = call.answer(toolRow)
  writer.tick(random.int(5, 1500))
  const failed = result.status === 'error' || result.status === 'denied'
  const block = failed
    ? { type: 'tool_result', content: result.content, is_error: true, tool_use_id: call.id }
    : {
        tool_use_id: call.id,
        type: 'tool_result',
        content: result.content,
        ...(call.name === 'Bash' ? { is_error: false } : {}),
      }
  writer.chain(
    'user',
    (uuid, time) =>
      userBody([block], uuid, time, {
        // Sub-agents of the 2.1 versions before 2.1.101 keep no result object.
        ...(writer.agentId && writer.profile.progress ? {} : { toolUseResult: result.toolUseResult }),
        ...(writer.profile.sourceUuid ? { sourceToolAssistantUUID: toolRow.uuid } : {}),
      }),
    {
      result: { id: call.id, status: result.status },
      parent: writer.profile.parallel === 'tree' ? toolRow.uuid : writer.leaf,
    },
  )
  conversation.context += Math.ceil(textLength(result.content) / 4)
}

function textLength(content: unknown): number {
  return typeof content === 'string' ? content.length : 400
}

function outputTokens(blocks: readonly Block[]): number {
  let characters = 0
  for (const { body } of blocks) {
    for (const value of Object.values(body)) characters += typeof value === 'string' ? value.length : 120
  }
  return Math.max(4, Math.ceil(characters / 4))
}

/** What a row says while its message still streams: at most half of the end, and never shrinking. */
function partial(usage: Usage, index: number): Usage {
  return { ...usage, output: Math.min(Math.floor(usage.output / 2), 1 + index * 3) }
}

function stopReason(conversation: Conversation, step: Step, isLast: boolean): string | null {
  const reason = step.calls.length > 0 ? 'tool_use' : 'end_turn'
  const style = conversation.writer.profile.stopReason
  return style === 'all' || (style === 'last' && isLast) ? reason : null
}
