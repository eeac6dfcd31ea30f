import { describe, expect, it } from 'vitest'
import { hitGroups, markedPieces } from './hit-groups.ts'

describe('hitGroups', () => {
  const hit = (session: string, key: number, field = 'prompt', text = '') => ({
    session,
    key,
    agent: null,
    title: `Title of ${session}`,
    cwd: '/p',
    uuid: null,
    time: null,
    field,
    tool: null,
    text,
    matches: [],
  })

  it('tells a title once, however often it is written', () => {
    const hits = [
      hit('a', 1, 'title', 'T'),
      hit('a', 2, 'title', 'T'),
      hit('a', 3, 'title', 'U'),
      hit('a', 4),
    ]
    expect(hitGroups(hits)[0].hits.map(({ key }) => key)).toEqual([1, 3, 4])
  })

  it('keeps the order of sessions and of hits within one', () => {
    expect(
      hitGroups([hit('b', 1), hit('a', 2), hit('b', 3)]).map(({ session, title, hits }) => [
        session,
        title,
        hits.map(({ key }) => key),
      ]),
    ).toEqual([
      ['b', 'Title of b', [1, 3]],
      ['a', 'Title of a', [2]],
    ])
  })
})

describe('markedPieces', () => {
  it.each([
    ['abcdef', [[1, 3]], 'a[bc]def'],
    [
      'abcdef',
      [
        [0, 2],
        [4, 6],
      ],
      '[ab]cd[ef]',
    ],
    [
      'abcdef',
      [
        [4, 6],
        [0, 2],
      ],
      '[ab]cd[ef]',
    ],
    [
      'abcdef',
      [
        [1, 4],
        [2, 5],
      ],
      'a[bcd][e]f',
    ],
    [
      'abc',
      [
        [2, 90],
        [80, 99],
      ],
      'ab[c]',
    ],
    [
      'abc',
      [
        [-3, 1],
        [2, 2],
      ],
      '[a]bc',
    ],
    ['', [[0, 4]], ''],
  ] as const)('cuts %s', (text, ranges, drawn) => {
    const pieces = markedPieces(
      text,
      ranges.map(([start, end]) => ({ start, end })),
    )
    expect(pieces.map((piece) => (piece.hit ? `[${piece.text}]` : piece.text)).join('')).toBe(drawn)
  })
})
