import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiBlock, ApiMessage } from './api-types.ts'
import { sendable } from './sendable.ts'

describe('sendable', () => {
  it('leaves a valid conversation as it is, object by object', () => {
    const messages: ApiMessage[] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [thinking('s'), use('1')] },
      { role: 'user', content: [result('1'), text('and')] },
      { role: 'assistant', content: [text('done')] },
    ]
    const sent = sendable(messages)
    expect(sent.every((message, i) => message === messages[i])).toBe(true)
    expect(sent).toHaveLength(4)
  })

  it('answers a call that nobody answered, behind it and before what was said instead', () => {
    const sent = sendable([
      user(text('go')),
      assistant(use('1'), use('2')),
      user(text('never mind'), result('2')),
    ])
    expect(sent[2]).toEqual(user(interrupted('1'), result('2'), text('never mind')))
    expect(sendable([user(text('go')), assistant(use('1'))])[2]).toEqual(user(interrupted('1')))
  })

  it('takes out answers to nothing, and to what was answered before', () => {
    const sent = sendable([
      user(result('0'), text('go')),
      assistant(use('1')),
      user(result('1'), result('1'), result('9')),
    ])
    expect(sent).toEqual([user(text('go')), assistant(use('1')), user(result('1'))])
  })

  it('calls an id once', () => {
    const sent = sendable([
      user(text('go')),
      assistant(use('1')),
      user(result('1')),
      assistant(use('1')),
      user(result('1')),
    ])
    expect(sent).toEqual([user(text('go')), assistant(use('1')), user(result('1'))])
  })

  it('drops unsigned thinking whole, and thinking that led to nothing', () => {
    const unsigned = { type: 'thinking', thinking: 'hm', signature: '' }
    expect(sendable([user(text('go')), assistant(unsigned, text('a'))])[1]).toEqual(assistant(text('a')))
    expect(sendable([user(text('go')), assistant(text('a'), thinking('s'))])[1]).toEqual(assistant(text('a')))
    expect(sendable([user(text('go')), assistant(thinking('s'))])).toEqual([user(text('go'))])
  })

  it('begins with the user and merges neighbours of one role', () => {
    expect(
      sendable([assistant(text('a')), assistant(text('b')), user(text(' ')), assistant(text('c'))]),
    ).toEqual([user(text('(no content)')), assistant(text('a'), text('b'), text('c'))])
  })

  it('makes anything valid, keeps thinking the same object, and changes nothing the second time', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const sent = sendable(messages)
        expect(faults(sent)).toEqual([])
        expect(sendable(sent)).toEqual(sent)
        const given = new Set(messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content)))
        for (const { content } of sent)
          if (typeof content !== 'string')
            for (const block of content) if (block['type'] === 'thinking') expect(given.has(block)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

const ids = fc.constantFrom('1', '2', '3')
const block: fc.Arbitrary<ApiBlock> = fc.oneof(
  fc.constantFrom('a', 'b', '', ' ').map(text),
  ids.map(use),
  ids.map(result),
  fc.constantFrom('s', '').map(thinking),
  fc.constant({ type: 'redacted_thinking', data: 'x' }),
  fc.constant({ type: 'image', source: {} }),
  fc.constant({ type: 'tool_use', id: '1' }),
  fc.constant({ type: 'tool_result', tool_use_id: '2', content: [{ type: 'text', text: '' }] }),
  fc.constant({ type: 'mystery' }),
)
const conversation: fc.Arbitrary<ApiMessage[]> = fc.array(
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: fc.oneof(fc.constantFrom('', ' ', 'text'), fc.array(block, { maxLength: 4 })),
  }),
  { maxLength: 8 },
)

/** What the Messages API would refuse, said apart from how `sendable` works. */
function faults(messages: readonly ApiMessage[]): string[] {
  const found: string[] = []
  const called = new Set<unknown>()
  for (const [i, { role, content }] of messages.entries()) {
    if (role !== (i % 2 === 0 ? 'user' : 'assistant')) found.push(`role of ${i}`)
    if (content.length === 0) found.push(`nothing in ${i}`)
    if (typeof content === 'string') continue
    const answers = content
      .filter(({ type }) => type === 'tool_result')
      .map((answer) => answer['tool_use_id'])
    const before = messages[i - 1]?.content
    const calls =
      typeof before === 'string' || before === undefined
        ? []
        : before.filter(({ type }) => type === 'tool_use')
    if (
      role === 'user' &&
      answers.map(String).toSorted(byText).join() !==
        calls
          .map(({ id }) => String(id))
          .toSorted(byText)
          .join()
    )
      found.push(`pairs at ${i}`)
    if (role === 'assistant' && content.at(-1)?.['type'] === 'thinking') found.push(`ends in thinking: ${i}`)
    if (role === 'assistant' && i === messages.length - 1 && content.some(({ type }) => type === 'tool_use'))
      found.push('open call')
    for (const { type, text: said, id, signature } of content) {
      if (type === 'text' && String(said).trim() === '') found.push(`empty text in ${i}`)
      if (type === 'thinking' && signature === '') found.push(`unsigned in ${i}`)
      if (type === 'tool_use' && (called.has(id) || !called.add(id))) found.push(`id twice: ${String(id)}`)
    }
  }
  return found
}

function user(...content: ApiBlock[]): ApiMessage {
  return { role: 'user', content }
}

function assistant(...content: ApiBlock[]): ApiMessage {
  return { role: 'assistant', content }
}

function text(said: string): ApiBlock {
  return { type: 'text', text: said }
}

function thinking(signature: string): ApiBlock {
  return { type: 'thinking', thinking: 'hm', signature }
}

function use(id: string): ApiBlock {
  return { type: 'tool_use', id, name: 'Bash', input: {} }
}

function result(id: string): ApiBlock {
  return { type: 'tool_result', tool_use_id: id, content: 'ok' }
}

function interrupted(id: string): ApiBlock {
  const content =
    "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. Check whether it took effect before relying on it or running it again.]"
  return { type: 'tool_result', tool_use_id: id, content, is_error: true }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
