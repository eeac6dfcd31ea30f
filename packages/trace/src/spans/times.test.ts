import { describe, expect, it } from 'vitest'
import { at, boundary, call, prompt, result, row, said, turnsOf } from '../../test/rows.ts'
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

  it('are the epoch where no row has one, never now', () => {
    const [turn] = turnsOf(
      [prompt('p1', null, null), said('a1', 'p1', null, 'm1'), boundary('b', 'a1', 7)].slice(0, 2),
    )
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
