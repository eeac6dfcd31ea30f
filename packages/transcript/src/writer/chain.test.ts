import { describe, expect, it } from 'vitest'
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import type { Entry } from '../entry/entry.ts'
import { readEntry } from '../entry/read-entry.ts'
import { Transcript } from '../transcript.ts'
import { ChainWriter, type ChainOptions, type Proposal } from './chain.ts'
import type { SessionHead } from './lines.ts'
import type { NewRow } from './new-row.ts'

const head: SessionHead = { sessionId: 's1', cwd: '/home/me/app', version: '2.1.325', gitBranch: 'main' }
const start = Date.UTC(2026, 0, 1)

function writerOn(text = '', options: Partial<ChainOptions & { agentId: string }> = {}) {
  const { now = () => start, results, agentId } = options
  const transcript = new Transcript()
  transcript.append(encodeUtf8(text))
  let next = 0
  const newUuid = (): string => `u${(next += 1)}`
  return new ChainWriter(transcript, { ...head, agentId }, { now, newUuid, results })
}

function put(writer: ChainWriter, row: NewRow): Entry[] {
  const proposal = writer.propose(row)
  writer.written(proposal)
  return entriesOf(proposal)
}

function entriesOf({ bytes }: Proposal): Entry[] {
  const lines = decodeUtf8(bytes).split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) =>
    readEntry(JSON.parse(line), { line: 1, offset: 0, length: encodeUtf8(line).length }),
  )
}

const prompt = (content: string): NewRow => ({ kind: 'user', content })
const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} })
const text = (value: string) => ({ type: 'text', text: value })
const block = (id: string, content: object): NewRow => ({
  kind: 'assistant',
  message: { id, model: 'm', content: [content], usage: { input_tokens: 1, output_tokens: 1 } },
})
const result = (toolUseId: string): NewRow => ({ kind: 'result', toolUseId, content: 'r' })

const parallel = [
  prompt('go'),
  block('m1', text('doing')),
  block('m1', call('t1')),
  block('m1', call('t2')),
  result('t2'),
  result('t1'),
  block('m2', text('done')),
  { kind: 'system', subtype: 'turn_duration', durationMs: 5 } as const,
]

describe('links', () => {
  it('chain parallel results one after another', () => {
    const writer = writerOn()
    const entries = parallel.flatMap((row) => put(writer, row))
    expect(entries.map(({ kind, uuid, parentUuid }) => [kind, uuid, parentUuid])).toEqual([
      ['user', 'u1', null],
      ['assistant', 'u2', 'u1'],
      ['assistant', 'u3', 'u2'],
      ['assistant', 'u4', 'u3'],
      ['user', 'u5', 'u4'],
      ['user', 'u6', 'u5'],
      ['assistant', 'u7', 'u6'],
      ['system', 'u8', 'u7'],
    ])
    expect(entries.slice(4, 6)).toMatchObject([
      { sourceToolAssistantUuid: 'u4' },
      { sourceToolAssistantUuid: 'u3' },
    ])
    expect([writer.tip, writer.openCalls]).toEqual(['u8', []])
    expect(writer.transcript.path.length).toBe(8)
  })

  it('hang results on their calls in a tree, where a block may follow a result', () => {
    const writer = writerOn('', { results: 'tree' })
    const rows = [prompt('go'), block('m1', call('t1')), result('t1'), block('m1', call('t2')), result('t2')]
    expect(rows.flatMap((row) => put(writer, row)).map(({ uuid, parentUuid }) => [uuid, parentUuid])).toEqual(
      [
        ['u1', null],
        ['u2', 'u1'],
        ['u3', 'u2'],
        ['u4', 'u3'],
        ['u5', 'u4'],
      ],
    )
    const both = writerOn('', { results: 'tree' })
    expect(parallel.flatMap((row) => put(both, row)).map(({ parentUuid }) => parentUuid)).toEqual([
      null,
      'u1',
      'u2',
      'u3',
      'u4',
      'u3',
      'u6',
      'u7',
    ])
  })

  it('go on from an earlier row, and say so with zeros', () => {
    const writer = writerOn()
    for (const row of [prompt('a'), block('m1', text('b')), prompt('c')]) put(writer, row)
    const [again] = put(writer, { kind: 'user', content: 'c, otherwise', after: 'u2' })
    expect(again).toMatchObject({ uuid: 'u4', parentUuid: 'u2' })
    expect(put(writer, { kind: 'last-prompt', lastPrompt: 'c, otherwise', explicit: true })).toMatchObject([
      { lastPrompt: 'c, otherwise', leafUuid: '00000000-0000-0000-0000-000000000000', explicit: true },
    ])
    expect(put(writer, { kind: 'last-prompt' })).toMatchObject([{ leafUuid: 'u4', explicit: false }])
    const { path, scan } = writer.transcript
    expect([...path.rows()].map((row) => scan.ids.text(scan.columns.uuid[row]))).toEqual(['u1', 'u2', 'u4'])
  })

  it('of a compaction: a root with a logical parent, then the summary, where preserved rows are anchored', () => {
    const writer = writerOn()
    for (const row of [prompt('go'), block('m1', text('done'))]) put(writer, row)
    const proposal = writer.propose({
      kind: 'compaction',
      summary: 'We did it.',
      trigger: 'auto',
      preTokens: 900,
      preserve: ['u1', 'u2'],
    })
    const [boundary, summary] = entriesOf(proposal)
    expect(boundary).toMatchObject({
      parentUuid: null,
      logicalParentUuid: 'u2',
      detail: {
        trigger: 'auto',
        preTokens: 900,
        preservedSegment: { headUuid: 'u1', anchorUuid: summary.uuid, tailUuid: 'u2' },
        preservedMessages: { anchorUuid: summary.uuid, uuids: ['u1', 'u2'], allUuids: ['u1', 'u2'] },
      },
    })
    expect(summary).toMatchObject({ parentUuid: boundary.uuid, isCompactSummary: true })
    expect(proposal.uuids).toEqual([boundary.uuid, summary.uuid])
    expect(writer.tip).toBe(summary.uuid)
  })

  it("of a sub-agent's rows are side lines", () => {
    const writer = writerOn('', { agentId: 'a1' })
    expect(put(writer, prompt('look'))).toMatchObject([
      { parentUuid: null, isSidechain: true, agentId: 'a1' },
    ])
  })
})

describe('proposals', () => {
  it('count when they are written, and leave nothing when they are abandoned', () => {
    const writer = writerOn()
    put(writer, prompt('go'))
    const before = writer.transcript.rowCount
    const one = writer.propose({ ...block('m1', call('t1')), cwd: '/elsewhere', uuid: 'mine' } as NewRow)
    const two = writer.propose(result('t1'))
    expect([writer.tip, writer.transcript.rowCount]).toEqual([two.uuids[0], before])
    writer.written(one)
    expect(writer.transcript.rowCount).toBe(before + 1)
    writer.abandon()
    expect([writer.tip, writer.openCalls]).toEqual(['mine', ['t1']])
    expect(() => writer.written(two)).toThrow('cannot be written')
    writer.propose(result('t1'))
    writer.abandon()
    expect(put(writer, result('t1'))).toMatchObject([{ parentUuid: 'mine', cwd: '/elsewhere' }])
  })

  it('take an abandoned uuid, call and message again', () => {
    const writer = writerOn()
    for (let attempt = 0; attempt < 2; attempt++) {
      writer.propose({ kind: 'user', content: 'go', uuid: 'p' })
      writer.propose(block('m1', call('t1')))
      writer.abandon()
    }
    expect([writer.tip, writer.openCalls]).toEqual([null, []])
  })
})

describe('what a row says of its surroundings', () => {
  it('holds from it on', () => {
    const writer = writerOn()
    const rows = [
      prompt('a'),
      { kind: 'system', subtype: 'informational', cwd: '/b', gitBranch: 'x' } as const,
      prompt('c'),
    ]
    expect(rows.flatMap((row) => put(writer, row)).map((entry) => [entry.value].flat()[0])).toMatchObject([
      { cwd: '/home/me/app', gitBranch: 'main' },
      { cwd: '/b', gitBranch: 'x' },
      { cwd: '/b', gitBranch: 'x' },
    ])
  })

  it('times rise by at least a millisecond, whatever the clock says', () => {
    const clock = [start + 5, start, start + 5, start + 9]
    const writer = writerOn('', { now: () => clock.shift() ?? 0 })
    const times = ['a', 'b', 'c', 'd'].map((content) => put(writer, prompt(content))[0].timestamp)
    expect(times).toEqual([start + 5, start + 6, start + 7, start + 9])
  })
})

describe('a transcript that is there', () => {
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const at = (second: number) => new Date(start + second * 1000).toISOString()
  const said = {
    type: 'user',
    uuid: 'a',
    parentUuid: null,
    timestamp: at(1),
    message: { role: 'user', content: 'x' },
  }
  const calls = (uuid: string, parentUuid: string, id: string) => ({
    type: 'assistant',
    uuid,
    parentUuid,
    timestamp: at(90),
    message: { id: 'm', role: 'assistant', content: [call(id)] },
  })
  const answer = (uuid: string, parentUuid: string, id: string) => ({
    type: 'user',
    uuid,
    parentUuid,
    timestamp: at(3),
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: '' }] },
  })

  it('is gone on with: at its tip, after its latest time, with its open calls', () => {
    const writer = writerOn(
      lines([said, calls('b', 'a', 't1'), calls('c', 'b', 't2'), answer('d', 'b', 't1')]),
    )
    expect([writer.tip, writer.openCalls]).toEqual(['d', ['t2']])
    expect(put(writer, result('t2'))).toMatchObject([
      { parentUuid: 'd', sourceToolAssistantUuid: 'c', timestamp: start + 90_001 },
    ])
  })

  it('has no open calls where somebody spoke after them', () => {
    const later = { ...said, uuid: 'c', parentUuid: 'b', timestamp: at(4) }
    const writer = writerOn(lines([said, calls('b', 'a', 't1'), later]))
    expect([writer.tip, writer.openCalls]).toEqual(['c', []])
  })

  it('is gone on with before rows that the program cannot name or read', () => {
    const nameless = { type: 'user', timestamp: at(5), message: { role: 'user', content: 'y' } }
    expect(writerOn(lines([said, nameless])).tip).toBe('a')
    const torn = `{"type":"user","torn${JSON.stringify({ ...said, uuid: 'z', parentUuid: 'a' })}\n`
    expect(writerOn(lines([said]) + torn).tip).toBe('a')
  })
})

describe('an interruption', () => {
  it('answers open calls and tells the model', () => {
    const writer = writerOn()
    for (const row of [prompt('go'), block('m1', call('t1')), block('m1', call('t2'))]) put(writer, row)
    const rows = writer.interruption({ by: 'user', running: ['t1'], promptId: 'p' })
    const entries = rows.flatMap((row) => put(writer, row))
    expect(entries).toMatchObject([
      { toolDenialKind: 'user-rejected', toolUseResult: 'User rejected tool use', promptId: 'p' },
      { toolDenialKind: 'user-rejected', parentUuid: entries[0].uuid },
      { content: { blocks: [{ text: '[Request interrupted by user for tool use]' }] }, promptId: 'p' },
    ])
    expect(writer.openCalls).toEqual([])
  })

  it('of a stream names the message', () => {
    const rows = writerOn().interruption({ by: 'user', messageId: 'm1' })
    expect(rows).toEqual([
      {
        kind: 'user',
        content: [{ type: 'text', text: '[Request interrupted by user]' }],
        interruptedMessageId: 'm1',
      },
    ])
  })

  it('by the end of a process is told as the program tells it', () => {
    const writer = writerOn()
    for (const row of [prompt('go'), block('m1', call('t1'))]) put(writer, row)
    const entries = writer.interruption({ by: 'death' }).flatMap((row) => put(writer, row))
    expect(entries).toMatchObject([
      { toolDenialKind: 'interrupted' },
      { isSynthetic: true, isApiError: false },
    ])
    // It has been said now.
    expect(writer.interruption({ by: 'death' })).toEqual([])
  })
})

describe('what would break a resume throws', () => {
  it('a uuid twice, a link to a row that is not there', () => {
    const writer = writerOn()
    put(writer, { kind: 'user', content: 'a', uuid: 'same' })
    expect(() => writer.propose({ kind: 'user', content: 'b', uuid: 'same' })).toThrow('uuid same is already')
    expect(() => writer.propose({ kind: 'user', content: 'b', after: 'x' })).toThrow(
      'row to go on from x is not in the transcript',
    )
    expect(() => writerOn().propose({ kind: 'last-prompt' })).toThrow('nothing is written')
    const compaction = { kind: 'compaction', summary: '', trigger: 'auto', preTokens: 1 } as const
    expect(() => writer.propose({ ...compaction, preserve: ['x'] })).toThrow('preserved row x is not')
  })

  it('results without calls, and whatever would leave a call without its result', () => {
    const writer = writerOn()
    for (const row of [prompt('go'), block('m1', call('t1'))]) put(writer, row)
    expect(() => writer.propose(result('t9'))).toThrow('no tool call t9 waits')
    const compaction: NewRow = { kind: 'compaction', summary: '', trigger: 'auto', preTokens: 1 }
    const synthetic: NewRow = { kind: 'synthetic', text: 'x' }
    for (const row of [prompt('wait'), block('m2', text('x')), compaction, synthetic])
      expect(() => writer.propose(row)).toThrow('wait for results: t1')
    expect(() => writer.propose(block('m1', call('t1')))).toThrow('tool call t1 is already written')
    put(writer, result('t1'))
    expect(() => writer.propose(result('t1'))).toThrow('no tool call t1 waits')
    expect(() => writer.propose(block('m1', text('late')))).toThrow('message m1 has ended')
    // None of it left a trace.
    expect(writer.tip).toBe('u3')
  })
})
