import { expect, it } from 'vitest'
import { TURN } from '../../../testkit/src/trace/turn-of-every-kind.ts'
import { scrubSpan } from '../scrub/scrub-span.ts'
import { Scrubber } from '../scrub/scrubber.ts'
import type { Span } from '../spans/span.ts'
import { Attributes } from './attributes.ts'
import { openinference } from './openinference.ts'

const COMMON = { 'session.id': '5f0c6f1e-8a3b-4f7e-9f43-1d2c3b4a5e6f', 'user.id': 'dana', 'tag.tags': ['x'] }

function said(span: Span): unknown {
  const context = { traceName: 'any', userId: 'dana', tags: ['x'], environment: null, release: null }
  const attributes = new Attributes()
  openinference(scrubSpan(span, new Scrubber({ key: 'here' })), context, attributes)
  return Object.fromEntries(attributes.values)
}

it('a turn is an agent', () => {
  expect(said(TURN.root)).toEqual({
    ...COMMON,
    'openinference.span.kind': 'AGENT',
    'agent.name': 'claude-code',
    'input.value': 'Why does the build fail?',
    'input.mime_type': 'text/plain',
    'output.value': 'A missing comma; “fixed” 🙂.',
    'output.mime_type': 'text/plain',
  })
})

it('a generation is a language model', () => {
  expect(said(TURN.generation)).toEqual({
    ...COMMON,
    'openinference.span.kind': 'LLM',
    'llm.provider': 'anthropic',
    'llm.system': 'anthropic',
    'llm.model_name': 'claude-sonnet-4-5-20250929',
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'Why does the build fail?',
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': 'Let me look.',
    'llm.token_count.prompt': 133,
    'llm.token_count.prompt_details.cache_read': 1,
    'llm.token_count.prompt_details.cache_write': 120,
    'llm.token_count.completion': 345,
    'llm.token_count.total': 478,
    'llm.cost.prompt': { double: 0.0005313 },
    'llm.cost.completion': { double: 0.005175 },
    'llm.cost.total': { double: 0.0057063 },
    'input.value': 'Why does the build fail?',
    'input.mime_type': 'text/plain',
    'output.value': 'Let me look.',
    'output.mime_type': 'text/plain',
  })
})

it('a tool is a tool, a text that is JSON is called so', () => {
  expect(said(TURN.blocksTool)).toEqual({
    ...COMMON,
    'openinference.span.kind': 'TOOL',
    'tool.name': 'mcp__db__query',
    'tool.id': 'toolu_02',
    'tool.parameters': '{}',
    'input.value': '{}',
    'input.mime_type': 'application/json',
    'output.value': '[{"type":"text","text":"no such table"}]',
    'output.mime_type': 'application/json',
  })
})

it('a text that only begins like JSON is a text', () => {
  expect(said({ ...TURN.tool, result: '[note] see below' })).toMatchObject({
    'output.mime_type': 'text/plain',
  })
})

it('a compaction is a link of the chain, and what is left to say is metadata', () => {
  expect(said(TURN.compaction)).toEqual({
    ...COMMON,
    'openinference.span.kind': 'CHAIN',
    metadata: '{"skein.compaction.trigger":"auto","skein.compaction.tokens_before":155000}',
  })
})
