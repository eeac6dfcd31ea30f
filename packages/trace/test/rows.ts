import type { AgentFile, AgentMeta, Readable } from '@skein/transcript'
import { bytesInMemory, readTranscript } from '@skein/transcript'
import { CLAUDE_PRICES } from '@skein/view'
import { NO_ORIGINS } from '../src/spans/origins.ts'
import type { Span } from '../src/spans/span.ts'
import { traceTurns } from '../src/spans/trace-turns.ts'
import type { TracedSession, TracedTurn, TraceOptions } from '../src/spans/turn.ts'

/** Milliseconds of a moment, in seconds from 2026-05-01 10:00 UTC. */
export function at(seconds: number): number {
  return Date.UTC(2026, 4, 1, 10) + seconds * 1000
}

type Fields = Readonly<Record<string, unknown>>

export function row(
  type: string,
  uuid: string,
  parent: string | null,
  seconds: number | null,
  fields: Fields = {},
): object {
  return {
    type,
    uuid,
    parentUuid: parent,
    sessionId: 's1',
    ...(seconds === null ? {} : { timestamp: new Date(at(seconds)).toISOString() }),
    ...fields,
  }
}

export function prompt(
  uuid: string,
  parent: string | null,
  seconds: number | null,
  text: unknown = `ask ${uuid}`,
): object {
  return row('user', uuid, parent, seconds, { message: { role: 'user', content: text } })
}

/** One block of a message; `said('a', 'p', 1, 'm', 'text')`. */
export function said(
  uuid: string,
  parent: string | null,
  seconds: number | null,
  message: string | Fields,
  block: string | object = `text ${uuid}`,
): object {
  const content = [typeof block === 'string' ? { type: 'text', text: block } : block]
  const own = typeof message === 'string' ? { id: message } : message
  return row('assistant', uuid, parent, seconds, {
    message: { role: 'assistant', model: 'claude-opus-5', content, ...own },
  })
}

export function call(id: string, name = 'Bash', input: unknown = { command: id }): object {
  return { type: 'tool_use', id, name, input }
}

export function result(
  uuid: string,
  parent: string,
  seconds: number | null,
  id: string,
  {
    content = `result ${id}`,
    error = false,
    ...fields
  }: { content?: unknown; error?: boolean } & Fields = {},
): object {
  const block = { type: 'tool_result', tool_use_id: id, content, ...(error ? { is_error: true } : {}) }
  return row('user', uuid, parent, seconds, { message: { role: 'user', content: [block] }, ...fields })
}

export function boundary(uuid: string, logicalParent: string, seconds: number): object {
  return row('system', uuid, null, seconds, {
    subtype: 'compact_boundary',
    logicalParentUuid: logicalParent,
    compactMetadata: { trigger: 'auto', preTokens: 155_000, postTokens: 12_000 },
  })
}

export function agentFile(agentId: string, meta: AgentMeta | null, rows: readonly object[]): AgentFile {
  return { agentId, meta, ...readable(rows, true) }
}

export function session(rows: readonly object[], agents: readonly AgentFile[] = []): TracedSession {
  return { id: 's1', main: readable(rows, false), agents }
}

export function turnsOf(
  rows: readonly object[] | TracedSession,
  options: Partial<TraceOptions> = {},
): TracedTurn[] {
  const traced = 'main' in rows ? rows : session(rows)
  return [
    ...traceTurns(traced, {
      origins: NO_ORIGINS,
      prices: CLAUDE_PRICES,
      thinking: false,
      settled: false,
      ...options,
    }),
  ]
}

/** A turn's spans in words, each below its parent: `claude-opus-5 m1`, `Bash t1`. */
export function treeOf(turn: TracedTurn): string[] {
  const spans = turn.spans()
  const depth = new Map<string, number>()
  const children = new Map<string | null, Span[]>()
  for (const span of spans) children.set(span.parentId, [...(children.get(span.parentId) ?? []), span])
  const lines: string[] = []
  const open = spans.slice(0, 1)
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const level = span.parentId === null ? 0 : (depth.get(span.parentId) ?? 0) + 1
    depth.set(span.spanId, level)
    lines.push(`${'  '.repeat(level)}${nameOf(span)}`)
    for (const child of (children.get(span.spanId) ?? []).toReversed()) open.push(child)
  }
  return lines
}

function nameOf(span: Span): string {
  switch (span.kind) {
    case 'agent':
      return span.parentId === null ? 'turn' : `agent ${span.agentId}`
    case 'generation':
      return `message ${span.messageId}`
    case 'tool':
      return `tool ${span.callId}`
    case 'compaction':
      return 'compaction'
  }
}

function readable(rows: readonly object[], agent: boolean): Readable {
  const bytes = new TextEncoder().encode(rows.map((one) => `${JSON.stringify(one)}\n`).join(''))
  return { transcript: readTranscript(bytes, { agentFile: agent }), source: bytesInMemory(bytes) }
}
