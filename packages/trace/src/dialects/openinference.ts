import type { GenerationSpan } from '../spans/span.ts'
import type { ScrubbedSpan } from '../scrub/scrub-span.ts'
import type { Attributes } from './attributes.ts'
import type { DialectContext } from './dialect.ts'
import { agentName, inputTokens } from './genai.ts'
import { notesOf } from './notes.ts'

/** OpenInference, as Arize Phoenix reads it. */
export function openinference(span: ScrubbedSpan, { userId, tags }: DialectContext, into: Attributes): void {
  into.set('openinference.span.kind', KINDS[span.kind])
  into.set('session.id', span.trace.session)
  into.set('user.id', userId)
  if (tags.length > 0) into.set('tag.tags', tags)
  if (span.kind === 'agent') into.set('agent.name', agentName(span))
  if (span.kind === 'generation') generation(span, into)
  if (span.kind === 'agent' || span.kind === 'generation') {
    value('input', span.input, into)
    value('output', span.output, into)
  }
  if (span.kind === 'tool') {
    into.set('tool.name', span.name)
    into.set('tool.id', span.callId)
    into.set('tool.parameters', span.arguments)
    value('input', span.arguments, into)
    value('output', span.result, into)
  }
  const notes = notesOf(span)
  if (notes.length > 0) into.set('metadata', JSON.stringify(Object.fromEntries(notes)))
}

const KINDS = { agent: 'AGENT', generation: 'LLM', tool: 'TOOL', compaction: 'CHAIN' } as const

function generation({ model, input, output, usage, cost }: GenerationSpan, into: Attributes): void {
  into.set('llm.provider', 'anthropic')
  into.set('llm.system', 'anthropic')
  into.set('llm.model_name', model)
  message('llm.input_messages.0.message', 'user', input, into)
  message('llm.output_messages.0.message', 'assistant', output, into)
  if (usage !== null) {
    into.set('llm.token_count.prompt', inputTokens(usage))
    into.set('llm.token_count.prompt_details.cache_read', usage.cacheRead)
    into.set('llm.token_count.prompt_details.cache_write', usage.cacheWrite5m + usage.cacheWrite1h)
    into.set('llm.token_count.completion', usage.output)
    into.set('llm.token_count.total', inputTokens(usage) + usage.output)
  }
  if (cost !== null) {
    into.set('llm.cost.prompt', { double: (cost.total - cost.output - cost.webSearches) / NANO })
    into.set('llm.cost.completion', { double: cost.output / NANO })
    into.set('llm.cost.total', { double: cost.total / NANO })
  }
}

const NANO = 1_000_000_000

function message(prefix: string, role: string, content: string | null, into: Attributes): void {
  if (content === null) return
  into.set(`${prefix}.role`, role)
  into.set(`${prefix}.content`, content)
}

function value(side: 'input' | 'output', text: string | null, into: Attributes): void {
  if (text === null) return
  into.set(`${side}.value`, text)
  into.set(`${side}.mime_type`, isJson(text) ? 'application/json' : 'text/plain')
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // It only begins like JSON.
  }
}
