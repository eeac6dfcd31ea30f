import { describe, expect, it } from 'vitest'
import { livePath } from './live-path.ts'
import type { LiveQuestion } from './live-path.ts'
import type { RowRecord } from './records.ts'

describe('livePath', () => {
  it('takes the leaf latest in file order, and by the 2.0 rule the one with the newest time', () => {
    const rows = [row('a', null, 1), row('b', 'a', 9), row('c', 'a', 5)]
    expect(ask({ rows }).path).toEqual(['a', 'c'])
    expect(ask({ rows, rule: '2.0' }).path).toEqual(['a', 'b'])
  })

  it('reads a child that stands before its parent', () => {
    const rows = [row('a', null, 1), row('c', 'b', 3), row('b', 'a', 2)]
    expect(ask({ rows }).path).toEqual(['a', 'b', 'c'])
  })

  it('passes over progress and sidechain leaves, but not inside a sub-agent’s file', () => {
    const side = { ...row('s', null, 3), sidechain: true }
    const rows = [
      row('a', null, 1),
      { ...row('p', 'a', 2), type: 'progress' as const },
      row('b', 'a', 2),
      side,
    ]
    expect(ask({ rows }).tip).toBe('b')
    expect(ask({ rows: [side], agent: true }).tip).toBe('s')
  })

  it('stays on the leaf a last-prompt names, unless newer rows continue from it', () => {
    const rows = [row('a', null, 1), row('b', 'a', 2), row('c', 'a', 3)]
    const named = (leafUuid: string) => ask({ rows, lastPrompts: [{ leafUuid }] }).tip
    expect(named('b')).toBe('b')
    expect(named('a')).toBe('c')
    expect(named('00000000-0000-0000-0000-000000000000')).toBe('c')
    expect(ask({ rows, lastPrompts: [{ leafUuid: 'b' }, { leafUuid: 'c' }] }).tip).toBe('c')
  })

  it('bridges a missing parent within five seconds and cuts beyond, and 2.0 never bridges', () => {
    const rows = (time: number) => [row('a', null, 1000), row('c', 'gone', time)]
    expect(ask({ rows: rows(6000) })).toMatchObject({ path: ['a', 'c'], doubts: ['gap above c'] })
    expect(ask({ rows: rows(6001) })).toMatchObject({ path: ['c'], doubts: ['gap above c'] })
    expect(ask({ rows: rows(1500), rule: '2.0' }).path).toEqual(['c'])
  })

  it('stops where parents run in a ring', () => {
    const rows = [row('a', null, 1), row('b', 'c', 2), row('c', 'b', 3), row('d', 'c', 4)]
    expect(ask({ rows })).toMatchObject({ path: ['b', 'c', 'd'], cycle: true })
  })

  it('merges rows of the same message and their results back, which 2.0 does not', () => {
    const message = {
      id: 'm',
      model: 'claude-opus-4-6',
      usage: { input: 1, output: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 },
    }
    const use = (uuid: string, parent: string, id: string): RowRecord => ({
      ...row(uuid, parent, 2),
      type: 'assistant',
      message,
      toolUses: [{ id, name: 'Read' }],
    })
    const result = (uuid: string, parent: string, id: string): RowRecord => ({
      ...row(uuid, parent, 3),
      result: { id, status: 'ok' },
    })
    const rows = [
      row('p', null, 1),
      use('u1', 'p', 't1'),
      use('u2', 'u1', 't2'),
      result('r1', 'u1', 't1'),
      result('r2', 'u2', 't2'),
    ]
    expect(ask({ rows })).toMatchObject({ path: ['p', 'u1', 'u2', 'r2'], siblings: ['r1'] })
    expect(ask({ rows, rule: '2.0' }).siblings).toEqual([])
  })

  it('starts at the last boundary and keeps the past apart', () => {
    const boundary: RowRecord = {
      ...row('x', null, 3),
      type: 'system',
      boundary: { logicalParent: 'b', preserved: { anchor: 's', uuids: ['b'] } },
    }
    const rows = [row('a', null, 1), row('b', 'a', 2), boundary, row('s', 'x', 4)]
    expect(ask({ rows })).toMatchObject({ path: ['x', 's'], preserved: ['b'], compacted: ['a', 'b'] })
    expect(ask({ rows: [rows[0], boundary, rows[3]] }).preserved).toEqual([])
  })

  it('finds nothing in an empty file', () => {
    expect(ask({ rows: [] }).tip).toBeNull()
  })
})

function ask(question: Partial<LiveQuestion> & { rows: readonly RowRecord[] }) {
  return livePath({ lastPrompts: [], rule: 'newest', agent: false, ...question })
}

function row(uuid: string, parent: string | null, time: number): RowRecord {
  return { uuid, parent, time, type: 'user', sidechain: false, lost: false, doubtful: false }
}
