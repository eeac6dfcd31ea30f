import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { agentFile, boundary, call, prompt, result, said, session, turnsOf } from '../../test/rows.ts'
import { SpanIds, traceIdOf } from './ids.ts'
import { forkOrigins, NO_ORIGINS } from './origins.ts'

const hash = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

describe('ids', () => {
  it('are hashes of where a prompt was first written, and of what a span is called there', () => {
    const traced = session(
      [
        prompt('p1', null, 0),
        said('a1', 'p1', 1, 'm1', call('t1', 'Agent', { prompt: 'go' })),
        result('r1', 'a1', 5, 't1'),
        said('a2', 'r1', 6, {}),
        boundary('b1', 'a2', 7),
      ],
      [agentFile('ag', { toolUseId: 't1' }, [prompt('x1', null, 2, 'go'), said('x2', 'x1', 3, 'm2')])],
    )
    const [turn] = turnsOf(traced)
    const trace = hash('s1', 'p1').slice(0, 32)
    const id = (...parts: string[]): string => hash(trace, ...parts).slice(0, 16)
    expect(turn.traceId).toBe(trace)
    expect(turn.spans().map(({ spanId }) => spanId)).toEqual([
      id('', 'agent', ''),
      id('', 'generation', 'm1'),
      id('', 'tool', 't1'),
      // A message without an id has that of its first row.
      id('', 'generation', 'a2'),
      id('', 'compaction', 'b1'),
      id('ag', 'agent', 'ag'),
      id('ag', 'generation', 'm2'),
    ])
  })

  it('keep parts apart', () => {
    expect(traceIdOf({ session: 'a","b', uuid: 'c' })).not.toBe(traceIdOf({ session: 'a', uuid: 'b","c' }))
  })

  it('are given once', () => {
    const ids = new SpanIds('t')
    const given = ['x', 'x', 'x#2', 'x'].map((key) => ids.next('', 'tool', key))
    expect(new Set(given).size).toBe(4)
    expect(given[0]).toBe(new SpanIds('t').next('', 'tool', 'x'))
  })

  it('of a copy are those of the original', () => {
    const rows = [prompt('p1', null, 0), said('a1', 'p1', 1, 'm1')]
    const original = turnsOf(rows)[0]
    const branched = rows.map((one, i) => ({
      ...one,
      uuid: `copy${i}`,
      parentUuid: i === 0 ? null : 'copy0',
      sessionId: 's2',
      forkedFrom: { sessionId: 's1', messageUuid: i === 0 ? 'p1' : 'a1' },
    }))
    const copy = turnsOf(branched)[0]
    expect(copy.spans().map(({ spanId }) => spanId)).toEqual(original.spans().map(({ spanId }) => spanId))
    expect([copy.traceId, copy.facts.session]).toEqual([original.traceId, 's1'])
  })

  it('of a copy of a copy are those of the original, as far as somebody knows', () => {
    const rows = [{ ...prompt('p1', null, 0), sessionId: 's3' }]
    const place = (name: string) => ({ session: name, uuid: 'p1' })
    const origins = forkOrigins([
      [place('s3'), place('s2')],
      [place('s2'), place('s1')],
    ])
    expect(turnsOf(rows, { origins })[0].traceId).toBe(turnsOf([prompt('p1', null, 0)])[0].traceId)
    expect(turnsOf(rows, { origins: NO_ORIGINS })[0].facts.session).toBe('s3')
    const ring = forkOrigins([
      [place('s3'), place('s2')],
      [place('s2'), place('s3')],
    ])
    expect(turnsOf(rows, { origins: ring })[0].facts.session).toBe('s3')
  })

  it('of a row are those of the session that it names, though the file is another’s', () => {
    const rows = [{ ...prompt('p1', null, 0), sessionId: 'before' }, prompt('p2', 'p1', 1)]
    expect(turnsOf(rows).map(({ facts }) => facts.session)).toEqual(['before', 's1'])
    const { sessionId: _, ...nameless } = rows[1] as { sessionId: string }
    expect(turnsOf([nameless])[0].facts.session).toBe('s1')
  })

  it('are one for a prompt that stands in a file twice', () => {
    const twice = { forkedFrom: { sessionId: 's0', messageUuid: 'p' } }
    const rows = [
      { ...prompt('p1', null, 0), ...twice },
      said('a1', 'p1', 1, 'm1'),
      { ...prompt('p2', null, 2), ...twice },
      said('a2', 'p2', 3, 'm2'),
    ]
    expect(turnsOf(rows).map((turn) => turn.spans().length)).toEqual([3])
  })
})
