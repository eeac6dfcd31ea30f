import { FILTERS } from '@skein/view'
import { describe, expect, it } from 'vitest'
import { complete, completionsAt } from './complete.ts'
import { FILTER_HELP } from './filters.ts'
import { chipsOf, filterTokens, withFilter, without } from './query-text.ts'

const read = (text: string): (string | boolean)[][] =>
  filterTokens(text).map(({ name, value, not, start, end }) => [name, value, not, text.slice(start, end)])

describe('filterTokens', () => {
  it.each([
    ['fix tool:Bash', [['tool', 'Bash', false, 'tool:Bash']]],
    ['-tool:Bash fix', [['tool', 'Bash', true, '-tool:Bash']]],
    ['file:"a \\"b\\".ts" x', [['file', 'a "b".ts', false, 'file:"a \\"b\\".ts"']]],
    [
      '(is:error OR is:human) x',
      [
        ['is', 'error', false, 'is:error'],
        ['is', 'human', false, 'is:human'],
      ],
    ],
    ['((-is:live))', [['is', 'live', true, '-is:live']]],
    ['std::vector https://x.y', []],
    ['"tool:Bash is:error"', []],
    ['/tool:x is:error/ model:opus', [['model', 'opus', false, 'model:opus']]],
    ['file:f(x)', [['file', 'f(x)', false, 'file:f(x)']]],
    ['tool:', []],
  ])('finds the filters of %s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })
})

describe('chips', () => {
  it('show what the server understood, and can be taken out of the text they came from', () => {
    const text = 'crash after:7d -tool:Bash'
    const chips = chipsOf(text, [
      { name: 'after', value: '2026-01-01T00:00:00.000Z', not: false },
      { name: 'tool', value: 'bash', not: true },
    ])
    expect(chips.map(({ name, value, not }) => [name, value, not])).toEqual([
      ['after', '7d', false],
      ['tool', 'Bash', true],
    ])
    const [first] = chips
    expect(first.token && without(text, first.token)).toBe('crash -tool:Bash')
  })

  it('of a saved search stay as long as its name does', () => {
    expect(
      chipsOf('@mine is:error', [
        { name: 'project', value: 'app', not: false },
        { name: 'is', value: 'error', not: false },
      ]).map(({ name, token }) => [name, token === null]),
    ).toEqual([
      ['project', true],
      ['is', false],
    ])
  })

  it('go into the text so that they are read again as they were', () => {
    for (const value of ['Bash', 'a b', 'say "hi"', 'C:\\x y', 'f(x)']) {
      const text = withFilter('word', { name: 'file', value, not: true })
      expect(filterTokens(text)).toMatchObject([{ name: 'file', value, not: true }])
      expect(without(text, filterTokens(text)[0])).toBe('word')
    }
  })

  it.each([
    ['(is:error OR x) y', '(x) y'],
    ['a OR is:error', 'a'],
    ['is:error OR a', 'a'],
    ['a AND is:error b', 'a b'],
    ['a (is:error) b', 'a b'],
    ['a -(is:error)', 'a'],
    ['is:error', ''],
  ])('take with them what only joined them: %s', (text, left) => {
    expect(without(text, filterTokens(text)[0])).toBe(left)
  })
})

describe('completionsAt', () => {
  const known = { projects: ['/home/me/app', '/home/me/my web'] }

  it('offers names, then values', () => {
    expect(completionsAt('x to', 4, known).map(({ text }) => text)).toEqual(['tool:'])
    expect(completionsAt('b', 1, known).map(({ text }) => text)).toEqual(['branch:', 'before:'])
    expect(completionsAt('is:er', 5, known).map(({ text }) => text)).toEqual(['is:error '])
    expect(completionsAt('project:web', 11, known).map(({ text }) => text)).toEqual([
      'project:"/home/me/my web" ',
    ])
  })

  it('offers nothing for text', () => {
    for (const text of ['', 'X', 'std:', 'is:error'])
      expect(completionsAt(text, text.length, known)).toEqual([])
  })

  it('puts itself in the place of the word, behind its sign', () => {
    const [first] = completionsAt('a -to b', 5, known)
    expect(complete('a -to b', first)).toEqual({ text: 'a -tool: b', caret: 8 })
  })
})

it('the filters that are offered are those of the query language', () => {
  expect(FILTER_HELP.map(({ name }) => name).toSorted()).toEqual([...FILTERS].toSorted())
  for (const name of FILTERS) expect(read(`${name}:x`)).toEqual([[name, 'x', false, `${name}:x`]])
})
