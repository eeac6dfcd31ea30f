import { describe, expect, it } from 'vitest'
import type { AgentFile } from '@skein/transcript'
import {
  agentFile,
  at,
  boundary,
  call,
  prompt,
  result,
  row,
  said,
  session,
  turnsOf,
} from '../../test/rows.ts'
import type { TracedTurn } from './turn.ts'

describe('times', () => {
  it('of a generation run from the result before it to its last block, of a tool from its call to its result', () => {
    const [turn] = turnsOf([
      prompt('p1', null, 0),
      row('attachment', 'x', 'p1', 1),
      said('a1', 'x', 3, 'm1', 'I look'),
      said('a2', 'a1', 4, 'm1', call('t1')),
      said('a3', 'a2', 5, 'm1', call('t2')),
      result('r1', 'a2', 9, 't1'),
      result('r2', 'a3', 7, 't2'),
      row('system', 'h', 'r2', 30, { subtype: 'informational' }),
      said('a4', 'h', 12, 'm2'),
      // What is noted hours later makes no turn longer.
      row('system', 'y', 'a4', 9000, { subtype: 'away_summary' }),
      { ...prompt('z', 'y', 9001), isMeta: true },
    ])
    expect(times(turn)).toEqual([
      ['agent', 0, 12],
      ['generation', 0, 5],
      ['tool', 4, 9],
      ['tool', 5, 7],
      ['generation', 7, 12],
    ])
  })

  it('of a row without one are those of the row before it, and marked', () => {
    const [turn] = turnsOf([
      prompt('p1', null, 2),
      said('a1', 'p1', null, 'm1', call('t1')),
      result('r1', 'a1', 5, 't1'),
      said('a2', 'r1', 6, 'm2'),
    ])
    expect(times(turn)).toEqual([
      ['agent', 2, 6],
      ['generation', 2, 2, 'estimated'],
      ['tool', 2, 5, 'estimated'],
      ['generation', 5, 6],
    ])
  })

  it('never run backwards, and are never more than OTLP holds', () => {
    const far = { timestamp: '+275760-09-13T00:00:00.000Z' }
    const [turn] = turnsOf([
      prompt('p1', null, 100),
      said('a1', 'p1', 50, 'm1', call('t1')),
      result('r1', 'a1', 20, 't1'),
      { ...said('a2', 'r1', 0, 'm2'), ...far },
      { ...said('a3', 'a2', 0, 'm3'), timestamp: '0001-01-01T00:00:00Z' },
    ])
    expect(times(turn)).toEqual([
      ['agent', 100, 100],
      ['generation', 100, 100],
      ['tool', 50, 50],
      ['generation', 20, 20, 'estimated'],
      ['generation', 20, 20, 'estimated'],
    ])
  })

  it('without an end are moments, and incomplete', () => {
    const [turn] = turnsOf([prompt('p1', null, 0), said('a1', 'p1', 1, 'm1', call('t1'))])
    const [root, , tool] = turn.spans()
    expect([root.incomplete, tool.start, tool.end, tool.incomplete]).toEqual([true, at(1), at(1), true])
  })

  it("of rows before the first that has one are that one's", () => {
    const turns = turnsOf([
      prompt('p1', null, null),
      said('a1', 'p1', null, 'm1'),
      prompt('p2', 'a1', 5),
      said('a2', 'p2', 6, 'm2'),
    ])
    expect(turns.map(times)).toEqual([
      [
        ['agent', 5, 5, 'estimated'],
        ['generation', 5, 5, 'estimated'],
      ],
      [
        ['agent', 5, 6],
        ['generation', 5, 6],
      ],
    ])
  })

  it('of a turn of which nothing is written but its sub-agents are theirs', () => {
    const aside = { isSidechain: true }
    const [turn] = turnsOf([
      { ...prompt('s1', null, 3), ...aside },
      { ...said('s2', 's1', 7, 'm1'), ...aside },
    ])
    expect(times(turn)).toEqual([
      ['agent', 3, 7, 'estimated'],
      ['agent', 3, 7],
      ['generation', 3, 7],
    ])
  })

  it('of a sub-agent that has none begin with the call that started it', () => {
    const rows = [
      prompt('p1', null, 0),
      said('a1', 'p1', 1, 'm1', call('t1', 'Task')),
      result('r1', 'a1', 9, 't1'),
      said('a2', 'r1', 10, 'm2'),
    ]
    const silent = agentFile('x', { toolUseId: 't1' }, [prompt('q', null, null), said('b', 'q', null, 'm3')])
    const empty = agentFile('y', { toolUseId: 't1' }, [])
    const ofAgents = (agent: AgentFile): (string | number)[][] =>
      times(turnsOf(session(rows, [agent]))[0]).slice(4)
    expect([silent, empty].map(ofAgents)).toEqual([
      [
        ['agent', 1, 1, 'estimated'],
        ['generation', 1, 1, 'estimated'],
      ],
      [['agent', 1, 1, 'estimated']],
    ])
  })

  it('of a session that has none but in a sub-agent are the earliest there', () => {
    const rows = [
      prompt('p1', null, null),
      said('a1', 'p1', null, 'm1', call('t1', 'Task')),
      result('r1', 'a1', null, 't1'),
      said('a2', 'r1', null, 'm2'),
    ]
    const agent = agentFile('x', { toolUseId: 't1' }, [prompt('q', null, 4), said('b', 'q', 5, 'm3')])
    const [turn] = turnsOf(session(rows, [agent]))
    expect(turn.isTimed).toBe(true)
    expect(times(turn)).toEqual([
      ['agent', 4, 4, 'estimated'],
      ['generation', 4, 4, 'estimated'],
      ['tool', 4, 4, 'estimated'],
      ['generation', 4, 4, 'estimated'],
      ['agent', 4, 5],
      ['generation', 4, 5],
    ])
  })

  it('are none where no row has one, never now; the epoch is none', () => {
    const rows = [
      prompt('p1', null, null),
      { ...said('a1', 'p1', null, 'm1'), timestamp: '1970-01-01T00:00:00Z' },
    ]
    const [turn] = turnsOf(rows)
    expect(turn.isTimed).toBe(false)
    expect(turn.spans().map(({ start, end, estimated }) => [start, end, estimated])).toEqual([
      [0, 0, true],
      [0, 0, true],
    ])
  })

  it('of a compaction are a moment', () => {
    const [turn] = turnsOf([prompt('p1', null, 0), said('a1', 'p1', 1, 'm1'), boundary('b', 'a1', 7)])
    expect(times(turn)).toEqual([
      ['agent', 0, 1],
      ['generation', 0, 1],
      ['compaction', 7, 7],
    ])
  })
})

/** In seconds. */
function times(turn: TracedTurn): (string | number)[][] {
  return turn
    .spans()
    .map(({ kind, start, end, estimated }) => [
      kind,
      (start - at(0)) / 1000,
      (end - at(0)) / 1000,
      ...(estimated ? ['estimated'] : []),
    ])
}
