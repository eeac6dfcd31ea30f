import { isDeepStrictEqual } from 'node:util'
import { LangfuseSpanProcessor } from '@langfuse/otel'
import { propagateAttributes, setLangfuseTracerProvider, startObservation } from '@langfuse/tracing'
import type { LangfuseObservation } from '@langfuse/tracing'
import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base'
import { LANGFUSE_PROFILE, Scrubber, wireBody, wireTurn } from '@skein/trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OtlpCapture, spansIn } from './otlp-capture.ts'
import type { CapturedRequest, CapturedSpan, CapturedValue } from './otlp-capture.ts'
import { TURN } from './turn-of-every-kind.ts'

/**
 * Where we say the same as the SDK in other letters. Everything else under `langfuse.*`, `session.id` and `user.id` must be
 * equal in name, type and value.
 */
const ALLOWED: Readonly<Record<string, { reason: string; same: (value: CapturedValue) => unknown }>> = {
  'langfuse.observation.cost_details': {
    reason:
      'the SDK prints a float (3e-7), we print the decimal of whole nano-dollars (0.0000003): one number',
    same: ([type, text]) => [type, JSON.parse(String(text))],
  },
}

const SETTINGS = { userId: 'dana', tags: ['claude-code', 'shop'], environment: 'test', release: '2026.1' }
const PUBLIC_KEY = 'pk-lf-made-up'
const SECRET_KEY = 'sk-lf-made-up'

const { trace, root, generation, tool, blocksTool, unmatchedTool, agent, failed, compaction } = TURN
const OURS = [root, generation, tool, blocksTool, unmatchedTool, agent, failed, compaction]

describe('the official SDK and Skein, for the same turn', () => {
  let request: CapturedRequest
  let sdk: CapturedSpan[]
  const capture = new OtlpCapture()

  beforeAll(async () => {
    await runSdk(await capture.listen())
    request = capture.requests[0]
    sdk = capture.requests.flatMap(({ body }) => spansIn(body))
  })

  afterAll(async () => {
    await capture.close()
  })

  it('say the same in the Langfuse dialect, and nothing else', () => {
    expect(comparable(ours(['langfuse']))).toEqual(comparable(sdk))
  })

  it('say the same where both dialects stand on a span', () => {
    const langfuseAlone = ours(['genai', 'langfuse']).map((span) => ({
      ...span,
      attributes: Object.fromEntries(
        Object.entries(span.attributes).filter(([key]) =>
          /^(?:langfuse\..*|session\.id|user\.id)$/.test(key),
        ),
      ),
    }))
    expect(comparable(langfuseAlone)).toEqual(comparable(sdk))
  })

  it('differ in all that is allowed to differ', () => {
    const skein = ours(['langfuse'])
    const differing = Object.keys(ALLOWED).filter(
      (key) => !isDeepStrictEqual(valuesOf(key, skein), valuesOf(key, sdk)),
    )
    expect(differing).toEqual(Object.keys(ALLOWED))
  })

  it('differ around the attributes, as other backends and the conventions ask', () => {
    const around = ({ scope, kind, status }: CapturedSpan): unknown => ({ scope, kind, status })
    const byName = (spans: CapturedSpan[]): unknown =>
      Object.fromEntries(spans.map((span) => [span.name, around(span)]))
    const [INTERNAL, CLIENT] = [1, 3]
    const [UNSET, ERROR] = [0, 2]
    // The SDK names itself as the one that measured, knows no kinds, and tells of failures in attributes alone.
    expect(byName(sdk)).toEqual(
      Object.fromEntries(
        sdk.map(({ name }) => [name, { scope: 'langfuse-sdk', kind: INTERNAL, status: UNSET }]),
      ),
    )
    const usual = { scope: 'skein', kind: INTERNAL, status: UNSET }
    expect(byName(ours(['langfuse']))).toEqual({
      'Turn 3': usual,
      'claude-sonnet-4-5-20250929': { ...usual, kind: CLIENT },
      Read: usual,
      mcp__db__query: { ...usual, status: ERROR },
      Bash: usual,
      Explore: usual,
      'claude-unknown': { ...usual, kind: CLIENT, status: ERROR },
      compaction: usual,
    })
  })

  it('the SDK posts JSON to the path of the OTLP endpoint, with basic authentication', () => {
    expect({
      method: request.method,
      path: request.path,
      type: request.headers['content-type'],
      authorization: request.headers.authorization,
    }).toEqual({
      method: 'POST',
      path: '/api/public/otel/v1/traces',
      type: 'application/json',
      authorization: `Basic ${Buffer.from(`${PUBLIC_KEY}:${SECRET_KEY}`).toString('base64')}`,
    })
  })

  it('the SDK names itself in headers and says nothing of an ingestion version', () => {
    expect(
      Object.keys(request.headers)
        .filter((name) => name.startsWith('x-langfuse-'))
        .sort(),
    ).toEqual(['x-langfuse-public-key', 'x-langfuse-sdk-name', 'x-langfuse-sdk-version'])
  })
})

/** The turn as somebody who uses the SDK would tell it. */
async function runSdk(baseUrl: string): Promise<void> {
  const { environment, release, userId, tags } = SETTINGS
  const provider = new BasicTracerProvider({
    spanProcessors: [
      new LangfuseSpanProcessor({
        publicKey: PUBLIC_KEY,
        secretKey: SECRET_KEY,
        baseUrl,
        environment,
        release,
      }),
    ],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  setLangfuseTracerProvider(provider)
  propagateAttributes(
    {
      traceName: 'Turn 3',
      sessionId: trace.session,
      userId,
      tags,
      version: '2.1.4',
      metadata: { source: 'claude-code', turn_number: '3', session_id: trace.session },
    },
    observeTurn,
  )
  await provider.forceFlush()
  await provider.shutdown()
  setLangfuseTracerProvider(null)
  context.disable()
  contexts.disable()
}

function observeTurn(): void {
  const asked = { role: 'user', content: 'Why does the build fail?' }
  const answered = { role: 'assistant', content: 'A missing comma; “fixed” 🙂.' }
  const top = startObservation(
    'Turn 3',
    { input: asked, output: answered },
    { asType: 'agent', ...from(root) },
  )
  top.setTraceIO({ input: asked, output: answered })
  const first = startObservation(
    'claude-sonnet-4-5-20250929',
    {
      input: asked,
      output: { role: 'assistant', content: 'Let me look.' },
      model: 'claude-sonnet-4-5-20250929',
      usageDetails: {
        input: 12,
        output: 345,
        cache_read_input_tokens: 1,
        input_cache_creation_5m: 100,
        input_cache_creation_1h: 20,
      },
      costDetails: {
        input: 0.000036,
        output: 0.005175,
        cache_read_input_tokens: 0.0000003,
        input_cache_creation_5m: 0.000375,
        input_cache_creation_1h: 0.00012,
        web_searches: 0,
        total: 0.0057063,
      },
      metadata: { tool_count: 2 },
    },
    { asType: 'generation', ...from(generation), ...under(top) },
  )
  const read = startObservation(
    'Read',
    {
      input: { file_path: '/srv/shop/a.ts', limit: 20 },
      output: '1\tconst a = [1 2]',
      metadata: { tool_name: 'Read', tool_id: 'toolu_01' },
    },
    { asType: 'tool', ...from(tool), ...under(first) },
  )
  const query = startObservation(
    'mcp__db__query',
    {
      input: {},
      output: [{ type: 'text', text: 'no such table' }],
      level: 'ERROR',
      statusMessage: 'no such table',
      metadata: { tool_name: 'mcp__db__query', tool_id: 'toolu_02' },
    },
    { asType: 'tool', ...from(blocksTool), ...under(first) },
  )
  const bash = startObservation(
    'Bash',
    {
      input: { command: 'npm test' },
      output: null,
      metadata: { tool_name: 'Bash', tool_id: 'toolu_03', 'skein.incomplete': true },
    },
    { asType: 'tool', ...from(unmatchedTool), ...under(first) },
  )
  const explore = startObservation(
    'Explore',
    {
      input: { role: 'user', content: 'Look in a.ts' },
      output: { role: 'assistant', content: 'Line 1.' },
      metadata: { agent_type: 'Explore', agent_id: 'a1b2c3', description: 'Find the comma' },
    },
    { asType: 'agent', ...from(agent), ...under(read) },
  )
  const overloaded = startObservation(
    'claude-unknown',
    {
      model: 'claude-unknown',
      level: 'ERROR',
      statusMessage: 'Overloaded',
      metadata: { tool_count: 0, 'skein.estimated': true },
    },
    { asType: 'generation', ...from(failed), ...under(top) },
  )
  startObservation(
    'compaction',
    { metadata: { 'skein.compaction.trigger': 'auto', 'skein.compaction.tokens_before': 155_000 } },
    { asType: 'event', ...from(compaction), ...under(top) },
  )
  explore.end(new Date(agent.end))
  read.end(new Date(tool.end))
  query.end(new Date(blocksTool.end))
  bash.end(new Date(unmatchedTool.end))
  first.end(new Date(generation.end))
  overloaded.end(new Date(failed.end))
  top.end(new Date(root.end))
}

function from({ start }: { readonly start: number }): { startTime: Date } {
  return { startTime: new Date(start) }
}

function under(parent: LangfuseObservation): {
  parentSpanContext: ReturnType<LangfuseObservation['otelSpan']['spanContext']>
} {
  return { parentSpanContext: parent.otelSpan.spanContext() }
}

function ours(dialects: readonly ('genai' | 'langfuse')[]): CapturedSpan[] {
  const scrubber = new Scrubber({ key: 'stays here' })
  return spansIn(
    wireBody(wireTurn(OURS, LANGFUSE_PROFILE, { scrubber, dialects, ...SETTINGS }), { version: '0.1.0' }),
  )
}

function valuesOf(key: string, spans: readonly CapturedSpan[]): CapturedValue[] {
  return spans.flatMap(({ attributes }) => (key in attributes ? [attributes[key]] : []))
}

/** Spans by name, since the SDK draws its ids: parents are named too. */
function comparable(spans: readonly CapturedSpan[]): unknown {
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]))
  return Object.fromEntries(
    spans.map(({ name, parentId, start, end, attributes }) => [
      name,
      {
        parent: parentId === null ? null : names.get(parentId),
        start,
        end,
        attributes: Object.fromEntries(
          Object.entries(attributes).map(([key, value]) => [key, ALLOWED[key]?.same(value) ?? value]),
        ),
      },
    ]),
  )
}
