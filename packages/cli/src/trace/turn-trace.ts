import type { AgentSpan, CompactionSpan, GenerationSpan, Span, ToolSpan, TracedTurn } from '@skein/trace'
import { isoTime } from '../terminal/figures.ts'

/** A turn as `skein trace show --json` prints it; docs/cli-json.md describes it, so a change here is a change there. */
export interface TurnTrace {
  /** Its number on the live path, or on the way to the tip of `branch`; null for what is in no turn. */
  readonly turn: number | null
  readonly branch: number | null
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

/** Where a span stands, and when: what spans of all kinds have in common. */
type PlaceReport = Pick<Span, 'spanId' | 'parentId' | 'agentId' | 'estimated' | 'incomplete' | 'error'> & {
  /** Null where no row of the session has a time. */
  readonly startTime: string | null
  readonly endTime: string | null
  readonly durationMs: number
}

type Own<S extends Span> = Omit<S, keyof PlaceReport | 'trace' | 'start' | 'end'>

/** Cost is in nano-dollars. */
type GenerationReport = Omit<Own<GenerationSpan>, 'usage'> & { readonly tokens: GenerationSpan['usage'] }

export type SpanReport = PlaceReport &
  (Own<AgentSpan> | GenerationReport | Own<ToolSpan> | Own<CompactionSpan>)

/** `hide` masks what comes out of columns and side files; bodies are masked where they are read. */
export function turnTrace(turn: TracedTurn, hide: (text: string) => string): TurnTrace {
  const maybe = (text: string | null): string | null => (text === null ? null : hide(text))
  const { traceId, session, prompt, output, project, gitBranch, version } = turn.facts
  return {
    turn: turn.place?.turn ?? null,
    branch: turn.place?.branch ?? null,
    traceId,
    session: hide(session),
    prompt,
    output,
    project: maybe(project),
    gitBranch: maybe(gitBranch),
    version: maybe(version),
    spans: turn.spans().map((span) => spanReport(span, maybe, turn.isTimed)),
  }
}

type Maybe = (text: string | null) => string | null

function spanReport(span: Span, maybe: Maybe, isTimed: boolean): SpanReport {
  const { spanId, parentId, start, end, estimated, incomplete, error } = span
  const place: PlaceReport = {
    spanId,
    parentId,
    agentId: maybe(span.agentId),
    startTime: isTimed ? isoTime(start) : null,
    endTime: isTimed ? isoTime(end) : null,
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
