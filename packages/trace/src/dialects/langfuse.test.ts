import { expect, it } from 'vitest'
import { TURN } from '../../../testkit/src/trace/turn-of-every-kind.ts'
import { scrubSpan } from '../scrub/scrub-span.ts'
import { Scrubber } from '../scrub/scrubber.ts'
import type { Span } from '../spans/span.ts'
import { Attributes } from './attributes.ts'
import { langfuse } from './langfuse.ts'

// That names, types and values are the SDK's is shown in testkit, against the SDK.

function said(span: Span, settings = {}): Map<string, unknown> {
  const context = {
    traceName: 'Turn 3',
    userId: null,
    tags: [],
    environment: null,
    release: null,
    ...settings,
  }
  const attributes = new Attributes()
  langfuse(scrubSpan(span, new Scrubber({ key: 'here' })), context, attributes)
  return attributes.values
}

const namesOf = (span: Span): string[] =>
  [...said(span).keys()].filter((name) => name.startsWith('langfuse.observation.'))

it('the trace is told on every span, what was asked and answered on the root', () => {
  const everywhere = [
    'langfuse.trace.name',
    'langfuse.trace.metadata.source',
    'langfuse.trace.metadata.turn_number',
    'langfuse.trace.metadata.session_id',
  ]
  const { trace: _, root, ...others } = TURN
  for (const span of Object.values(others))
    expect([...said(span).keys()].filter((name) => name.startsWith('langfuse.trace.'))).toEqual(everywhere)
  expect([...said(root).keys()].filter((name) => name.startsWith('langfuse.trace.'))).toEqual([
    ...everywhere,
    'langfuse.trace.input',
    'langfuse.trace.output',
  ])
})

it('token classes add up to all tokens, and costs to their total', () => {
  const attributes = said(TURN.generation)
  const usage = JSON.parse(String(attributes.get('langfuse.observation.usage_details'))) as Record<
    string,
    number
  >
  expect(Object.values(usage).reduce((a, b) => a + b)).toBe(12 + 345 + 1 + 100 + 20)
  expect(attributes.get('langfuse.observation.cost_details')).toBe(
    '{"input":0.000036,"output":0.005175,"cache_read_input_tokens":0.0000003,"input_cache_creation_5m":0.000375,"input_cache_creation_1h":0.00012,"web_searches":0,"total":0.0057063}',
  )
})

it('no usage is no usage_details, no price is no cost_details', () => {
  expect(namesOf(TURN.failed)).toEqual([
    'langfuse.observation.type',
    'langfuse.observation.level',
    'langfuse.observation.status_message',
    'langfuse.observation.model.name',
    'langfuse.observation.metadata.tool_count',
    'langfuse.observation.metadata.skein.estimated',
  ])
  expect(namesOf({ ...TURN.generation, cost: null })).not.toContain('langfuse.observation.cost_details')
})

it('thinking is metadata, where it was asked for', () => {
  expect(said({ ...TURN.generation, thinking: 'Hm.' }).get('langfuse.observation.metadata.thinking')).toBe(
    'Hm.',
  )
  expect(namesOf(TURN.generation)).not.toContain('langfuse.observation.metadata.thinking')
})

it('settings that were not made are not told', () => {
  expect([...said(TURN.tool).keys()]).not.toContain('langfuse.environment')
  expect(said(TURN.tool, { environment: 'lab', release: '7', userId: 'dana', tags: ['a'] })).toEqual(
    new Map([
      ...said(TURN.tool),
      ['langfuse.environment', 'lab'],
      ['langfuse.release', '7'],
      ['user.id', 'dana'],
      ['langfuse.trace.tags', ['a']],
    ]),
  )
})
