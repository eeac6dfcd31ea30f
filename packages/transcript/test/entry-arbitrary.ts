import fc from 'fast-check'
import { jsonString, jsonText } from './json-arbitrary.ts'

/**
 * The text of one random object that looks like an entry: known and unknown keys in any order,
 * sometimes escaped or repeated, with right and wrong kinds of values.
 */
export function entryText(): fc.Arbitrary<string> {
  const block = object({
    type: word(
      'text',
      'thinking',
      'tool_use',
      'tool_result',
      'image',
      'web_search_tool_result',
      'new',
      'constructor',
    ),
    id: id(),
    tool_use_id: id(),
    name: word('Bash', 'Read', 'toString'),
    is_error: fc.constantFrom('true', 'false', '"true"'),
    text: text(),
    thinking: text(),
    signature: fc.constantFrom('""', '"c2ln"', 'null'),
    content: fc.oneof(text(), list(object({ type: word('text', 'image'), text: text() })), jsonText()),
  })
  const content = fc.oneof(
    text(),
    list(fc.oneof({ weight: 4, arbitrary: block }, { weight: 1, arbitrary: jsonText() })),
  )
  const count = fc.oneof(
    fc.nat().map(String),
    fc.constantFrom('-1', '1.5', '1e3', '99999999999999999999', '"7"'),
  )
  const usage = object({
    input_tokens: count,
    output_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    cache_creation: object({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }),
    server_tool_use: object({ web_search_requests: count, web_fetch_requests: count }),
    service_tier: word('standard', 'priority'),
    speed: word('standard', 'fast'),
    inference_geo: word('not_available', 'us'),
  })
  const message = object({
    id: id(),
    role: word('user', 'assistant'),
    model: word('claude-x', '<synthetic>'),
    content,
    usage,
    stop_reason: fc.constantFrom('null', '"end_turn"'),
    timestamp: time(),
  })
  const flag = fc.constantFrom('true', 'false', 'null', '1')
  return object({
    type: word('user', 'assistant', 'system', 'attachment', 'progress', 'summary', 'valueOf'),
    uuid: id(),
    parentUuid: id(),
    logicalParentUuid: id(),
    isSidechain: flag,
    isMeta: flag,
    isCompactSummary: flag,
    isVisibleInTranscriptOnly: flag,
    isApiErrorMessage: flag,
    explicit: flag,
    timestamp: time(),
    sessionId: id(),
    agentId: id(),
    version: word('2.1.0', '2.0.76'),
    cwd: word('/a', '/b c'),
    gitBranch: word('main', ''),
    requestId: id(),
    subtype: word('compact_boundary', 'local_command'),
    message,
    content,
    toolUseResult: fc.oneof(jsonText(), text()),
    leafUuid: id(),
    messageId: id(),
    forkedFrom: object({ sessionId: id(), messageUuid: id() }),
    promptSource: word('typed', 'queued'),
    origin: object({ kind: word('human', 'task') }),
    toolUseID: id(),
    parentToolUseID: id(),
    sourceToolAssistantUUID: id(),
    data: object({ type: word('bash_progress', 'hook_progress') }),
    attachment: object({ type: word('todo', 'file') }),
    unknownKey: jsonText(),
  })
}

/** An object with some of the members, in any order; now and then one stands twice or is no object. */
function object(members: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const member = fc
    .constantFrom(...Object.keys(members))
    .chain((name) =>
      fc
        .tuple(key(name), space(), odd(members[name]))
        .map(([before, gap, value]) => `${before}${gap}:${gap}${value}`),
    )
  const unlike = fc.array(member, { maxLength: 12 })
  return unlike.map((list) => `{${list.join(',')}}`)
}

function list(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(item, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`)
}

function odd(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom('null', '7', '{}', '[]', '""') },
  )
}

function key(name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 15, arbitrary: fc.constant(JSON.stringify(name)) },
    { weight: 1, arbitrary: jsonString(fc.constant(name)) },
  )
}

function space(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(' ', '\t', '\r') },
  )
}

function word(...words: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...words).map((w) => JSON.stringify(w)) },
    { weight: 1, arbitrary: jsonString() },
  )
}

function id(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.nat(20).map((n) => `"id-${n}"`) },
    { weight: 1, arbitrary: jsonString() },
  )
}

function text(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '"<command-name>x"',
      '"\\u003cbash-input>"',
      '"[Request interrupted by user]"',
      '"hi"',
      '""',
    ),
    jsonString(),
  )
}

function time(): fc.Arbitrary<string> {
  return fc.oneof(
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => JSON.stringify(date)),
    fc.constantFrom(
      '"2026-02-30T00:00:00.000Z"',
      '"2026-01-31"',
      '"soon"',
      '1700000000',
      '"2026-01-01T00:00:00.000\\u005a"',
    ),
  )
}
