import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TurnMemory } from './homes.ts'
import { Transcript } from '../transcript.ts'
import { turnAt, turnCount } from './turns.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'

describe('TurnMemory', () => {
  it('gives the turn that is worked out anew, however the file grows', () => {
    const row = fc.record({
      kind: fc.constantFrom('prompt', 'call', 'text', 'answer', 'failure', 'progress'),
      uuid: fc.option(fc.nat(20), { nil: null, freq: 8 }),
      back: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(6)),
      message: fc.nat(3),
      tool: fc.nat(4),
    })
    fc.assert(
      fc.property(fc.array(row, { minLength: 3, maxLength: 25 }), (made) => {
        const transcript = new Transcript()
        const memory = new TurnMemory()
        for (const [i, { kind, uuid, back, message, tool }] of made.entries()) {
          const parentUuid = i === 0 ? null : String(Math.max(0, i - 1 - back))
          const place = {
            uuid: String(uuid ?? i),
            parentUuid,
            timestamp: new Date(1e12 + i * 1000).toISOString(),
          }
          transcript.append(encodeUtf8(`${JSON.stringify({ ...place, ...said(kind, message, tool) })}\n`))
          const last = turnCount(transcript) - 1
          if (last < 0) continue
          expect(turnAt(transcript, last, memory)).toEqual(turnAt(transcript, last))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('works out only what a row changed', () => {
    const transcript = new Transcript()
    const memory = new TurnMemory()
    const add = (uuid: string, parentUuid: string | null, rest: object): void =>
      void transcript.append(encodeUtf8(`${JSON.stringify({ uuid, parentUuid, ...rest })}\n`))
    add('p', null, said('prompt', 0, 0))
    add('a', 'p', said('call', 1, 1))
    add('ra', 'a', said('answer', 0, 1))
    add('b', 'ra', said('call', 2, 2))
    const before = turnAt(transcript, 0, memory)
    add('rb', 'b', said('answer', 0, 2))
    const after = turnAt(transcript, 0, memory)
    expect(after.messages[0]).toBe(before.messages[0])
    expect(after.toolCalls[0]).toBe(before.toolCalls[0])
    expect([before.toolCalls[1].status, after.toolCalls[1].status]).toEqual(['pending', 'ok'])
  })
})

function said(kind: string, message: number, tool: number): object {
  const spoken = (content: object): object => ({
    type: 'assistant',
    message: { role: 'assistant', id: `m${message}`, content: [content], usage: { output_tokens: tool } },
  })
  const answered = (error: boolean): object => ({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${tool}`, is_error: error, content: 'x' }],
    },
  })
  switch (kind) {
    case 'prompt':
      return { type: 'user', message: { role: 'user', content: 'go' } }
    case 'call':
      return spoken({ type: 'tool_use', id: `t${tool}`, name: 'Bash', input: {} })
    case 'text':
      return spoken({ type: 'text', text: 'done' })
    case 'answer':
      return answered(false)
    case 'failure':
      return answered(true)
    default:
      return { type: 'progress', data: { type: 'hook' } }
  }
}
