import type { Span, SpanCost, SpanError, TracedTurn } from '@skein/trace'
import type { TokenUsage } from '@skein/transcript'
import { isoTime } from '../terminal/figures.ts'

/** A turn as `skein trace show --json` prints it; docs/cli.md describes it, so a change here is a change there. */
export interface TurnTrace {
  readonly turn: number
  readonly traceId: string
  /** Where the prompt was first written. */
  readonly session: string
  readonly prompt: string | null
  readonly output: string | null
  readonly project: string | null
  readonly gitBranch: string | null
  readonly version: string | null
  /** Parents before children. */
  readonly spans: readonly SpanReport[]
}

interface PlaceReport {
  readonly spanId: string
  readonly parentId: string | null
  readonly agentId: string | null
  readonly startTime: string | null
  readonly endTime: string | null
  readonly durationMs: number
  readonly estimated: boolean
  readonly incomplete: boolean
  readonly error: SpanError | null
}

export type SpanReport = PlaceReport &
  (
    | {
        readonly kind: 'agent'
        readonly type: string | null
        readonly description: string | null
        readonly input: string | null
        readonly output: string | null
      }
    | {
        readonly kind: 'generation'
        readonly messageId: string | null
        readonly model: string | null
        readonly finishReason: string | null
        readonly input: string | null
        readonly output: string | null
        readonly thinking: string | null
        readonly toolCount: number
        readonly tokens: TokenUsage | null
        readonly serviceTier: string | null
        /** Nano-dollars. */
        readonly cost: SpanCost | null
      }
    | {
        readonly kind: 'tool'
        readonly name: string
        readonly callId: string
        readonly arguments: unknown
        readonly result: unknown
      }
    | {
        readonly kind: 'compaction'
        readonly trigger: string | null
        readonly tokensBefore: number | null
        readonly tokensAfter: number | null
      }
  )

/** `hide` masks what comes out of columns and side files; bodies are masked where they are read. */
export function turnTrace(turn: TracedTurn, number: number, hide: (text: string) => string): TurnTrace {
  const maybe = (text: string | null): string | null => (text === null ? null : hide(text))
  const { traceId, session, prompt, output, project, gitBranch, version } = turn.facts
  return {
    turn: number,
    traceId,
    session: hide(session),
    prompt,
    output,
    project: maybe(project),
    gitBranch: maybe(gitBranch),
    version: maybe(version),
    spans: turn.spans().map((span) => spanReport(span, maybe)),
  }
}

type Maybe = (text: string | null) => string | null

function spanReport(span: Span, maybe: Maybe): SpanReport {
  const { spanId, parentId, start, end, estimated, incomplete, error } = span
  const place: PlaceReport = {
    spanId,
    parentId,
    agentId: maybe(span.agentId),
    startTime: isoTime(start),
    endTime: isoTime(end),
    durationMs: end - start,
    estimated,
    incomplete,
    error,
  }
  switch (span.kind) {
    case 'agent': {
      const { kind, type, description, input, output } = span
      return { kind, ...place, type: maybe(type), description: maybe(description), input, output }
    }
    case 'generation': {
      const { kind, finishReason, input, output, thinking, toolCount, usage, serviceTier, cost } = span
      return {
        kind,
        ...place,
        messageId: maybe(span.messageId),
        model: maybe(span.model),
        finishReason,
        input,
        output,
        thinking,
        toolCount,
        tokens: usage,
        serviceTier: maybe(serviceTier),
        cost,
      }
    }
    case 'tool': {
      const { kind, name, callId, arguments: asked, result } = span
      return {
        kind,
        ...place,
        name: maybe(name) ?? '',
        callId: maybe(callId) ?? '',
        arguments: asked,
        result,
      }
    }
    case 'compaction': {
      const { kind, trigger, tokensBefore, tokensAfter } = span
      return { kind, ...place, trigger, tokensBefore, tokensAfter }
    }
  }
}
