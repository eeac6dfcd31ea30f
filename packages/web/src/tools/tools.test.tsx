import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { languageOf, languageOfPath } from '../code/languages.ts'
import { plainWords } from '../transcript/mark-words.ts'
import { askedOf } from './answers.ts'
import { foundPages } from './found-pages.ts'
import type { ToolStep } from './fields.ts'
import { lookOf } from './registry.ts'
import { foundLines, readNumbered } from './read-result.ts'

describe('results', () => {
  it('of Read lose their numbers and keep where they began', () => {
    expect(
      readNumbered('    12→const a = 1\n    13→\n    14→x→y\n\n<system-reminder>z</system-reminder>'),
    ).toEqual({
      from: 12,
      text: 'const a = 1\n\nx→y',
      rest: '<system-reminder>z</system-reminder>',
    })
    expect(readNumbered('File does not exist.')).toBeNull()
  })

  it('of searches are paths, lines and notes', () => {
    expect(foundLines('Found 2 files\n/a/b.ts\nsrc/c.ts:12:  f(x: 1)\n')).toEqual([
      { path: '', line: null, text: 'Found 2 files' },
      { path: '/a/b.ts', line: null, text: '' },
      { path: 'src/c.ts', line: 12, text: '  f(x: 1)' },
    ])
  })

  it('of web searches are pages and what was said about them', () => {
    const links =
      'Links: [{"title":"A [b]","url":"https://a.example/"},{"url":"https://b.example/"},{"title":"c"},4]'
    expect(
      foundPages(
        `Web search results for query: "tides"\n\n${links}\n\nTides **rise**.\n\nLinks: [{"title":"cut`,
      ),
    ).toEqual({
      pages: [
        { title: 'A [b]', url: 'https://a.example/' },
        { title: 'https://b.example/', url: 'https://b.example/' },
      ],
      prose: 'Tides **rise**.\n\nLinks: [{"title":"cut',
    })
    expect(foundPages('nothing')).toEqual({ pages: [], prose: 'nothing' })
  })

  it('of questions say what was chosen, or what was written instead', () => {
    const input = {
      questions: [
        {
          header: 'H',
          question: 'Which?',
          multiSelect: false,
          options: [{ label: 'A', description: 'a' }, { label: 'B' }],
        },
      ],
    }
    const answered = (answer: string) =>
      askedOf(input, `User has answered your questions: "Which?"="${answer}".`)[0]
    expect(answered('B')).toEqual({
      header: 'H',
      question: 'Which?',
      multi: false,
      answer: 'B',
      own: false,
      options: [
        { label: 'A', description: 'a', chosen: false },
        { label: 'B', description: '', chosen: true },
      ],
    })
    expect(answered('neither').own).toBe(true)
    expect(askedOf(input, '')[0].answer).toBe('')
    expect(askedOf({ questions: 'no list' }, '')).toEqual([])
  })
})

it('the name of a tool never reaches what every object has', () => {
  for (const name of ['constructor', '__proto__', 'toString', ''])
    expect(lookOf(name)).toEqual(lookOf('no such tool'))
})

it.each([
  ['ts', 'typescript'],
  ['SH', 'bash'],
  ['__proto__', null],
  ['', null],
])('the grammar of %j', (name, language) => expect(languageOf(name)).toBe(language))

it.each([
  ['/a/b.tsx', 'tsx'],
  ['C:\\x\\Dockerfile', 'docker'],
  ['Makefile', 'make'],
  ['/a.b/c', null],
])('the grammar of the file %j', (path, language) => expect(languageOfPath(path)).toBe(language))

it('words of a search are marked without its filters', () => {
  expect(plainWords('Tide "two words" tool:Bash -not OR x')).toEqual(['two words', 'tide'])
})

describe('inputs of any shape', () => {
  const step = (name: string, input: unknown): ToolStep => ({
    at: 0,
    key: 1,
    block: 0,
    uuid: null,
    line: 1,
    time: null,
    open: true,
    kind: 'tool',
    id: 't',
    name,
    asked: '<img src=x onerror=alert(1)>',
    input,
    inputCut: false,
    status: 'pending',
    durationMs: null,
    result: null,
    resultKey: null,
    exitCode: null,
    images: [],
    patch: null,
    agent: null,
  })
  const NAMES = [
    'Bash',
    'Edit',
    'Write',
    'Read',
    'Grep',
    'TodoWrite',
    'TaskUpdate',
    'WebFetch',
    'AskUserQuestion',
    'ExitPlanMode',
    'Agent',
    'WebSearch',
    'mcp__a__b',
    'New',
  ]
  const INPUTS: unknown[] = [
    null,
    7,
    'x',
    [],
    {},
    {
      command: {},
      file_path: 3,
      todos: [null, 4, {}],
      questions: [null, {}],
      plan: [],
      url: 'javascript:alert(1)',
      content: '<script>alert(1)</script>',
      prompt: '<img src=x onerror=alert(1)>[x](javascript:alert(1))',
    },
  ]

  it('shows what was said behind a file that was read', () => {
    const { Body } = lookOf('Read')
    const read = { ...step('Read', { file_path: '/a.ts' }), status: 'ok' as const, resultKey: 2 }
    const text = '     1→const a = 1\n\n<system-reminder>Mind the step.</system-reminder>'
    const page = renderToStaticMarkup(<Body step={{ ...read, result: { text, length: text.length } }} />)
    expect(page).toContain('Mind the step.')
  })

  it('shows a task and its report as prose', () => {
    const { Body } = lookOf('Task')
    const asked = { ...step('Task', { prompt: 'Look **here**' }), status: 'ok' as const, resultKey: 2 }
    const page = renderToStaticMarkup(
      <Body step={{ ...asked, result: { text: 'I *looked*', length: 10 } }} />,
    )
    expect(page).toContain('<strong>here</strong>')
    expect(page).toContain('<em>looked</em>')
  })

  it.each(NAMES)('%s draws all of them, and none becomes markup', (name) => {
    const { Body } = lookOf(name)
    for (const input of INPUTS) {
      const page = renderToStaticMarkup(<Body step={step(name, input)} />)
      expect(page).not.toMatch(/<(?:script|img|iframe)\b|href="(?!https?:)|\son\w+="/)
    }
  })
})
