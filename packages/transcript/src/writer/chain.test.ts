import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../entry/entry.ts'
import { isChainEntry } from '../entry/entry.ts'
import { readEntry } from '../entry/read-entry.ts'
import { ChainWriter } from './chain.ts'
import type { ChainSeams, ChainStart } from './chain.ts'

const session = { sessionId: 's1', cwd: '/home/me/app', version: '2.1.325', gitBranch: 'main' }
const start = Date.UTC(2026, 0, 1)
const usage = { input_tokens: 1, output_tokens: 1 }

function seams(times: () => number = () => start): ChainSeams {
  let next = 0
  return { now: times, newUuid: () => `u${(next += 1)}` }
}

const writerOf = (from?: ChainStart) => new ChainWriter(session, seams(), from)

const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} })
const text = (value: string) => ({ type: 'text', text: value })
const block = (messageId: string, content: object) => ({ messageId, model: 'm', block: content, usage })

function parse(line: string): Entry {
  expect(line.endsWith('\n')).toBe(true)
  expect(line.indexOf('\n')).toBe(line.length - 1)
  return readEntry(JSON.parse(line), { line: 1, offset: 0, length: line.length - 1 })
}

const links = (lines: string[]) => lines.map(parse).map((entry) => [entry.kind, entry.uuid, entry.parentUuid])

describe('ChainWriter', () => {
  it('chains a conversation, parallel results one after another', () => {
    const writer = writerOf()
    const rows = [
      writer.userPrompt({ content: 'go' }),
      writer.assistantBlock(block('m1', text('doing'))),
      writer.assistantBlock(block('m1', call('t1'))),
      writer.assistantBlock(block('m1', call('t2'))),
      writer.toolResult({ toolUseId: 't2', content: 'two' }),
      writer.toolResult({ toolUseId: 't1', content: 'one', isError: true, toolUseResult: 'Error: one' }),
      writer.assistantBlock(block('m2', text('done'))),
      writer.system({ subtype: 'turn_duration', fields: { durationMs: 5 } }),
    ]
    expect(links(rows.map((row) => row.line))).toEqual([
      ['user', 'u1', null],
      ['assistant', 'u2', 'u1'],
      ['assistant', 'u3', 'u2'],
      ['assistant', 'u4', 'u3'],
      ['user', 'u5', 'u4'],
      ['user', 'u6', 'u5'],
      ['assistant', 'u7', 'u6'],
      ['system', 'u8', 'u7'],
    ])
    expect(parse(rows[4].line)).toMatchObject({ sourceToolAssistantUuid: 'u4' })
    expect(parse(rows[5].line)).toMatchObject({ sourceToolAssistantUuid: 'u3', toolUseResult: 'Error: one' })
    expect(rows.slice(1, 4).map((row) => parse(row.line))).toMatchObject([
      { messageId: 'm1' },
      { messageId: 'm1' },
      { messageId: 'm1' },
    ])
    expect(writer.tip).toBe('u8')
    expect(writer.openCalls).toEqual([])
  })

  it('compacts: a root with a logical parent, then the summary, where preserved rows are anchored', () => {
    const writer = writerOf()
    writer.userPrompt({ content: 'go' })
    writer.assistantBlock(block('m1', text('done')))
    const { boundary, summary } = writer.compact({
      summary: 'We did it.',
      trigger: 'manual',
      preTokens: 900,
      preserve: { headUuid: 'u1', tailUuid: 'u2' },
    })
    expect(parse(boundary.line)).toMatchObject({
      parentUuid: null,
      logicalParentUuid: 'u2',
      detail: {
        kind: 'compact_boundary',
        trigger: 'manual',
        preTokens: 900,
        preservedSegment: { headUuid: 'u1', anchorUuid: summary.uuid, tailUuid: 'u2' },
      },
    })
    expect(parse(summary.line)).toMatchObject({
      uuid: summary.uuid,
      parentUuid: boundary.uuid,
      isCompactSummary: true,
      content: { shape: 'string', value: 'We did it.' },
    })
    expect(writer.tip).toBe(summary.uuid)
  })

  it('continues a transcript, branches in it and says where it stands', () => {
    const writer = writerOf({ tip: 'old2', written: ['old1', 'old2'], lastTime: start + 50 })
    const first = writer.userPrompt({ content: 'on' })
    expect(parse(first.line)).toMatchObject({ parentUuid: 'old2', timestamp: start + 51 })
    writer.branchFrom('old1')
    const second = writer.userPrompt({ content: 'otherwise' })
    expect(parse(second.line)).toMatchObject({ parentUuid: 'old1' })
    expect(JSON.parse(writer.lastPrompt('otherwise'))).toEqual({
      type: 'last-prompt',
      lastPrompt: 'otherwise',
      leafUuid: second.uuid,
      sessionId: 's1',
    })
  })

  it('lets times rise by at least a millisecond, whatever the clock says', () => {
    const clock = [start + 5, start, start + 5, start + 9][Symbol.iterator]()
    const writer = new ChainWriter(
      session,
      seams(() => clock.next().value ?? 0),
    )
    const times = ['a', 'b', 'c', 'd'].map((content) => parse(writer.userPrompt({ content }).line).timestamp)
    expect(times).toEqual([start + 5, start + 6, start + 7, start + 9])
  })

  it("marks a sub-agent's rows as side lines", () => {
    const writer = new ChainWriter({ ...session, agentId: 'a1' }, seams())
    expect(parse(writer.userPrompt({ content: 'look' }).line)).toMatchObject({
      isSidechain: true,
      agentId: 'a1',
    })
  })

  it('throws on a duplicate uuid and on links to rows that are not written', () => {
    const same = new ChainWriter(session, { now: () => start, newUuid: () => 'same' })
    same.userPrompt({ content: 'a' })
    expect(() => same.userPrompt({ content: 'b' })).toThrow('uuid same is already in the transcript')
    expect(() => same.compact({ summary: '', trigger: 'auto', preTokens: 1 })).toThrow(
      'already in the transcript',
    )
    expect(() => writerOf({ tip: 'x', written: [], lastTime: 0 })).toThrow('tip x is not in the transcript')
    expect(() => writerOf().branchFrom('x')).toThrow('row to branch from x is not in the transcript')
    expect(() => writerOf().lastPrompt()).toThrow('nothing is written')
    const preserve = { headUuid: 'x', tailUuid: 'x' }
    expect(() => writerOf().compact({ summary: '', trigger: 'auto', preTokens: 1, preserve })).toThrow(
      'preserved head x is not in the transcript',
    )
  })

  it('throws on results without calls, and on whatever would leave a call without its result', () => {
    const writer = writerOf()
    writer.userPrompt({ content: 'go' })
    writer.assistantBlock(block('m1', call('t1')))
    expect(() => writer.toolResult({ toolUseId: 't9', content: '' })).toThrow('no tool call t9 waits')
    expect(() => writer.userPrompt({ content: 'wait' })).toThrow('wait for results: t1')
    expect(() => writer.assistantBlock(block('m2', text('x')))).toThrow('wait for results: t1')
    expect(() => writer.branchFrom('u1')).toThrow('wait for results: t1')
    expect(() => writer.compact({ summary: '', trigger: 'auto', preTokens: 1 })).toThrow(
      'wait for results: t1',
    )
    expect(() => writer.assistantBlock(block('m1', call('t1')))).toThrow('tool call t1 is already written')
    writer.toolResult({ toolUseId: 't1', content: '' })
    expect(() => writer.toolResult({ toolUseId: 't1', content: '' })).toThrow('no tool call t1 waits')
    expect(() => writer.assistantBlock(block('m1', text('late')))).toThrow('message m1 has ended')
  })

  it('keeps its rules over any series of steps', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('prompt' as const), text: fc.string({ unit: 'binary' }) }),
      fc.record({ do: fc.constant('answer' as const), calls: fc.nat(4), order: fc.boolean() }),
      fc.record({ do: fc.constant('compact' as const) }),
      fc.record({ do: fc.constant('branch' as const), at: fc.nat() }),
      fc.record({ do: fc.constant('note' as const) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.array(fc.nat(20)), (steps, ticks) => {
        let tick = 0
        let messages = 0
        const writer = new ChainWriter(
          session,
          seams(() => start + (ticks[tick++ % (ticks.length || 1)] ?? 0)),
        )
        const lines: string[] = []
        const uuids: string[] = []
        const put = (row: { uuid: string; line: string }) => (lines.push(row.line), uuids.push(row.uuid))
        for (const taken of steps) {
          if (taken.do === 'prompt') put(writer.userPrompt({ content: taken.text }))
          if (taken.do === 'note') put(writer.attachment({ attachment: { type: 'date' } }))
          if (taken.do === 'branch' && uuids.length > 0) writer.branchFrom(uuids[taken.at % uuids.length])
          if (taken.do === 'compact') {
            const { boundary, summary } = writer.compact({ summary: 's', trigger: 'auto', preTokens: 1 })
            put(boundary)
            put(summary)
          }
          if (taken.do === 'answer') {
            const id = `m${(messages += 1)}`
            const calls = Array.from({ length: taken.calls }, (_, index) => `${id}-${index}`)
            put(writer.assistantBlock(block(id, text('x'))))
            for (const name of calls) put(writer.assistantBlock(block(id, call(name))))
            for (const name of taken.order ? calls : calls.reverse()) {
              put(writer.toolResult({ toolUseId: name, content: 'r' }))
            }
          }
        }
        const entries = lines.map(parse)
        const seen = new Set<string | null>([null])
        let time = -Infinity
        for (const entry of entries) {
          expect(isChainEntry(entry)).toBe(true)
          expect(seen.has(entry.parentUuid)).toBe(true)
          expect(seen.has(entry.uuid)).toBe(false)
          expect(entry.timestamp).toBeGreaterThan(time)
          time = entry.timestamp ?? NaN
          seen.add(entry.uuid)
          // A result hangs on the row before it, which is a call or another result.
          if (entry.kind === 'user' && entry.sourceToolAssistantUuid !== null) {
            expect(seen.has(entry.sourceToolAssistantUuid)).toBe(true)
            expect(entry.parentUuid).toBe(entries[entries.indexOf(entry) - 1].uuid)
          }
        }
        expect(writer.openCalls).toEqual([])
      }),
    )
  })
})
