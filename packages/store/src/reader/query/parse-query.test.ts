import { readFileSync } from 'node:fs'
import { FILTERS, ROW_TRAITS, TEXT_FIELDS } from '@skein/view'
import { describe, expect, it } from 'vitest'
import { parseQuery, type ParseOptions } from './parse-query.ts'
import type { Filter, Query } from './query.ts'

const NOW = new Date(2026, 4, 15, 13, 30).getTime()

describe('parseQuery', () => {
  it.each<[string, Query]>([
    ['Word', literal('word')],
    ['a b', { kind: 'and', parts: [literal('a'), literal('b')] }],
    ['a AND b', { kind: 'and', parts: [literal('a'), literal('b')] }],
    ['"A  b"', literal('a', 'b')],
    ['"say \\"hi\\" C:\\\\x C:\\y"', literal('say', '"hi"', 'c:\\x', 'c:\\y')],
    ['pre*', { kind: 'literal', literal: { pieces: ['pre'], wordStart: true, wordEnd: false } }],
    ['*fix', { kind: 'literal', literal: { pieces: ['fix'], wordStart: false, wordEnd: true } }],
    ['*part*', literal('part')],
    ['=word', { kind: 'literal', literal: { pieces: ['word'], wordStart: true, wordEnd: true } }],
    [
      '="two words"',
      { kind: 'literal', literal: { pieces: ['two', 'words'], wordStart: true, wordEnd: true } },
    ],
    ['*', literal('*')],
    ['=', literal('=')],
    ['-', literal('-')],
    ['a OR b c', { kind: 'or', parts: [literal('a'), { kind: 'and', parts: [literal('b'), literal('c')] }] }],
    [
      '(a OR b) c',
      { kind: 'and', parts: [{ kind: 'or', parts: [literal('a'), literal('b')] }, literal('c')] },
    ],
    ['-a', { kind: 'not', part: literal('a') }],
    ['NOT -a', { kind: 'not', part: { kind: 'not', part: literal('a') } }],
    ['-(a b)', { kind: 'not', part: { kind: 'and', parts: [literal('a'), literal('b')] } }],
    ['or and not', { kind: 'and', parts: [literal('or'), literal('and'), literal('not')] }],
    ['main() x)', { kind: 'and', parts: [literal('main()'), literal('x)')] }],
    ['(f(x) OR g())', { kind: 'or', parts: [literal('f(x)'), literal('g()')] }],
    ['你好', literal('你好')],
    ['std::vector https://x.y', { kind: 'and', parts: [literal('std::vector'), literal('https://x.y')] }],
    ['/fo+/', { kind: 'regex', regex: { source: 'fo+', flags: 'gmui' } }],
    ['/a b\\/[/]/cs', { kind: 'regex', regex: { source: 'a b\\/[/]', flags: 'gmus' } }],
    ['/usr/bin', literal('/usr/bin')],
    ['/usr/bin/x and', { kind: 'and', parts: [literal('/usr/bin/x'), literal('and')] }],
    ['@unknown', literal('@unknown')],
  ])('reads %s', (text, query) => {
    expect(parseQuery(text, { now: NOW })).toEqual({ query })
  })

  it.each<[string, Filter]>([
    ['project:App', { name: 'project', pattern: { kind: 'part', text: 'app' } }],
    ['branch:=main', { name: 'branch', pattern: { kind: 'whole', text: 'main' } }],
    ['tool:mcp__*', { name: 'tool', pattern: { kind: 'glob', text: 'mcp__*' } }],
    ['file:"a b.ts"', { name: 'file', pattern: { kind: 'part', text: 'a b.ts' } }],
    ['is:error', { name: 'is', value: 'error' }],
    ['in:tool-result', { name: 'in', value: 'tool-result' }],
    ['after:2026-01-31', { name: 'after', time: new Date(2026, 0, 31).getTime() }],
    ['before:2026-02', { name: 'before', time: new Date(2026, 1, 1).getTime() }],
    ['before:2026-01-31T14:00:00Z', { name: 'before', time: Date.UTC(2026, 0, 31, 14) }],
    ['after:today', { name: 'after', time: new Date(2026, 4, 15).getTime() }],
    ['after:yesterday', { name: 'after', time: new Date(2026, 4, 14).getTime() }],
    ['after:7d', { name: 'after', time: NOW - 7 * 86_400_000 }],
    ['turn:3', { name: 'turn', range: { min: 3, max: 3, minOpen: false, maxOpen: false } }],
    ['turn:3..5', { name: 'turn', range: { min: 3, max: 5, minOpen: false, maxOpen: false } }],
    ['cost:>0.5', { name: 'cost', range: { min: 0.5, max: Infinity, minOpen: true, maxOpen: false } }],
    ['cost:$2', { name: 'cost', range: { min: 2, max: Infinity, minOpen: false, maxOpen: false } }],
    ['exit:<=1', { name: 'exit', range: { min: -Infinity, max: 1, minOpen: false, maxOpen: false } }],
    ['pr:#12', { name: 'pr', range: { min: 12, max: 12, minOpen: false, maxOpen: false } }],
  ])('reads the filter %s', (text, filter) => {
    expect(parseQuery(text, { now: NOW })).toEqual({ query: { kind: 'filter', filter } })
  })

  it('takes an option of a command for text, and one dash for NOT', () => {
    expect(parseQuery('--force', { now: NOW })).toEqual({ query: literal('--force') })
    expect(parseQuery('-"--force"', { now: NOW })).toEqual({
      query: { kind: 'not', part: literal('--force') },
    })
  })

  it.each<[string, { message: RegExp; at: number; length: number }]>([
    ['', { message: /empty/, at: 0, length: 0 }],
    ['   ', { message: /empty/, at: 0, length: 0 }],
    ['a "b', { message: /quote is not closed/, at: 2, length: 1 }],
    ['(a OR b', { message: /parenthesis is not closed/, at: 0, length: 1 }],
    ['a OR', { message: /missing at the end/, at: 4, length: 0 }],
    ['OR a', { message: /OR stands where/, at: 0, length: 2 }],
    ['a AND OR b', { message: /OR stands where/, at: 6, length: 2 }],
    ['()', { message: /\) stands where/, at: 1, length: 1 }],
    ['x ""', { message: /nothing to look for/, at: 2, length: 2 }],
    ['x file:', { message: /file: needs a value/, at: 2, length: 5 }],
    ['is:blue', { message: /is: is one of error, human/, at: 0, length: 7 }],
    ['in:nowhere', { message: /in: is one of prompt/, at: 0, length: 10 }],
    ['after:soon', { message: /a date is like/, at: 0, length: 10 }],
    ['after:2026-02-31', { message: /a date is like/, at: 0, length: 16 }],
    ['turn:many', { message: /takes a number/, at: 0, length: 9 }],
    ['x /a(/', { message: /not a regular expression/, at: 2, length: 4 }],
    ['/(a+)+b/', { message: /repetition inside a repetition/, at: 0, length: 8 }],
    ['/(a|ab)*c/', { message: /begin with different characters/, at: 0, length: 10 }],
    ['/(a)\\1/', { message: /back-references/, at: 0, length: 7 }],
    ['('.repeat(200) + 'a' + ')'.repeat(200), { message: /nests too deep/, at: 100, length: 1 }],
  ])('says what is wrong with %s, and where', (text, { message, at, length }) => {
    expect(parseQuery(text, { now: NOW })).toEqual({
      problem: { message: expect.stringMatching(message), at, length },
    })
  })

  it('puts saved queries where they are named, and refuses those that use themselves', () => {
    const saved: Readonly<Record<string, string>> = {
      mine: 'a OR b',
      outer: '@mine -c',
      loop: 'x @loop',
      bad: '(',
    }
    const options: ParseOptions = { now: NOW, saved: (name) => saved[name] }
    expect(parseQuery('d @outer', options)).toEqual(parseQuery('d ((a OR b) -c)', options))
    expect(parseQuery('@loop', options)).toMatchObject({
      problem: { message: expect.stringContaining('uses itself') },
    })
    expect(parseQuery('z @bad', options)).toMatchObject({
      problem: { at: 2, message: expect.stringContaining('@bad') },
    })
    expect(parseQuery('"@mine"', options)).toEqual({ query: literal('@mine') })
  })

  it.each([
    '(\\d{1,3}\\.){3}\\d+',
    '(?:foo|bar)+',
    'a.*b.*c',
    '[ab]+c*',
    '(?=.*x)y',
    '\\p{Lu}\\w+',
    '(?<n>a)b',
  ])('lets /%s/ run', (source) => {
    expect(parseQuery(`/${source}/`, { now: NOW })).toHaveProperty('query')
  })
})

function literal(...pieces: string[]): Query {
  return { kind: 'literal', literal: { pieces, wordStart: false, wordEnd: false } }
}

describe('the words of the language', () => {
  const page = readFileSync(new URL('../../../../../docs/search.md', import.meta.url), 'utf8')
  const read = (text: string): Query => {
    const parsed = parseQuery(text, { now: NOW })
    if (!('query' in parsed)) throw new Error(`${text}: ${JSON.stringify(parsed)}`)
    return parsed.query
  }

  it.each(FILTERS)('%s: is read as a filter, and told in docs/search.md', (name) => {
    const value = { is: 'error', in: 'prompt', before: 'today', after: 'today' }[name as string] ?? '7'
    expect(read(`${name}:${value}`)).toMatchObject({ kind: 'filter', filter: { name } })
    expect(page).toMatch(new RegExp(`^\\|.*\`-?${name}:`, 'm'))
  })

  it.each(ROW_TRAITS)('is:%s as well', (value) => {
    expect(read(`is:${value}`)).toEqual({ kind: 'filter', filter: { name: 'is', value } })
    expect(page).toContain(`\`is:${value}\``)
  })

  it.each(TEXT_FIELDS)('in:%s as well', (value) => {
    expect(read(`in:${value}`)).toEqual({ kind: 'filter', filter: { name: 'in', value } })
    expect(page).toMatch(new RegExp(`^\\| \`${value}\` `, 'm'))
  })
})
