import type { ToolCall, ToolStatus } from '@skein/transcript'
import type { AnswerBody, Bodies } from './bodies.ts'
import type { SpanError, ToolSpan } from './span.ts'
import type { SpanPlace } from './strand-spans.ts'
import type { Strand } from './strand.ts'
import { extent } from './times.ts'

export interface ToolParts {
  readonly call: ToolCall
  readonly answer: AnswerBody | null
  readonly status: ToolStatus
  readonly bodies: Bodies
  readonly place: SpanPlace
}

/** A call, from where it was asked to where it was answered. */
export function toolSpan({ tables }: Strand, { call, answer, status, bodies, place }: ToolParts): ToolSpan {
  const { times } = tables
  const { start, end, estimated, incomplete } = extent(
    times.at(call.row),
    call.resultRow < 0 ? null : times.at(call.resultRow),
  )
  return {
    kind: 'tool',
    trace: place.trace,
    spanId: place.spanId,
    parentId: place.parentId,
    agentId: place.agentId,
    start,
    end,
    estimated,
    incomplete,
    error: errorOf(status, answer),
    name: call.name,
    callId: call.id,
    arguments: bodies.said.get(call.row)?.inputs.get(call.id) ?? null,
    result: answer?.value ?? null,
  }
}

/** How a call ended: its row knows more than its block, and nothing answers it once all is over. */
export function statusOf(call: ToolCall, answer: AnswerBody | null, closed: boolean): ToolStatus {
  if (call.status === 'pending' && closed) return 'orphaned'
  return answer?.status ?? call.status
}

function errorOf(status: ToolStatus, answer: AnswerBody | null): SpanError | null {
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
