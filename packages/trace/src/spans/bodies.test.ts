import type { ContentBlock, Entry } from '@skein/transcript'
import { bytesInMemory, readRows, readTranscript, textOf } from '@skein/transcript'
import { maskedSource } from '@skein/view'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Bodies } from './bodies.ts'
import { Tables } from './strand.ts'

/** What spans need of every row, by its bytes; and the same of the rows parsed as a whole. */
function bothOf(bytes: Uint8Array, source = bytesInMemory(bytes)): { byBytes: unknown; parsed: unknown } {
  const transcript = readTranscript(bytes)
  const rows = Array.from({ length: transcript.scan.columns.count }, (_, row) => row)
  const { said, answers } = new Bodies(new Tables({ transcript, source }, () => 0), rows, { thinking: true })
  const entries = [...readRows(transcript.scan, source, rows)]
  return {
    byBytes: sorted([...said, ...answers]),
    parsed: sorted(entries.flatMap(([row, entry]) => (told(entry) === null ? [] : [[row, told(entry)]]))),
  }
}

function sorted(bodies: readonly unknown[]): unknown[] {
  return (bodies as [number, unknown][]).toSorted(([a], [b]) => a - b)
}

function told(entry: Entry): unknown {
  if (entry.kind === 'assistant') {
    const { blocks } = entry.content
    return {
      texts: blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])),
      thinking: blocks.flatMap((block) => (block.kind === 'thinking' ? [block.thinking] : [])),
      stopReason: entry.stopReason,
      inputs: firsts(
        blocks.flatMap((block) => (block.kind === 'tool_use' ? [[block.id, block.input ?? null]] : [])),
      ),
    }
  }
  return entry.kind === 'user' ? answersOf(entry) : null
}

function answersOf({ content, toolDenialKind, toolUseResult }: Extract<Entry, { kind: 'user' }>): unknown {
  const fields = Object(toolUseResult) as Readonly<Record<string, unknown>>
  const isStopped = toolDenialKind === 'interrupted' || fields['interrupted'] === true
  const status = isStopped ? 'interrupted' : toolDenialKind === null ? null : 'denied'
  const launched = fields['isAsync'] === true || fields['status'] === 'async_launched'
  const results = content.blocks.filter(
    (block): block is Extract<ContentBlock, { kind: 'tool_result' }> => block.kind === 'tool_result',
  )
  return firsts(
    results.map(({ toolUseId, content: answer }) => [
      toolUseId,
      { value: answer.value ?? '', text: textOf(answer), status, launched },
    ]),
  )
}

/** Of what is there twice, the first. */
function firsts(entries: readonly (readonly unknown[])[]): Map<unknown, unknown> {
  return new Map(entries.toReversed().map(([key, value]) => [key, value]))
}

/** A JSON object as text, in which a key may stand twice and be written in escapes. */
function objectText(members: fc.Arbitrary<[string, string]>): fc.Arbitrary<string> {
  const member = fc
    .tuple(members, fc.constantFrom('', ' ', '\t'), fc.boolean())
    .map(
      ([[key, value], space, escaped]) =>
        `${escaped ? inEscapes(key) : JSON.stringify(key)}${space}:${space}${value}`,
    )
  return fc.array(member, { maxLength: 8 }).map((all) => `{${all.join(',')}}`)
}

function inEscapes(key: string): string {
  return `"${Array.from(key, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
}

const text = fc.constantFrom(
  '"a"',
  '""',
  '"ü\\n\\"x\\\\"',
  '"日本 \\ud83d\\ude00"',
  '"\\ud83d"',
  '"interrupted"',
)
const odd = fc.constantFrom('null', '1', 'true', '[]', '{}', '"x"', '[null]')
const keyed = (values: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<[string, string]> =>
  fc.oneof(
    ...Object.entries(values).map(([key, value]) =>
      fc
        .oneof({ arbitrary: value, weight: 6 }, { arbitrary: odd, weight: 1 })
        .map((it): [string, string] => [key, it]),
    ),
  )

const block = fc.oneof(
  text,
  odd,
  fc
    .tuple(
      fc.constantFrom('text', 'thinking', 'tool_use', 'tool_result', 'server_tool_use', 'image', 'new'),
      objectText(
        keyed({
          text,
          thinking: text,
          id: fc.constantFrom('"t1"', '"t2"'),
          name: text,
          input: fc.constantFrom('{"command":"ls"}', '[1]', '"x"'),
          tool_use_id: fc.constantFrom('"t1"', '"t2"'),
          content: fc.constantFrom('"done"', '[{"type":"text","text":"a"},{"type":"text","text":"b"}]', '""'),
          type: fc.constantFrom('"text"', '"tool_result"', '"tool_use"'),
        }),
      ),
    )
    .map(([type, rest]) => (rest === '{}' ? `{"type":"${type}"}` : `{"type":"${type}",${rest.slice(1)}`)),
)
const content = fc.oneof(
  text,
  fc.array(block, { maxLength: 4 }).map((all) => `[${all.join(',')}]`),
)
const reason = fc.constantFrom('"end_turn"', '"tool_use"', '"ü\\n"')
const message = objectText(keyed({ content, role: text, stop_reason: reason, id: text, toolUseResult: odd }))
const toolUseResult = fc.oneof(
  objectText(
    keyed({
      interrupted: fc.constant('true'),
      isAsync: fc.constant('true'),
      status: fc.constant('"async_launched"'),
      stdout: text,
    }),
  ),
  text,
)
const rowText = fc
  .tuple(
    fc.constantFrom('user', 'assistant', 'system', 'new'),
    objectText(
      keyed({
        message,
        toolUseResult,
        content,
        toolDenialKind: fc.constantFrom('"user-rejected"', '"interrupted"', '"x"'),
        cwd: fc.constantFrom('"C:\\\\users"', '"/a"'),
        uuid: fc.constantFrom('"u1"', '"u2"'),
      }),
    ),
  )
  .map(([type, rest]) => (rest === '{}' ? `{"type":"${type}"}` : `{"type":"${type}",${rest.slice(1)}`))

describe('what spans need of a row', () => {
  it('is the same by its bytes as in the row that was parsed, whatever the row looks like', () => {
    fc.assert(
      fc.property(
        fc.array(rowText, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', ''),
        (lines, end) => {
          const { byBytes, parsed } = bothOf(Buffer.from(lines.join(end)))
          expect(byBytes).toEqual(parsed)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('is the same where the source masks texts, and so no place in a row holds', () => {
    const lines = [
      '{"cwd":"secret","type":"assistant","message":{"stop_reason":"end_turn","content":[{"type":"text","text":"a secret"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"secret"}}]}}',
      '{"cwd":"secret","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"secret"}]},"toolUseResult":{"stdout":"secret","interrupted":true}}',
    ]
    const bytes = Buffer.from(lines.join('\n'))
    const source = maskedSource(bytesInMemory(bytes), () => (text) => text.replace('secret', '[hidden]'))
    const inputs = new Map([['t1', { command: '[hidden]' }]])
    const value = '[hidden]'
    expect(bothOf(bytes, source).byBytes).toEqual([
      [0, { texts: ['a [hidden]'], thinking: [], stopReason: 'end_turn', inputs }],
      [1, new Map([['t1', { value, text: value, status: 'interrupted', launched: false }]])],
    ])
  })
})
