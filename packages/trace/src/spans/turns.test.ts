import { describe, expect, it } from 'vitest'
import { boundary, call, prompt, result, row, said, treeOf, turnsOf } from '../../test/rows.ts'

describe('the turns of a transcript', () => {
  it('are those of every branch, and hold what hangs on their prompt', () => {
    const turns = turnsOf([
      prompt('p1', null, 0),
      said('a1', 'p1', 1, 'm1'),
      prompt('p2', 'a1', 2),
      said('a2', 'p2', 3, 'm2'),
      // A rewind, and then the first branch goes on.
      prompt('p3', 'a1', 4),
      said('a3', 'p3', 5, 'm3'),
      said('a4', 'a2', 6, 'm4'),
    ])
    expect(turns.map(treeOf)).toEqual([
      ['turn', '  message m1'],
      ['turn', '  message m2', '  message m4'],
      ['turn', '  message m3'],
    ])
    expect(turns.map(({ facts }) => [facts.place, facts.prompt, facts.output])).toEqual([
      [{ turn: 1, branch: null }, 'ask p1', 'text a1'],
      [{ turn: 2, branch: null }, 'ask p2', 'text a4'],
      [{ turn: 2, branch: 1 }, 'ask p3', 'text a3'],
    ])
  })

  it('go on over a compaction, which is a span of the turn', () => {
    const [turn, ...others] = turnsOf([
      prompt('p1', null, 0),
      said('a1', 'p1', 1, 'm1', call('t1')),
      result('r1', 'a1', 2, 't1'),
      boundary('b1', 'r1', 3),
      { ...prompt('c1', 'b1', 3, 'summary'), isCompactSummary: true },
      said('a2', 'c1', 5, 'm2'),
    ])
    expect(others).toEqual([])
    expect(treeOf(turn)).toEqual(['turn', '  message m1', '    tool t1', '  message m2', '  compaction'])
    expect(turn.spans().at(-1)).toMatchObject({
      kind: 'compaction',
      trigger: 'auto',
      tokensBefore: 155_000,
      tokensAfter: 12_000,
    })
  })

  it('get what has lost its parent by the order of the file', () => {
    const turns = turnsOf([
      prompt('p1', null, 0),
      prompt('p2', 'p1', 2),
      said('a2', 'p1', 3, 'm1'),
      said('a3', 'gone', 3, 'm2'),
      // Its parent comes later.
      said('a4', 'a5', 4, 'm3'),
      said('a5', 'p1', 5, 'm3'),
    ])
    expect(turns.map(treeOf)).toEqual([
      ['turn', '  message m1', '  message m3'],
      ['turn', '  message m2'],
    ])
  })

  it('are not begun by what the program puts in', () => {
    const turns = turnsOf([
      prompt('p1', null, 0),
      said('a1', 'p1', 1, 'm1'),
      { ...prompt('x1', 'a1', 2, 'Caveat: …'), isMeta: true },
      prompt('x2', 'x1', 3, '<task-notification>done</task-notification>'),
      said('a2', 'x2', 4, 'm2'),
      said('x3', 'a2', 5, { id: 'x', model: '<synthetic>' }, 'No response requested.'),
      row('attachment', 'x4', 'x3', 6, { attachment: { type: 'queued_command', prompt: 'and this' } }),
      said('a3', 'x4', 7, 'm3'),
    ])
    expect(turns.map(treeOf)).toEqual([['turn', '  message m1', '  message m2', '  message m3']])
  })

  it('begin before the first prompt where a model spoke there', () => {
    const turns = turnsOf([
      row('system', 'x', null, 0, { subtype: 'informational' }),
      said('a1', 'x', 1, 'm1'),
      prompt('p1', 'a1', 2),
    ])
    expect(turns.map(treeOf)).toEqual([['turn', '  message m1'], ['turn']])
    expect(turns.map(({ facts }) => facts.prompt)).toEqual([null, 'ask p1'])
    expect(turnsOf([row('system', 'x', null, 0), prompt('p1', 'x', 2)])).toHaveLength(1)
  })

  it('have a message once: where its first row stands, though two branches have it', () => {
    const turns = turnsOf([
      prompt('p1', null, 0),
      said('a1', 'p1', 1, 'm1', 'same'),
      said('a2', 'a1', 2, 'm1', call('t1')),
      prompt('p2', 'p1', 3),
      said('a3', 'p2', 4, 'm1', 'same'),
      said('a4', 'a3', 5, 'm1', call('t1')),
    ])
    expect(turns.map(treeOf)).toEqual([['turn', '  message m1', '    tool t1'], ['turn']])
    expect(turns[0].spans()[1]).toMatchObject({ output: 'same', toolCount: 1 })
  })

  it('are found in a ring of parents, and in 200,000 rows that hang on each other', () => {
    expect(turnsOf([said('a', 'b', 1, 'm1'), said('b', 'a', 2, 'm2')]).map(treeOf)).toEqual([
      ['turn', '  message m1', '  message m2'],
    ])
    const deep = Array.from({ length: 200_000 }, (_, i) =>
      row('progress', `x${i}`, i === 0 ? 'p1' : `x${i - 1}`, i),
    )
    const turns = turnsOf([prompt('p1', null, 0), ...deep, said('a1', 'x199999', 1, 'm1')])
    expect(turns.map(treeOf)).toEqual([['turn', '  message m1']])
  })
})

describe('the state of the last turn', () => {
  const asked = prompt('p1', null, 0)
  const called = said('a1', 'p1', 1, 'm1', call('t1'))
  const stopped = (reason: string | null, block: object | string) =>
    said('a1', 'p1', 1, { id: 'm1', stop_reason: reason }, block)
  const thought = { type: 'thinking', thinking: 'hm', signature: 's' }

  it.each([
    [
      'a text and no reason to have stopped, as many versions write it',
      'closed',
      [said('a1', 'p1', 1, 'm1')],
    ],
    ['a text, and more to come', 'open', [stopped('tool_use', 'I look')]],
    ['a thought alone', 'open', [stopped(null, thought)]],
    ['a thought, and the end', 'closed', [stopped('end_turn', thought)]],
    ['a call', 'open', [called]],
    ['a result', 'open', [called, result('r1', 'a1', 2, 't1')]],
    ['an answer to the result', 'closed', [called, result('r1', 'a1', 2, 't1'), said('a2', 'r1', 3, 'm2')]],
    ['an interruption', 'closed', [called, prompt('x', 'a1', 2, '[Request interrupted by user]')]],
    ['a failed request', 'closed', [{ ...said('x', 'p1', 1, 'm1', 'API Error'), isApiErrorMessage: true }]],
    ['a request that is tried again', 'unanswered', [row('system', 'x', 'p1', 1, { subtype: 'api_error' })]],
    ['news of a task', 'open', [said('a1', 'p1', 1, 'm1'), prompt('x', 'a1', 2, '<task-notification>')]],
    ['nothing', 'unanswered', []],
    ['what the program notes', 'unanswered', [row('system', 'x', 'p1', 1, { subtype: 'informational' })]],
  ])('after %s is %s', (_, state, rows) => {
    expect(turnsOf([asked, ...rows]).map((turn) => turn.state)).toEqual([state])
    expect(turnsOf([asked, ...rows], { settled: true })[0].state).toBe('closed')
    const followed = turnsOf([asked, ...rows, prompt('p2', 'p1', 9)])
    expect(followed[0].state).toBe('closed')
  })

  it('is closed by what the program answers to a command itself, which is neither an error nor unfinished', () => {
    const command = '<command-name>/cost</command-name>\n<command-message>cost</command-message>'
    const rows = [
      prompt('p1', null, 0, command),
      prompt('o1', 'p1', 1, '<local-command-stdout>$1</local-command-stdout>'),
    ]
    const shell = [
      prompt('p1', null, 0, '<bash-input>ls</bash-input>'),
      prompt('o1', 'p1', 1, '<bash-stdout>a</bash-stdout>'),
    ]
    const newer = [prompt('p1', null, 0, command), row('system', 'o1', 'p1', 1, { subtype: 'local_command' })]
    for (const answered of [rows, shell, newer]) {
      const [turn] = turnsOf(answered)
      expect(turn.state).toBe('closed')
      expect(turn.spans()).toMatchObject([{ kind: 'agent', error: null, incomplete: false }])
    }
    expect(turnsOf(rows.slice(0, 1))[0].state).toBe('unanswered')
  })

  it('leaves a prompt that was never answered incomplete', () => {
    const [turn] = turnsOf([prompt('p1', null, 0), prompt('p2', 'p1', 5), said('a', 'p2', 6, 'm')])
    expect(turn.spans()).toMatchObject([{ incomplete: true, error: null, input: 'ask p1', output: null }])
  })
})
