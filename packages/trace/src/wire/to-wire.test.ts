import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PROVIDER_RULES } from '../../../redact/src/providers/rules.ts'
import { drawSecret, randomFrom } from '../../../testkit/src/redact/draw-secret.ts'
import { TURN } from '../../../testkit/src/trace/turn-of-every-kind.ts'
import { LANGFUSE_PROFILE, OTLP_PROFILE } from '../dialects/profile.ts'
import { FIELD_CAP, Scrubber } from '../scrub/scrubber.ts'
import type { Span, TraceFacts } from '../spans/span.ts'
import { wireSpan, wireTurn } from './to-wire.ts'
import type { WireOptions } from './to-wire.ts'
import { wireBody, wireFrame } from './wire-body.ts'

/** `KeyValue` of OTLP in proto3's JSON mapping. */
interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}

type AnyValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } }

const DIALECTS = ['genai', 'langfuse', 'openinference'] as const
const options = (more: Partial<WireOptions> = {}): WireOptions => ({
  scrubber: new Scrubber({ key: 'here' }),
  dialects: DIALECTS,
  ...more,
})

interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status?: { readonly code: number; readonly message: string }
  readonly attributes: readonly KeyValue[]
}

/** Any UTF-16 units, halves of pairs and control characters among them, now and then very many. */
const unit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.constantFrom('\ud83d', '\ude00', '\0', '\n', '"', '\\', '🙂', 'a', ' '),
)
const text = fc
  .tuple(fc.string({ unit, maxLength: 30 }), fc.constantFrom(1, 1, 1, 1, 1, 1, 4000))
  .map(([short, times]) => short.repeat(times))
const maybeText = fc.option(text)
const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: length, maxLength: length })
const count = fc.nat()
/** What a damaged row may say. */
const tokens = fc.oneof(fc.nat(), fc.double())

const trace: fc.Arbitrary<TraceFacts> = fc.record({
  traceId: hex(32),
  session: text,
  place: fc.option(fc.record({ turn: count, branch: fc.option(count) })),
  output: maybeText,
  prompt: maybeText,
  project: maybeText,
  gitBranch: maybeText,
  version: maybeText,
})

const place = {
  trace,
  spanId: hex(16),
  parentId: fc.option(hex(16)),
  agentId: maybeText,
  start: fc.double(),
  end: fc.double(),
  estimated: fc.boolean(),
  incomplete: fc.boolean(),
  error: fc.option(fc.record({ type: text, message: text })),
}

const anySpan: fc.Arbitrary<Span> = fc.oneof(
  fc.record({
    ...place,
    kind: fc.constant('agent' as const),
    type: maybeText,
    description: maybeText,
    input: maybeText,
    output: maybeText,
  }),
  fc.record({
    ...place,
    kind: fc.constant('generation' as const),
    messageId: maybeText,
    model: maybeText,
    finishReason: maybeText,
    input: maybeText,
    output: maybeText,
    thinking: maybeText,
    toolCount: count,
    usage: fc.option(
      fc.record({
        input: tokens,
        output: tokens,
        cacheRead: tokens,
        cacheWrite5m: tokens,
        cacheWrite1h: tokens,
        webSearches: tokens,
        webFetches: tokens,
      }),
    ),
    serviceTier: maybeText,
    cost: fc.option(
      fc.record({
        input: tokens,
        output: tokens,
        cacheRead: tokens,
        cacheWrite5m: tokens,
        cacheWrite1h: tokens,
        webSearches: tokens,
        total: tokens,
      }),
    ),
  }),
  fc.record({
    ...place,
    kind: fc.constant('tool' as const),
    name: text,
    callId: text,
    arguments: fc.jsonValue({ stringUnit: unit }),
    result: fc.oneof(fc.jsonValue({ stringUnit: unit }), text),
  }),
  fc.record({
    ...place,
    kind: fc.constant('compaction' as const),
    trigger: maybeText,
    tokensBefore: fc.option(tokens),
    tokensAfter: fc.option(tokens),
  }),
)

describe('any span', () => {
  it('is valid UTF-8, JSON that parses, within the caps, under its own ids, and the same every time', () => {
    fc.assert(
      fc.property(anySpan, fc.constantFrom(OTLP_PROFILE, LANGFUSE_PROFILE), (span, profile) => {
        const wire = wireSpan(span, profile, options())
        expect(wireSpan(span, profile, options())).toEqual(wire)
        expect(JSON.stringify(JSON.parse(wire.json))).toBe(wire.json)
        expect(Buffer.from(wire.json).toString('utf8') === wire.json).toBe(true)
        expect(wire.json).not.toMatch(/\\ud[89a-f]/)
        const parsed = JSON.parse(wire.json) as OtlpSpan
        expect({ ...wire, json: '' }).toEqual({
          traceId: span.trace.traceId,
          spanId: span.spanId,
          json: '',
          message: span.kind === 'generation' ? span.messageId : null,
        })
        expect([parsed.traceId, parsed.spanId, parsed.parentSpanId ?? null]).toEqual([
          span.trace.traceId,
          span.spanId,
          span.parentId,
        ])
        expect(parsed.status?.code).toBe(span.error === null ? undefined : 2)
        expect(new Set(parsed.attributes.map(({ key }) => key)).size).toBe(parsed.attributes.length)
        for (const { key, value } of parsed.attributes) {
          if ('stringValue' in value)
            expect(contentOf(value.stringValue).length).toBeLessThanOrEqual(FIELD_CAP)
          if ('intValue' in value)
            expect(BigInt.asIntN(64, BigInt(value.intValue))).toBe(BigInt(value.intValue))
          if ('doubleValue' in value) expect(value.doubleValue).toEqual(expect.any(Number))
          if ('stringValue' in value && key.endsWith('_details'))
            for (const number of Object.values(JSON.parse(value.stringValue) as object))
              expect(number).toEqual(expect.any(Number))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('has no secret that was planted in it', () => {
    fc.assert(
      fc.property(anySpan, secret, fc.nat(), (span, planted, where) => {
        const places = textPlaces(span)
        const inPlace = places[where % places.length]
        const wire = wireSpan(inPlace(` x=${planted.prefix}${planted.body}, `), OTLP_PROFILE, options())
        expect(wire.json).not.toContain(planted.body.slice(0, 10))
        expect(wire.json).not.toContain(planted.body.slice(-10))
      }),
      { numRuns: 500 },
    )
  })
})

/** What a field says without the shape that a dialect gives to it. */
function contentOf(value: string): string {
  const shaped =
    /^(?:\[\{"role":"(?:user|assistant)","parts":|\{"role":"(?:user|assistant)","content":)/.test(value)
  if (!shaped) return value
  const strings: string[] = []
  JSON.parse(value, (key, part: unknown) => {
    if (key === 'content' && typeof part === 'string') strings.push(part)
    return part
  })
  return strings.sort((a, b) => b.length - a.length)[0] ?? ''
}

const secret = fc
  .tuple(fc.constantFrom(...PROVIDER_RULES.flatMap(({ tokens }) => tokens)), fc.integer())
  .map(([[prefix, body], seed]) => ({ prefix, body: drawSecret(body, randomFrom(seed)) }))

/** Ways to plant a text into a span: every text that it has, and its JSON values. */
function textPlaces(span: Span): ((planted: string) => Span)[] {
  const common = [
    (planted: string): Span => ({ ...span, error: { type: 'tool_error', message: planted } }),
    (planted: string): Span => ({ ...span, trace: { ...span.trace, project: planted } }),
    (planted: string): Span => ({ ...span, trace: { ...span.trace, gitBranch: planted } }),
    (planted: string): Span => ({ ...span, parentId: null, trace: { ...span.trace, prompt: planted } }),
    (planted: string): Span => ({ ...span, parentId: null, trace: { ...span.trace, output: planted } }),
    (planted: string): Span => ({ ...span, trace: { ...span.trace, session: planted } }),
  ]
  switch (span.kind) {
    case 'agent':
      return [
        ...common,
        (type) => ({ ...span, type }),
        (description) => ({ ...span, description }),
        (input) => ({ ...span, input }),
        (output) => ({ ...span, output }),
      ]
    case 'generation':
      return [
        ...common,
        (model) => ({ ...span, model }),
        (input) => ({ ...span, input }),
        (output) => ({ ...span, output }),
        (thinking) => ({ ...span, thinking }),
      ]
    case 'tool':
      return [
        ...common,
        (name) => ({ ...span, name }),
        (result) => ({ ...span, result }),
        (planted) => ({ ...span, result: [{ type: 'text', text: planted }] }),
        (planted) => ({ ...span, arguments: { command: planted, rest: span.arguments } }),
        (planted) => ({ ...span, arguments: { [planted]: span.arguments } }),
      ]
    case 'compaction':
      return common
  }
}

describe('the fields of OTLP', () => {
  it('of a generation: a client, its times in nanoseconds', () => {
    const { trace: facts, spanId, parentId } = TURN.generation
    expect(JSON.parse(wireSpan(TURN.generation, OTLP_PROFILE, options({ dialects: [] })).json)).toEqual({
      traceId: facts.traceId,
      spanId,
      parentSpanId: parentId,
      name: 'chat claude-sonnet-4-5-20250929',
      kind: 3,
      startTimeUnixNano: '1767323045000000000',
      endTimeUnixNano: '1767323047000000000',
      attributes: [],
    })
  })

  it('of a tool that failed: internal, its status an error', () => {
    const { trace: facts, spanId, parentId } = TURN.blocksTool
    expect(JSON.parse(wireSpan(TURN.blocksTool, LANGFUSE_PROFILE, options({ dialects: [] })).json)).toEqual({
      traceId: facts.traceId,
      spanId,
      parentSpanId: parentId,
      name: 'mcp__db__query',
      kind: 1,
      startTimeUnixNano: '1767323047000000000',
      endTimeUnixNano: '1767323048000000000',
      attributes: [],
      status: { code: 2, message: 'no such table' },
    })
  })

  it('of attributes: every type in its own field, whole numbers as strings', () => {
    const { attributes } = JSON.parse(wireSpan(TURN.generation, OTLP_PROFILE, options()).json) as OtlpSpan
    const valueOf = (name: string): unknown => attributes.find(({ key }) => key === name)?.value
    expect(
      [
        'gen_ai.response.id',
        'gen_ai.usage.output_tokens',
        'llm.cost.total',
        'gen_ai.response.finish_reasons',
      ].map(valueOf),
    ).toEqual([
      { stringValue: 'msg_01' },
      { intValue: '345' },
      { doubleValue: 0.0057063 },
      { arrayValue: { values: [{ stringValue: 'tool_use' }] } },
    ])
  })
})

describe('a turn', () => {
  const facts: TraceFacts = {
    traceId: '0'.repeat(32),
    session: 's',
    place: { turn: 1, branch: null },
    output: 'done',
    prompt: 'log in with Xk29dLmQ83hfPz01',
    project: null,
    gitBranch: null,
    version: null,
  }
  const base = {
    trace: facts,
    agentId: null,
    start: 0,
    end: 0,
    estimated: false,
    incomplete: false,
    error: null,
  }
  const spans: Span[] = [
    {
      ...base,
      kind: 'agent',
      spanId: '1'.repeat(16),
      parentId: null,
      type: null,
      description: null,
      input: facts.prompt,
      output: facts.output,
    },
    {
      ...base,
      kind: 'tool',
      spanId: '2'.repeat(16),
      parentId: '1'.repeat(16),
      name: 'Login',
      callId: 'toolu_1',
      arguments: { password: 'Xk29dLmQ83hfPz01' },
      result: 'welcome',
    },
  ]

  it('has no secret that only a later span gives away', () => {
    const json = wireTurn(spans, LANGFUSE_PROFILE, options()).map((wire) => wire.json)
    expect(json.join('')).not.toContain('Xk29dLmQ83hfPz01')
  })

  it('has all texts when redaction is off', () => {
    const scrubber = new Scrubber({ key: 'here', redact: false })
    const [root, tool] = wireTurn(spans, LANGFUSE_PROFILE, options({ scrubber }))
    expect(root.json).toContain('Xk29dLmQ83hfPz01')
    expect(tool.json).toContain('Xk29dLmQ83hfPz01')
  })

  it('fills a body whose length is known beforehand', () => {
    const wires = wireTurn(spans, LANGFUSE_PROFILE, options())
    const resource = {
      serviceName: 'café',
      version: '1.2.3',
      environment: 'lab',
      attributes: { 'host.name': 'h' },
    }
    const body = wireBody(wires, resource)
    const lengths = wires.map(({ json }) => Buffer.byteLength(json))
    expect(Buffer.byteLength(body)).toBe(
      wireFrame(resource).bytes + lengths.reduce((a, b) => a + b) + wires.length - 1,
    )
    expect(JSON.parse(body)).toEqual({
      resourceSpans: [
        {
          resource: {
            attributes: [
              { key: 'service.name', value: { stringValue: 'café' } },
              { key: 'telemetry.sdk.name', value: { stringValue: 'skein' } },
              { key: 'telemetry.sdk.language', value: { stringValue: 'nodejs' } },
              { key: 'telemetry.sdk.version', value: { stringValue: '1.2.3' } },
              { key: 'deployment.environment.name', value: { stringValue: 'lab' } },
              { key: 'host.name', value: { stringValue: 'h' } },
            ],
          },
          scopeSpans: [
            {
              scope: { name: 'skein', version: '1.2.3' },
              spans: wires.map(({ json }): unknown => JSON.parse(json)),
            },
          ],
        },
      ],
    })
  })
})
