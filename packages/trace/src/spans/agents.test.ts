import { describe, expect, it } from 'vitest'
import { agentFile, at, call, prompt, result, said, session, treeOf, turnsOf } from '../../test/rows.ts'

const started = (id: string, asked = `do ${id}`): object =>
  call(id, 'Agent', { prompt: asked, subagent_type: 'Explore', description: `about ${id}` })

const file = (name: string, toolUseId: string | null, seconds: number, ...more: readonly object[]) =>
  agentFile(
    name,
    toolUseId === null ? null : { toolUseId, agentType: 'Explore', description: `about ${toolUseId}` },
    [
      prompt(`${name}-p`, null, seconds, `do ${name}`),
      ...more,
      said(`${name}-z`, more.length === 0 ? `${name}-p` : null, seconds + 1, `${name}-m`),
    ],
  )

const launched = { toolUseResult: { isAsync: true, status: 'async_launched', agentId: 'one' } }

describe('sub-agents', () => {
  it('hang on the tool that started them, however deep', () => {
    const traced = session(
      [
        prompt('p1', null, 0),
        said('a1', 'p1', 1, 'm1', started('t1')),
        result('r1', 'a1', 20, 't1'),
        said('a2', 'r1', 21, 'm2'),
      ],
      [
        file('one', 't1', 2, said('b1', 'one-p', 3, 'm3', started('t2')), result('b2', 'b1', 9, 't2')),
        file('two', 't2', 4),
      ],
    )
    const [turn] = turnsOf(traced)
    expect(treeOf(turn)).toEqual([
      'turn',
      '  message m1',
      '    tool t1',
      '      agent one',
      '        message m3',
      '          tool t2',
      '            agent two',
      '              message two-m',
      '        message one-m',
      '  message m2',
    ])
    expect(turn.spans().find(({ kind, agentId }) => kind === 'agent' && agentId === 'two')).toMatchObject({
      type: 'Explore',
      description: 'about t2',
      input: 'do two',
      output: 'text two-z',
      start: at(4),
      end: at(5),
      error: null,
      incomplete: false,
    })
  })

  it('that run on are left out until they have ended, with all below them', () => {
    const rows = [
      prompt('p1', null, 0),
      said('a1', 'p1', 1, 'm1', started('t1')),
      result('r1', 'a1', 2, 't1', launched),
      said('a2', 'r1', 3, 'm2'),
    ]
    const work = agentFile('one', { toolUseId: 't1' }, [
      prompt('x1', null, 2),
      said('x2', 'x1', 5, 'm3', started('t2')),
    ])
    const below = file('two', 't2', 6)
    const running = session(rows, [work, below])
    expect(turnsOf(running).map(treeOf)).toEqual([['turn', '  message m1', '    tool t1', '  message m2']])
    expect(turnsOf(running)[0].state).toBe('closed')
    expect(treeOf(turnsOf(running, { settled: true })[0])).toContain('            agent two')
    const ended = agentFile('one', { toolUseId: 't1' }, [
      prompt('x1', null, 2),
      said('x2', 'x1', 5, 'm3', 'found'),
    ])
    expect(treeOf(turnsOf(session(rows, [ended]))[0])).toContain('      agent one')
  })

  it('have ended where their call was answered, whatever they said last', () => {
    const rows = [prompt('p1', null, 0), said('a1', 'p1', 1, 'm1', started('t1'))]
    const work = agentFile('one', { toolUseId: 't1' }, [
      prompt('x1', null, 2),
      said('x2', 'x1', 5, 'm3', call('b')),
    ])
    const told = agentFile('one', { toolUseId: 't1' }, [
      prompt('x1', null, 2),
      said('x2', 'x1', 5, 'm3', 'a text'),
    ])
    expect(treeOf(turnsOf(session([...rows, result('r1', 'a1', 9, 't1')], [work]))[0])).toContain(
      '      agent one',
    )
    // A call that waits for its answer waits for its agent.
    expect(treeOf(turnsOf(session(rows, [work]))[0])).not.toContain('      agent one')
    expect(treeOf(turnsOf(session(rows, [told]))[0])).not.toContain('      agent one')
  })

  it('without a call belong to the turn that was running when they began', () => {
    const rows = [
      prompt('p1', null, 10),
      said('a1', 'p1', 11, 'm1'),
      prompt('p2', 'a1', 20),
      said('a2', 'p2', 21, 'm2'),
    ]
    const agents = [
      file('early', null, 5),
      file('first', null, 15),
      file('second', null, 25),
      agentFile('timeless', null, [prompt('x', null, null), said('y', 'x', null, 'm9')]),
    ]
    expect(turnsOf(session(rows, agents)).map(treeOf)).toEqual([
      [
        'turn',
        '  message m1',
        '  agent early',
        '    message early-m',
        '  agent first',
        '    message first-m',
      ],
      [
        'turn',
        '  message m2',
        '  agent second',
        '    message second-m',
        '  agent timeless',
        '    message m9',
      ],
    ])
    expect(turnsOf(session([], agents.slice(0, 1))).map(treeOf)).toEqual([
      ['turn', '  agent early', '    message early-m'],
    ])
  })

  it('of old versions have their rows in the main transcript, and begin no turn', () => {
    const side = { isSidechain: true }
    const [turn, ...others] = turnsOf([
      prompt('p1', null, 0),
      said('a1', 'p1', 1, 'm1', started('t1', 'look')),
      { ...prompt('s1', null, 2, 'look'), ...side },
      { ...said('s2', 's1', 3, 'm2'), ...side },
      { ...prompt('s3', null, 4, 'nobody asked'), ...side },
      { ...said('s4', 's3', 5, 'm3'), ...side },
      result('r1', 'a1', 6, 't1'),
      said('a2', 'r1', 7, 'm4'),
    ])
    expect(others).toEqual([])
    expect(treeOf(turn)).toEqual([
      'turn',
      '  message m1',
      '    tool t1',
      '      agent s1',
      '        message m2',
      '  message m4',
      '  agent s3',
      '    message m3',
    ])
  })

  it('that begin with copies of what their parent said do not say it again', () => {
    const rows = [
      prompt('p1', null, 0),
      said('a1', 'p1', 1, 'm1', started('t1')),
      result('r1', 'a1', 9, 't1'),
    ]
    const [turn] = turnsOf(session(rows, [file('one', 't1', 2, said('b1', 'one-p', 3, 'm1'))]))
    expect(treeOf(turn)).toEqual([
      'turn',
      '  message m1',
      '    tool t1',
      '      agent one',
      '        message one-m',
    ])
  })

  it('that started each other are all told, once', () => {
    const ring = (name: string, calls: string, by: string) =>
      agentFile(name, { toolUseId: by }, [
        prompt(`${name}-p`, null, 2),
        said(`${name}-a`, `${name}-p`, 3, `${name}-m`, started(calls)),
      ])
    const traced = session([prompt('p1', null, 0)], [ring('one', 't2', 't1'), ring('two', 't1', 't2')])
    const told = treeOf(turnsOf(traced, { settled: true })[0]).filter((line) => line.includes('message'))
    expect(told.map((line) => line.trim()).sort()).toEqual(['message one-m', 'message two-m'])
  })

  it('of one name are told apart', () => {
    const rows = [prompt('p1', null, 0), said('a1', 'p1', 1, 'm1')]
    const twins = ['x', 'y'].map((name) =>
      agentFile('one', null, [
        prompt(`${name}1`, null, 2),
        said(`${name}2`, `${name}1`, 3, `m${name}`, call('t')),
      ]),
    )
    const spans = turnsOf(session(rows, twins), { settled: true })[0].spans()
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(8)
  })
})
