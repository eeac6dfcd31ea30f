import { turnName, type TokenUsage } from '@skein/transcript'
import type { AgentSpan, GenerationSpan, TraceFacts } from '../spans/span.ts'
import type { ScrubbedSpan, ScrubbedTool } from '../scrub/scrub-span.ts'
import type { Attributes, Quoting } from './attributes.ts'
import type { DialectContext } from './dialect.ts'
import { notesOf } from './notes.ts'

/** OpenTelemetry's semantic conventions for generative AI (1.41), and `skein.*` for what they have no name for. */
export function genai(span: ScrubbedSpan, { userId }: DialectContext, into: Attributes): void {
  into.set('gen_ai.operation.name', OPERATIONS[span.kind])
  into.set('gen_ai.provider.name', 'anthropic')
  into.set('gen_ai.conversation.id', span.trace.session)
  into.set('session.id', span.trace.session)
  into.set('user.id', userId)
  into.set('gen_ai.agent.id', span.agentId)
  into.set('error.type', span.error?.type ?? null)
  if (span.trace.place?.branch === null) into.set('skein.turn', span.trace.place.turn)
  else into.set('skein.branch_turn', nameOfTurn(span.trace))
  into.set('skein.project', span.trace.project)
  into.set('vcs.ref.head.name', span.trace.gitBranch)
  if (span.kind === 'agent') agent(span, into)
  if (span.kind === 'generation') generation(span, into)
  if (span.kind === 'tool') tool(span, into)
  for (const [name, value] of notesOf(span)) into.set(name, value)
}

/** `5`, on a branch `b2.5`; what is in no turn has a word. */
export function nameOfTurn({ place }: Pick<TraceFacts, 'place'>): string {
  return place === null ? 'aside' : turnName(place)
}

export const AGENT_NAME = 'claude-code'

/** What an agent is called; null for a sub-agent of which nobody says its type. */
export function agentName({ type, agentId }: Pick<AgentSpan, 'type' | 'agentId'>): string | null {
  return type ?? (agentId === null ? AGENT_NAME : null)
}

/** All that the model read: what the conventions call input. */
export function inputTokens(usage: TokenUsage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
}

const OPERATIONS = {
  agent: 'invoke_agent',
  generation: 'chat',
  tool: 'execute_tool',
  compaction: 'compaction',
} as const

function agent(span: AgentSpan, into: Attributes): void {
  into.set('gen_ai.agent.name', agentName(span))
  into.set('gen_ai.agent.description', span.description)
  into.set('gen_ai.agent.version', span.trace.version)
  into.set('gen_ai.input.messages', inputMessages(span.input))
  into.set(
    'gen_ai.output.messages',
    outputMessages({ output: span.output, thinking: null, finishReason: null }),
  )
}

function generation(span: GenerationSpan, into: Attributes): void {
  into.set('gen_ai.request.model', span.model)
  into.set('gen_ai.response.model', span.model)
  into.set('gen_ai.response.id', span.messageId)
  into.set('gen_ai.response.finish_reasons', span.finishReason === null ? null : [span.finishReason])
  into.set('gen_ai.input.messages', inputMessages(span.input))
  into.set('gen_ai.output.messages', outputMessages(span))
  if (span.usage !== null) {
    into.set('gen_ai.usage.input_tokens', inputTokens(span.usage))
    into.set('gen_ai.usage.output_tokens', span.usage.output)
    into.set('gen_ai.usage.cache_read.input_tokens', span.usage.cacheRead)
    into.set('gen_ai.usage.cache_creation.input_tokens', span.usage.cacheWrite5m + span.usage.cacheWrite1h)
  }
  into.set('skein.cost.nano_usd', span.cost?.total ?? null)
  into.set('skein.service_tier', span.serviceTier)
  into.set('skein.web_searches', span.usage?.webSearches || null)
  into.set('skein.web_fetches', span.usage?.webFetches || null)
}

function tool(span: ScrubbedTool, into: Attributes): void {
  into.set('gen_ai.tool.name', span.name)
  into.set('gen_ai.tool.type', 'function')
  into.set('gen_ai.tool.call.id', span.callId)
  into.set('gen_ai.tool.call.arguments', span.arguments)
  into.set('gen_ai.tool.call.result', span.result)
}

function inputMessages(text: string | null): Quoting | null {
  if (text === null) return null
  return { before: '[{"role":"user","parts":[{"type":"text","content":', quoted: text, after: '}]}]' }
}

type Answer = Pick<GenerationSpan, 'output' | 'thinking' | 'finishReason'>

function outputMessages({ output, thinking, finishReason }: Answer): string | Quoting | null {
  if (thinking === null && output !== null)
    return {
      before: '[{"role":"assistant","parts":[{"type":"text","content":',
      quoted: output,
      after: `}],"finish_reason":${JSON.stringify(finishReason ?? 'unknown')}}]`,
    }
  const parts: object[] = []
  if (thinking !== null) parts.push({ type: 'reasoning', content: thinking })
  if (output !== null) parts.push({ type: 'text', content: output })
  if (parts.length === 0) return null
  return JSON.stringify([{ role: 'assistant', parts, finish_reason: finishReason ?? 'unknown' }])
}
