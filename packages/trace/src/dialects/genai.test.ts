import { expect, it } from 'vitest'
import { TURN } from '../../../testkit/src/trace/turn-of-every-kind.ts'
import { scrubSpan } from '../scrub/scrub-span.ts'
import { Scrubber } from '../scrub/scrubber.ts'
import type { Span } from '../spans/span.ts'
import { Attributes } from './attributes.ts'
import { genai } from './genai.ts'

const SESSION = '5f0c6f1e-8a3b-4f7e-9f43-1d2c3b4a5e6f'

const COMMON = {
  'gen_ai.provider.name': 'anthropic',
  'gen_ai.conversation.id': SESSION,
  'session.id': SESSION,
  'user.id': 'dana',
  'skein.turn': 3,
  'skein.project': '/srv/shop',
  'vcs.ref.head.name': 'main',
}

function said(span: Span): unknown {
  const context = { traceName: 'any', userId: 'dana', tags: [], environment: null, release: null }
  const attributes = new Attributes()
  genai(scrubSpan(span, new Scrubber({ key: 'here' })), context, attributes)
  return Object.fromEntries(attributes.values)
}

it('a turn invokes the agent', () => {
  expect(said(TURN.root)).toEqual({
    ...COMMON,
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'claude-code',
    'gen_ai.agent.version': '2.1.4',
    'gen_ai.input.messages':
      '[{"role":"user","parts":[{"type":"text","content":"Why does the build fail?"}]}]',
    'gen_ai.output.messages':
      '[{"role":"assistant","parts":[{"type":"text","content":"A missing comma; “fixed” 🙂."}],"finish_reason":"unknown"}]',
  })
})

it('a turn of a branch has a name and no number', () => {
  const { 'skein.turn': _, ...rest } = COMMON
  const branch = { ...TURN.root, trace: { ...TURN.root.trace, place: { turn: 3, branch: 2 } } }
  expect(said(branch)).toMatchObject({ ...rest, 'skein.branch_turn': 'b2.3' })
  expect(said(branch)).not.toHaveProperty(['skein.turn'])
})

it('a generation tells what it used: its input is all that the model read', () => {
  expect(said({ ...TURN.generation, thinking: 'Hm.' })).toEqual({
    ...COMMON,
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'claude-sonnet-4-5-20250929',
    'gen_ai.response.model': 'claude-sonnet-4-5-20250929',
    'gen_ai.response.id': 'msg_01',
    'gen_ai.response.finish_reasons': ['tool_use'],
    'gen_ai.input.messages':
      '[{"role":"user","parts":[{"type":"text","content":"Why does the build fail?"}]}]',
    'gen_ai.output.messages':
      '[{"role":"assistant","parts":[{"type":"reasoning","content":"Hm."},{"type":"text","content":"Let me look."}],"finish_reason":"tool_use"}]',
    'gen_ai.usage.input_tokens': 12 + 1 + 100 + 20,
    'gen_ai.usage.output_tokens': 345,
    'gen_ai.usage.cache_read.input_tokens': 1,
    'gen_ai.usage.cache_creation.input_tokens': 120,
    'skein.cost.nano_usd': 5_706_300,
    'skein.service_tier': 'standard',
  })
})

it('a generation that failed has an error and no usage', () => {
  expect(said(TURN.failed)).toEqual({
    ...COMMON,
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'claude-unknown',
    'gen_ai.response.model': 'claude-unknown',
    'error.type': 'api_error',
    'skein.estimated': true,
  })
})

it('a tool is executed', () => {
  expect(said(TURN.tool)).toEqual({
    ...COMMON,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'Read',
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': 'toolu_01',
    'gen_ai.tool.call.arguments': '{"file_path":"/srv/shop/a.ts","limit":20}',
    'gen_ai.tool.call.result': '1\tconst a = [1 2]',
  })
})

it('a tool without an answer has no result', () => {
  expect(said(TURN.unmatchedTool)).toEqual({
    ...COMMON,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'Bash',
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': 'toolu_03',
    'gen_ai.tool.call.arguments': '{"command":"npm test"}',
    'skein.incomplete': true,
  })
})

it('a sub-agent has a name of its own', () => {
  expect(said(TURN.agent)).toEqual({
    ...COMMON,
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'Explore',
    'gen_ai.agent.id': 'a1b2c3',
    'gen_ai.agent.description': 'Find the comma',
    'gen_ai.agent.version': '2.1.4',
    'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Look in a.ts"}]}]',
    'gen_ai.output.messages':
      '[{"role":"assistant","parts":[{"type":"text","content":"Line 1."}],"finish_reason":"unknown"}]',
  })
})

it('a compaction tells what it saved, as far as is known', () => {
  expect(said(TURN.compaction)).toEqual({
    ...COMMON,
    'gen_ai.operation.name': 'compaction',
    'skein.compaction.trigger': 'auto',
    'skein.compaction.tokens_before': 155_000,
  })
})

it('a field that was cut has its length and its hash', () => {
  const result = 'word '.repeat(10_000)
  expect(said({ ...TURN.tool, result })).toMatchObject({
    'skein.truncated.result.length': 50_000,
    'skein.truncated.result.hash': expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/) as unknown,
  })
})
