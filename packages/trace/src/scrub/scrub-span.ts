import type {
  AgentSpan,
  CompactionSpan,
  GenerationSpan,
  Span,
  SpanError,
  ToolSpan,
  TraceFacts,
} from '../spans/span.ts'
import type { Cut, Scrubber } from './scrubber.ts'
import { wholeNumber, wholeNumbers } from './whole-numbers.ts'

/** What a tool was given and gave, as text. */
export interface ScrubbedTool extends Omit<ToolSpan, 'arguments' | 'result'> {
  readonly arguments: string | null
  readonly result: string | null
}

/** A span that may leave the machine. */
export type ScrubbedSpan = (AgentSpan | GenerationSpan | ScrubbedTool | CompactionSpan) & {
  readonly cuts: readonly FieldCut[]
}

export interface FieldCut extends Cut {
  readonly field: string
}

/**
 * The spans of a turn. A secret that a later span gives away (`{"password": …}`) is replaced in the earlier ones too: a turn
 * that has new secrets is gone through again.
 */
export function scrubTurn(spans: readonly Span[], scrubber: Scrubber): ScrubbedSpan[] {
  const known = scrubber.secrets
  const scrubbed = scrubAll(spans, scrubber)
  if (scrubber.secrets === known) return scrubbed
  scrubber.forget()
  return scrubAll(spans, scrubber)
}

export function scrubSpan(span: Span, scrubber: Scrubber): ScrubbedSpan {
  return scrubIn(scrubFacts(span, scrubber), span, scrubber)
}

/** All spans of a turn but its root say the same of it. */
function scrubAll(spans: readonly Span[], scrubber: Scrubber): ScrubbedSpan[] {
  let last: { readonly raw: TraceFacts; readonly facts: TraceFacts; readonly knowledge: number } | null = null
  return spans.map((span) => {
    if (span.parentId === null) return scrubSpan(span, scrubber)
    if (last?.raw !== span.trace || last.knowledge !== scrubber.knowledge) {
      const facts = scrubFacts(span, scrubber)
      last = { raw: span.trace, facts, knowledge: scrubber.knowledge }
    }
    return scrubIn(last.facts, span, scrubber)
  })
}

/** Written out field by field: spans are scrubbed by the hundred thousand. */
function scrubIn(trace: TraceFacts, span: Span, scrubber: Scrubber): ScrubbedSpan {
  const { kind, spanId, parentId, start, end, estimated, incomplete } = span
  const fields = new Fields(scrubber)
  const { cuts } = fields
  const agentId = idOf(span.agentId, scrubber)
  const error = span.error === null ? null : fields.error(span.error)
  switch (kind) {
    case 'agent':
      return {
        kind,
        trace,
        spanId,
        parentId,
        agentId,
        start,
        end,
        estimated,
        incomplete,
        error,
        cuts,
        type: fields.text('agent', span.type),
        description: fields.text('description', span.description),
        input: fields.text('input', span.input),
        output: fields.text('output', span.output),
      }
    case 'generation':
      return {
        kind,
        trace,
        spanId,
        parentId,
        agentId,
        start,
        end,
        estimated,
        incomplete,
        error,
        cuts,
        messageId: idOf(span.messageId, scrubber),
        model: idOf(span.model, scrubber),
        finishReason: idOf(span.finishReason, scrubber),
        serviceTier: idOf(span.serviceTier, scrubber),
        toolCount: span.toolCount,
        usage: span.usage === null ? null : wholeNumbers(span.usage),
        cost: span.cost === null ? null : wholeNumbers(span.cost),
        input: fields.text('input', span.input),
        output: fields.text('output', span.output),
        thinking: fields.text('thinking', span.thinking),
      }
    case 'tool':
      return {
        kind,
        trace,
        spanId,
        parentId,
        agentId,
        start,
        end,
        estimated,
        incomplete,
        error,
        cuts,
        name: fields.text('tool', span.name) ?? '',
        callId: scrubber.id(span.callId),
        arguments: fields.value('arguments', span.arguments),
        result: fields.value('result', span.result),
      }
    case 'compaction':
      return {
        kind,
        trace,
        spanId,
        parentId,
        agentId,
        start,
        end,
        estimated,
        incomplete,
        error,
        cuts,
        trigger: idOf(span.trigger, scrubber),
        tokensBefore: span.tokensBefore === null ? null : wholeNumber(span.tokensBefore),
        tokensAfter: span.tokensAfter === null ? null : wholeNumber(span.tokensAfter),
      }
  }
}

/** Scrubs the texts of one span and notes which were cut. */
class Fields {
  readonly cuts: FieldCut[] = []
  private readonly scrubber: Scrubber

  constructor(scrubber: Scrubber) {
    this.scrubber = scrubber
  }

  text(field: string, raw: string | null): string | null {
    return raw === null ? null : this.value(field, raw)
  }

  value(field: string, raw: unknown): string | null {
    if (raw === null || raw === undefined) return null
    const { text, cut } = this.scrubber.value(raw)
    if (cut !== null) this.cuts.push({ field, ...cut })
    return text
  }

  error({ type, message }: SpanError): SpanError {
    return { type: this.scrubber.id(type), message: this.text('error', message) ?? '' }
  }
}

/** What was asked and answered goes out with the root. */
function scrubFacts({ trace, parentId }: Span, scrubber: Scrubber): TraceFacts {
  const text = (raw: string | null): string | null => (raw === null ? null : scrubber.text(raw).text)
  return {
    ...trace,
    session: scrubber.id(trace.session),
    prompt: parentId === null ? text(trace.prompt) : null,
    output: parentId === null ? text(trace.output) : null,
    project: text(trace.project),
    gitBranch: text(trace.gitBranch),
    version: idOf(trace.version, scrubber),
  }
}

function idOf(raw: string | null, scrubber: Scrubber): string | null {
  return raw === null ? null : scrubber.id(raw)
}
