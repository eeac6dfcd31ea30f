import type { Message, ToolCall } from '@skein/transcript'
import { BLOCK, isBoundary, messageOf } from '@skein/transcript'
import type { Pricer } from '@skein/view'
import { Bodies } from './bodies.ts'
import { generationSpan } from './generation-span.ts'
import type { SpanIds } from './ids.ts'
import type { MessageOwners } from './message-owners.ts'
import type { AgentSpan, CompactionSpan, Span, TraceFacts } from './span.ts'
import type { Strand } from './strand.ts'
import { extent } from './times.ts'
import { statusOf, toolSpan } from './tool-span.ts'
import type { TraceOptions } from './turn.ts'

/** What all strands of a turn share. */
export interface Around {
  readonly trace: TraceFacts
  readonly ids: SpanIds
  readonly owners: MessageOwners
  readonly options: TraceOptions
  readonly pricer: Pricer
  /** What the root is said to be; nulls for a turn of a session. */
  readonly root: Pick<AgentSpan, 'type' | 'description'>
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

/** Where a span stands. */
export interface SpanPlace {
  readonly trace: TraceFacts
  readonly spanId: string
  readonly parentId: string
  readonly agentId: string | null
}

export interface StrandSpans {
  readonly spans: Span[]
  /** By the call's id: what a sub-agent hangs on. */
  readonly tools: ReadonlyMap<string, StartingTool>
}

export interface StartingTool {
  readonly spanId: string
  readonly start: number
  /** `launched`: the agent was only started, and answers later. */
  readonly state: 'pending' | 'launched' | 'answered'
}

/** A message with the calls it makes. */
export interface OwnMessage {
  readonly message: Message
  readonly calls: readonly ToolCall[]
}

/** Generations, tools and compactions of a strand: parents before children. */
export function strandSpans(strand: Strand, trunk: Trunk, around: Around): StrandSpans {
  const messages = strand.messages.map((key) => messageIn(strand, key))
  const boundaries = boundariesOf(strand)
  const bodies = new Bodies(strand.tables, rowsToRead(messages, boundaries), around.options)
  const spans: Span[] = []
  const tools = new Map<string, StartingTool>()
  const { trace, ids } = around
  const { agentId } = trunk
  for (const [i, own] of messages.entries()) {
    const spanId = ids.next(trunk.key, 'generation', keyOf(strand, own.message))
    const place = { trace, spanId, parentId: trunk.spanId, agentId }
    const input = i === 0 ? trunk.input : null
    spans.push(generationSpan(strand, { ...own, bodies, place, input }, around))
    for (const call of own.calls) {
      const answer = bodies.answers.get(call.resultRow)?.get(call.id) ?? null
      const status = statusOf(call, answer, around.closed)
      const toolPlace = { trace, spanId: ids.next(trunk.key, 'tool', call.id), parentId: spanId, agentId }
      const span = toolSpan(strand, { call, answer, status, bodies, place: toolPlace })
      spans.push(span)
      const state = status === 'pending' ? 'pending' : answer?.launched === true ? 'launched' : 'answered'
      if (!tools.has(call.id)) tools.set(call.id, { spanId: span.spanId, start: span.start, state })
    }
  }
  for (const row of boundaries) {
    const spanId = ids.next(trunk.key, 'compaction', uuidOf(strand, row))
    spans.push(
      compactionSpan(strand, { row, bodies, place: { trace, spanId, parentId: trunk.spanId, agentId } }),
    )
  }
  return { spans, tools }
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
  const standing = message.rows.length > 0 ? message : { ...message, rows: messages.rows(key) }
  return { message: standing, calls: [...calls.values()] }
}

function boundariesOf({ tables, rows }: Strand): number[] {
  const { scan, graph } = tables.transcript
  const found: number[] = []
  for (const row of rows) if (isBoundary(scan, row) && !graph.isShadowed(row)) found.push(row)
  return found
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

interface CompactionParts {
  readonly row: number
  readonly bodies: Bodies
  readonly place: SpanPlace
}

function compactionSpan({ tables }: Strand, { row, bodies, place }: CompactionParts): CompactionSpan {
  const moment = tables.times.at(row)
  const body = bodies.compactions.get(row)
  return {
    kind: 'compaction',
    ...place,
    ...extent(moment, moment),
    error: null,
    trigger: body?.trigger ?? null,
    tokensBefore: body?.preTokens ?? null,
    tokensAfter: body?.postTokens ?? null,
  }
}

function keyOf(strand: Strand, { id, key }: Message): string {
  return id ?? uuidOf(strand, strand.tables.transcript.messages.rows(key)[0])
}

function uuidOf({ tables }: Strand, row: number): string {
  const { columns, ids } = tables.transcript.scan
  return ids.text(columns.uuid[row])
}
