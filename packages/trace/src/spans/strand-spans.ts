import type { Message, ToolCall } from '@skein/transcript'
import { BLOCK, isBoundary, messageOf } from '@skein/transcript'
import type { Pricer } from '@skein/view'
import type { AnswerBody } from './bodies.ts'
import { Bodies } from './bodies.ts'
import { costByClass } from './costs.ts'
import type { SpanIds } from './ids.ts'
import type { MessageOwners } from './message-owners.ts'
import type { CompactionSpan, GenerationSpan, Span, SpanError, ToolSpan, TraceFacts } from './span.ts'
import type { Strand } from './strand.ts'
import type { Extent } from './times.ts'
import { extent } from './times.ts'
import type { TraceOptions } from './turn.ts'

/** What all strands of a turn share. */
export interface Around {
  readonly trace: TraceFacts
  readonly ids: SpanIds
  readonly owners: MessageOwners
  readonly options: TraceOptions
  readonly pricer: Pricer
  /** Nothing is to come: a call without an answer will not get one. */
  readonly closed: boolean
}

/** The agent's span on which a strand hangs: the root, or a sub-agent's. */
export interface Trunk {
  readonly spanId: string
  /** What tells its strand apart in ids; empty for the main conversation. */
  readonly key: string
  readonly agentId: string | null
  readonly input: string | null
}

export interface StrandSpans {
  readonly spans: Span[]
  /** By the call's id: what a sub-agent hangs on. */
  readonly tools: ReadonlyMap<string, StartingTool>
}

export interface StartingTool {
  readonly spanId: string
  /** `launched`: the agent was only started, and answers later. */
  readonly state: 'pending' | 'launched' | 'answered'
}

/** Generations, tools and compactions of a strand: parents before children. */
export function strandSpans(strand: Strand, trunk: Trunk, around: Around): StrandSpans {
  const { transcript } = strand.tables
  const messages = strand.messages.map((key) => messageIn(strand, key))
  const boundaries = [...strand.rows].filter(
    (row) => isBoundary(transcript.scan, row) && !transcript.graph.isShadowed(row),
  )
  const bodies = new Bodies(strand.tables, rowsToRead(messages, boundaries))
  const spans: Span[] = []
  const tools = new Map<string, StartingTool>()
  const place = { trace: around.trace, agentId: trunk.agentId }
  for (const [i, { message, calls }] of messages.entries()) {
    const spanId = around.ids.next(trunk.key, 'generation', keyOf(strand, message))
    const input = i === 0 ? trunk.input : null
    spans.push({
      ...place,
      spanId,
      parentId: trunk.spanId,
      ...generation(strand, { message, calls, bodies }, around),
      input,
    })
    for (const call of calls) {
      const answer = bodies.answers.get(call.resultRow)?.get(call.id) ?? null
      const status = statusOf(call, answer, around.closed)
      const toolId = around.ids.next(trunk.key, 'tool', call.id)
      spans.push({
        ...place,
        spanId: toolId,
        parentId: spanId,
        ...toolTime(strand, call),
        kind: 'tool',
        name: call.name,
        callId: call.id,
        arguments: bodies.said.get(call.row)?.inputs.get(call.id) ?? null,
        result: answer?.value ?? null,
        error: errorOf(status, answer),
      } satisfies ToolSpan)
      const state = status === 'pending' ? 'pending' : answer?.launched === true ? 'launched' : 'answered'
      if (!tools.has(call.id)) tools.set(call.id, { spanId: toolId, state })
    }
  }
  for (const row of boundaries)
    spans.push({
      ...place,
      spanId: around.ids.next(trunk.key, 'compaction', uuidOf(strand, row)),
      parentId: trunk.spanId,
      ...compaction(strand, row, bodies),
    })
  return { spans, tools }
}

interface OwnMessage {
  readonly message: Message
  readonly calls: readonly ToolCall[]
}

function messageIn({ tables }: Strand, key: number): OwnMessage {
  const { scan, messages } = tables.transcript
  const message = messageOf(tables.transcript, key)
  const calls = new Map<string, ToolCall>()
  for (const block of message.blocks) {
    const call = scan.blocks.kind[block] === BLOCK.toolUse ? tables.calls.get(block) : undefined
    // The same message on two branches asks once.
    if (call !== undefined && !calls.has(call.id)) calls.set(call.id, call)
  }
  // Where later rows took the place of all of its rows, it was said and paid all the same.
  const rows = message.rows.length === 0 ? messages.rows(key) : message.rows
  return { message: { ...message, rows }, calls: [...calls.values()] }
}

function rowsToRead(messages: readonly OwnMessage[], boundaries: readonly number[]): Set<number> {
  const rows = new Set<number>()
  for (const { message, calls } of messages) {
    for (const row of message.rows) rows.add(row)
    for (const { resultRow } of calls) if (resultRow >= 0) rows.add(resultRow)
  }
  for (const row of boundaries) rows.add(row)
  return rows
}

function generation(
  strand: Strand,
  { message, calls, bodies }: OwnMessage & { readonly bodies: Bodies },
  { owners, options, pricer }: Around,
): Omit<GenerationSpan, 'trace' | 'agentId' | 'spanId' | 'parentId' | 'input'> {
  const { transcript } = strand.tables
  const said = message.rows
    .filter((row) => transcript.messages.isReal(row))
    .flatMap((row) => bodies.said.get(row) ?? [])
  const used = owners.usageOf(transcript, message.key)
  const priced = used === null ? null : pricedAs(used)
  return {
    kind: 'generation',
    ...generationTime(strand, message),
    error: null,
    messageId: message.id,
    model: message.model ?? (used === null || used.model === '' ? null : used.model),
    finishReason: said.findLast(({ stopReason }) => stopReason !== null)?.stopReason ?? null,
    output: joined(said.map(({ texts }) => texts)),
    thinking: options.thinking ? joined(said.map(({ thinking }) => thinking)) : null,
    toolCount: calls.length,
    usage: used?.tokens ?? null,
    serviceTier: priced === null || priced.tier === '' ? null : priced.tier,
    cost:
      used === null || priced === null
        ? null
        : costByClass(used.tokens, priced, { table: options.prices, pricer }),
  }
}

function pricedAs({ transcript, row, model }: NonNullable<ReturnType<MessageOwners['usageOf']>>) {
  const { columns, usage, ids } = transcript.scan
  return { model, tier: ids.text(usage.serviceTier[columns.usage[row]]), time: columns.time[row] }
}

/** Texts of rows one after another; a copy of a row on another branch says nothing new. */
function joined(rows: readonly (readonly string[])[]): string | null {
  const seen = new Set<string>()
  const parts: string[] = []
  for (const texts of rows) {
    const fresh = texts.filter((text) => text !== '' && !seen.has(text))
    for (const text of fresh) parts.push(text)
    for (const text of fresh) seen.add(text)
  }
  return parts.length === 0 ? null : parts.join('\n')
}

/** From the last thing said before it, a result or a prompt, to its last block. */
function generationTime({ tables, rows }: Strand, message: Message): Extent {
  const { times, chain } = tables
  const first = message.rows[0]
  const before = chain.said[first]
  // A copy on a branch of another turn was written when that was.
  const own = message.rows.filter((row) => row === first || isAmong(rows, row))
  return extent(times.at(before < 0 ? first : before), times.latest(own))
}

/** Rows of a strand are in order. */
function isAmong(rows: ArrayLike<number>, row: number): boolean {
  let [low, high] = [0, rows.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (rows[middle] === row) return true
    if (rows[middle] < row) low = middle + 1
    else high = middle - 1
  }
  return false
}

function toolTime({ tables }: Strand, { row, resultRow }: ToolCall): Extent {
  return extent(tables.times.at(row), resultRow < 0 ? null : tables.times.at(resultRow))
}

function compaction(
  strand: Strand,
  row: number,
  bodies: Bodies,
): Omit<CompactionSpan, 'trace' | 'agentId' | 'spanId' | 'parentId'> {
  const moment = strand.tables.times.at(row)
  const body = bodies.compactions.get(row)
  return {
    kind: 'compaction',
    ...extent(moment, moment),
    error: null,
    trigger: body?.trigger ?? null,
    tokensBefore: body?.preTokens ?? null,
    tokensAfter: body?.postTokens ?? null,
  }
}

function statusOf(call: ToolCall, answer: AnswerBody | null, closed: boolean): ToolCall['status'] {
  if (call.status === 'pending' && closed) return 'orphaned'
  return answer?.status ?? call.status
}

function errorOf(status: ToolCall['status'], answer: AnswerBody | null): SpanError | null {
  if (status === 'ok' || status === 'pending') return null
  const text = answer?.text.replaceAll(/<\/?tool_use_error>/g, '').trim() ?? ''
  return { type: status === 'error' ? 'tool_error' : status, message: text === '' ? WORDS[status] : text }
}

const WORDS = {
  error: 'the tool failed',
  denied: 'not allowed',
  interrupted: 'interrupted by the user',
  orphaned: 'no result was written',
} as const

function keyOf(strand: Strand, { id, key }: Message): string {
  return id ?? uuidOf(strand, strand.tables.transcript.messages.rows(key)[0])
}

function uuidOf({ tables }: Strand, row: number): string {
  const { columns, ids } = tables.transcript.scan
  return ids.text(columns.uuid[row])
}
