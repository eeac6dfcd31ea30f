import type { TokenUsage } from '@skein/transcript'
import type { SpanCost } from '../spans/span.ts'
import type { ScrubbedSpan } from '../scrub/scrub-span.ts'
import type { Attributes, Quoting } from './attributes.ts'
import type { DialectContext } from './dialect.ts'
import { dollars } from './dollars.ts'
import { AGENT_NAME, nameOfTurn } from './genai.ts'
import { notesOf } from './notes.ts'

/**
 * What Langfuse's own SDK sets for the same observations (testkit holds the two equal): values are strings, what is
 * structured is JSON text, null is left out, and all that is said of a trace stands on every span.
 */
export function langfuse(span: ScrubbedSpan, context: DialectContext, into: Attributes): void {
  trace(span, context, into)
  into.set('langfuse.observation.type', span.kind === 'compaction' ? 'event' : span.kind)
  if (span.error !== null) {
    into.set('langfuse.observation.level', 'ERROR')
    into.set('langfuse.observation.status_message', span.error.message)
  }
  observation(span, into)
  for (const [key, value] of [...metadataOf(span), ...notesOf(span)])
    into.set(`langfuse.observation.metadata.${key}`, String(value))
}

function trace(span: ScrubbedSpan, context: DialectContext, into: Attributes): void {
  const { session, prompt, output, version } = span.trace
  into.set('langfuse.trace.name', context.traceName)
  if (context.tags.length > 0) into.set('langfuse.trace.tags', context.tags)
  into.set('langfuse.trace.metadata.source', AGENT_NAME)
  into.set('langfuse.trace.metadata.turn_number', nameOfTurn(span.trace))
  into.set('langfuse.trace.metadata.session_id', session)
  into.set('session.id', session)
  into.set('user.id', context.userId)
  into.set('langfuse.environment', context.environment)
  into.set('langfuse.release', context.release)
  into.set('langfuse.version', version)
  if (span.parentId !== null) return
  into.set('langfuse.internal.is_app_root', true)
  into.set('langfuse.trace.input', said('user', prompt))
  into.set('langfuse.trace.output', said('assistant', output))
}

function observation(span: ScrubbedSpan, into: Attributes): void {
  if (span.kind === 'generation') {
    into.set('langfuse.observation.model.name', span.model)
    if (span.usage !== null) into.set('langfuse.observation.usage_details', usageDetails(span.usage))
    if (span.cost !== null) into.set('langfuse.observation.cost_details', costDetails(span.cost))
  }
  if (span.kind === 'agent' || span.kind === 'generation') {
    into.set('langfuse.observation.input', said('user', span.input))
    into.set('langfuse.observation.output', said('assistant', span.output))
  }
  if (span.kind === 'tool') {
    into.set('langfuse.observation.input', span.arguments)
    into.set('langfuse.observation.output', span.result)
  }
}

function metadataOf(span: ScrubbedSpan): [key: string, value: string | number][] {
  switch (span.kind) {
    case 'generation':
      return [['tool_count', span.toolCount], ...present('thinking', span.thinking)]
    case 'tool':
      return [
        ['tool_name', span.name],
        ['tool_id', span.callId],
      ]
    case 'agent':
      return [
        ...present('agent_type', span.type),
        ...present('agent_id', span.agentId),
        ...present('description', span.description),
      ]
    case 'compaction':
      return []
  }
}

function present(key: string, value: string | null): [string, string][] {
  return value === null ? [] : [[key, value]]
}

function said(role: 'user' | 'assistant', content: string | null): Quoting | null {
  return content === null ? null : { before: `{"role":"${role}","content":`, quoted: content, after: '}' }
}

/**
 * Classes that add up to all tokens, by the names that Langfuse's price list has for Claude models: without a cost it
 * looks each of them up there.
 */
function usageDetails(usage: TokenUsage): string {
  return JSON.stringify({
    input: usage.input,
    output: usage.output,
    cache_read_input_tokens: usage.cacheRead,
    input_cache_creation_5m: usage.cacheWrite5m,
    input_cache_creation_1h: usage.cacheWrite1h,
  })
}

function costDetails(cost: SpanCost): string {
  const classes: [string, number][] = [
    ['input', cost.input],
    ['output', cost.output],
    ['cache_read_input_tokens', cost.cacheRead],
    ['input_cache_creation_5m', cost.cacheWrite5m],
    ['input_cache_creation_1h', cost.cacheWrite1h],
    ['web_searches', cost.webSearches],
    ['total', cost.total],
  ]
  return `{${classes.map(([name, nano]) => `"${name}":${dollars(nano)}`).join(',')}}`
}
