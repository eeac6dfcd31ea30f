import { readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, at, Bench, call, prompt, result } from '../../test/bench.ts'
import { sessionFiles } from './session-files.ts'

let bench: Bench
beforeEach(() => void (bench = new Bench()))
afterEach(() => bench.remove())

const TURN_1 = [prompt('p1', null, 0), answer('a1', 'p1', 5)]
const TURN_2 = [prompt('p2', 'a1', 10), answer('a2', 'p2', 15)]
const ONE_TURN = ['invoke_agent claude-code', 'chat claude-test-1']

describe('a session', () => {
  it('that has not changed costs a look at its size and time', async () => {
    const path = bench.write('s1', TURN_1)
    expect(await bench.send([path])).toMatchObject({ sessions: 1, turns: 1, spans: 2, sent: 2, unchanged: 0 })
    expect(await bench.send([path])).toMatchObject({ sessions: 0, unchanged: 1, read: 0, sent: 0 })
    expect(bench.sent()).toEqual(ONE_TURN)
  })

  it('that has grown costs the turns that are new: of the others not even spans are made', async () => {
    const path = bench.write('s1', TURN_1)
    await bench.send([path])
    bench.write('s1', TURN_2)
    expect(await bench.send([path])).toMatchObject({ turns: 1, sent: 2, known: 0 })
    expect(bench.sent()).toEqual([...ONE_TURN, ...ONE_TURN])
  })

  it('that was written anew is looked at anew, and what is known stays known', async () => {
    const path = bench.write('s1', [...TURN_1, ...TURN_2])
    await bench.send([path])
    writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(0, 2).join('\n'))
    expect(await bench.send([path])).toMatchObject({ sessions: 1, known: 2, sent: 0 })
  })

  it('has an open turn, which is remembered, and sent when it has ended', async () => {
    const path = bench.write('s1', [...TURN_1, prompt('p2', 'a1', 10)])
    expect(await bench.send([path])).toMatchObject({ turns: 1, open: 1, sent: 2 })
    expect(await bench.send([path])).toMatchObject({ unchanged: 1, sessions: 0 })
    bench.write('s1', [answer('a2', 'p2', 15)])
    expect(await bench.send([path])).toMatchObject({ turns: 1, open: 0, sent: 2, known: 0 })
  })

  it('that is settled sends what has no end, though its file is the same', async () => {
    const path = bench.write('s1', [...TURN_1, prompt('p2', 'a1', 10)])
    await bench.send([path])
    expect(await bench.send([path], { settled: true })).toMatchObject({ turns: 1, sent: 1, open: 0 })
    expect(await bench.send([path], { settled: true })).toMatchObject({ unchanged: 1 })
  })

  it('gets new children below what was sent when a sub-agent ends later', async () => {
    const path = bench.write('s1', [
      prompt('p1', null, 0),
      call('a1', 'p1', 2, 'toolu_1'),
      result('r1', 'a1', 3, { tool: 'toolu_1', agent: 'x1' }),
      answer('a2', 'r1', 5),
    ])
    const side = { isSidechain: true, agentId: 'x1' }
    bench.write('s1', [prompt('x1-p', null, 3, side)], 'x1')
    await bench.send([path])
    const before = bench.spans()
    expect(before.map(({ name }) => name)).not.toContain('invoke_agent helper')
    bench.write('s1', [answer('x1-a', 'x1-p', 60, { more: side })], 'x1')
    expect(await bench.send([path])).toMatchObject({ turns: 1, resent: 0 })
    const late = bench.spans().slice(before.length)
    expect(late.map(({ name }) => name)).toEqual(['invoke_agent helper', 'chat claude-test-1'])
    expect(late[0].traceId).toBe(before[0].traceId)
    expect(before.map(({ spanId }) => spanId)).toContain(late[0].parentSpanId)
  })

  it('is not done when only a part of it was asked for', async () => {
    const path = bench.write('s1', [...TURN_1, ...TURN_2])
    const since = Date.parse(at(10))
    expect(await bench.send([path], { since })).toMatchObject({ turns: 1, tooOld: 1, sent: 2 })
    expect(await bench.send([path])).toMatchObject({ turns: 1, sent: 2, known: 2 })
  })

  it('in which no row has a time is not sent with one that is made up, but as soon as there is one', async () => {
    const silent = TURN_1.map((row) => ({ ...row, timestamp: undefined }))
    const path = bench.write('s1', silent)
    const nothing = { sessions: 1, turns: 0, noTime: 1, sent: 0 }
    expect(await bench.send([path])).toMatchObject(nothing)
    expect(await bench.send([path])).toMatchObject(nothing)
    bench.write('s1', TURN_2)
    expect(await bench.send([path])).toMatchObject({ turns: 2, noTime: 0, sent: 4 })
    const begin = `${Date.parse(at(10))}000000`
    expect(bench.spans().map(({ startTimeUnixNano }) => startTimeUnixNano)).toEqual(Array(4).fill(begin))
  })

  it('is left out by settings, turn by turn', async () => {
    const path = bench.write('s1', TURN_1)
    bench.settings = { ...bench.settings, exclude: ['/home/ada'] }
    expect(await bench.send([path])).toMatchObject({ excluded: 1, sent: 0 })
    bench.settings = { ...bench.settings, exclude: [], sample: 0 }
    expect(await bench.send([path], { again: true })).toMatchObject({ sampledOut: 1, sent: 0 })
    bench.settings = { ...bench.settings, sample: 1 }
    expect(await bench.send([path])).toMatchObject({ unchanged: 1 })
    expect(await bench.send([path], { again: true })).toMatchObject({ sent: 2 })
  })

  it('that grows without a newer time is seen to have grown', async () => {
    const path = bench.write('s1', TURN_1)
    await bench.send([path])
    const { atime, mtime } = statSync(path)
    bench.write('s1', TURN_2)
    utimesSync(path, atime, mtime)
    expect(await bench.send([path])).toMatchObject({ sent: 2 })
  })
})

describe('a transcript that changes while it is sent', () => {
  it.each([
    ['becomes shorter', (path: string) => truncateSync(path, 100)],
    ['is written over', (path: string) => writeFileSync(path, 'x'.repeat(statSync(path).size))],
  ])('and %s is told, and no other is the worse for it', async (_name, change) => {
    // More than is held in memory, so that the rows of its turns are read when it is their turn.
    const long = { message: { role: 'user', content: 'word '.repeat(1_400_000) } }
    const path = bench.write('s1', [
      ...TURN_1,
      ...TURN_2,
      prompt('p3', 'a2', 20, long),
      answer('a3', 'p3', 21),
    ])
    const other = bench.write('s2', [prompt('q1', null, 0), answer('b1', 'q1', 5)])
    const whole = readFileSync(path)
    const told: string[] = []
    const report = await bench.sending(
      async (sender) => {
        const [first, second] = [path, other].map((file) => sessionFiles(file))
        if (first === null || second === null) throw new Error('no such session')
        const sending = sender.session(first, { settled: true })
        // Its first turn is lined up.
        change(path)
        await sending
        await sender.session(second, { settled: true })
      },
      (line) => told.push(line),
    )
    expect(report).toMatchObject({ sessions: 2, unreadable: 1, sent: 4, stopped: null })
    expect(told).toEqual([`cannot be read (changed meanwhile): ${path}`])
    writeFileSync(path, whole)
    expect(await bench.send([path, other])).toMatchObject({ unchanged: 1, known: 2, sent: 4, unreadable: 0 })
  })
})

describe('a copy', () => {
  it('of --fork-session (the same uuids, another session) is known, and only what is new goes out', async () => {
    const origin = bench.write('s1', TURN_1)
    const fork = bench.write('s2', [...TURN_1, ...TURN_2])
    expect(await bench.send([origin, fork])).toMatchObject({ turns: 2, sent: 4, known: 2, copies: 0 })
  })

  it('of a fork of a fork (other uuids, forkedFrom) leads to the origin through the files', async () => {
    const from = (sessionId: string, messageUuid: string): object => ({
      forkedFrom: { sessionId, messageUuid },
    })
    const origin = bench.write('s1', TURN_1)
    bench.write('s2', [
      prompt('q1', null, 0, from('s1', 'p1')),
      answer('b1', 'q1', 5, { id: 'msg_a1', more: from('s1', 'a1') }),
    ])
    const second = bench.write('s3', [
      prompt('r1', null, 0, from('s2', 'q1')),
      answer('c1', 'r1', 5, { id: 'msg_a1', more: from('s2', 'b1') }),
    ])
    // The fork in between is never sent itself.
    expect(await bench.send([origin, second])).toMatchObject({ turns: 1, sent: 2, known: 2, copies: 0 })
  })

  it('of a compacted session begins without its prompt: what was said there counts once', async () => {
    const compacted = (name: string, past: string | null, from: (uuid: string) => object): object[] => {
      const boundary = { type: 'system', subtype: 'compact_boundary', content: 'compacted', parentUuid: null }
      const summary = { message: { role: 'user', content: 'so far' }, isCompactSummary: true }
      return [
        { ...boundary, uuid: `${name}k`, logicalParentUuid: past, timestamp: at(6), ...from('k') },
        prompt(`${name}s`, `${name}k`, 6, { ...summary, ...from('s') }),
        answer(`${name}a2`, `${name}s`, 7, { id: 'msg_a2', more: from('a2') }),
      ]
    }
    const origin = bench.write('s1', [...TURN_1, ...compacted('', 'a1', () => ({}))])
    const from = (messageUuid: string): object => ({ forkedFrom: { sessionId: 's1', messageUuid } })
    const own = [prompt('q2', 'q-a2', 10), answer('b2', 'q2', 15)]
    const fork = bench.write('s2', [...compacted('q-', null, from), ...own])
    // A root, two generations and the compaction; of the fork two spans are new, and a turn of three is copied.
    expect(await bench.send([origin, fork])).toMatchObject({ sent: 4 + 2, copies: 3 })
  })

  it('that nothing tells of is found by its messages: their tokens count once', async () => {
    const origin = bench.write('s1', TURN_1)
    const copy = bench.write('s2', [prompt('q1', null, 0), answer('b1', 'q1', 5, { id: 'msg_a1' })])
    expect(await bench.send([origin])).toMatchObject({ sent: 2 })
    expect(await bench.send([copy])).toMatchObject({ sent: 0, copies: 2 })
  })

  it('beside something of its own keeps its turn, without what is copied', async () => {
    const origin = bench.write('s1', TURN_1)
    const copy = bench.write('s2', [
      prompt('q1', null, 0),
      answer('b1', 'q1', 5, { id: 'msg_a1' }),
      answer('b2', 'b1', 8),
    ])
    expect(await bench.send([origin, copy])).toMatchObject({ sent: 4, copies: 1 })
  })
})
