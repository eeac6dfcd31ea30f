import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { answer, prompt, result } from '../../test/run-skein.ts'

/* docs/cli-json.md is the contract of `--json`: what is printed stands there, for each command that prints it. */

const A = 'aaaa0000-0000-4000-8000-00000000000a'
const B = 'bbbb0000-0000-4000-8000-00000000000b'

const docs = readFileSync(new URL('../../../../docs/cli-json.md', import.meta.url), 'utf8')

/** Each asked where there is something to tell. */
const COMMANDS: readonly (readonly [command: string, ...args: string[]])[] = [
  ['ls'],
  ['ls', '--lost'],
  ['search', 'login'],
  ['search', '--save', 'mine', 'login'],
  ['search', '--saved'],
  ['show', A],
  ['usage', 'session'],
  ['usage', 'block'],
  ['context', A],
  ['files', A],
  ['files', A, '--sidecars'],
  ['blame', 'login.ts'],
  ['tree', A],
  ['trace', 'show', A],
  ['trace', 'send', '--all', '--otlp-file', 'spans.jsonl'],
  ['trace', 'status'],
  ['lineage', B],
  ['check', A],
  ['doctor'],
  ['doctor', A],
  ['archive'],
  ['archive', '--verify'],
  ['restore', A],
  ['index', 'status'],
  ['index', 'rebuild'],
  ['index', 'verify'],
  ['demo'],
]

describe('with sessions', () => {
  const machine = new Machine()
  beforeAll(() => {
    const input = { file_path: '/home/ada/app/login.ts', content: 'export {}\n' }
    const value = { type: 'create', filePath: input.file_path, content: input.content, structuredPatch: [] }
    machine.session(A, [
      prompt('a1', null, 'Write the login page', 0),
      answer('a2', 'a1', { type: 'tool_use', id: 't1', name: 'Write', input }, 2),
      result('a3', 'a2', 't1', 3, { text: 'File created', value }),
      answer('a4', 'a3', 'Done', 4),
      prompt('a5', 'gone', 'And now?', 9000),
      { type: 'pr-link', prNumber: 7, prUrl: 'https://example.com/o/r/pull/7', prRepository: 'o/r' },
    ])
    machine.session(B, [{ ...prompt('a1', null, 'One', 0), forkedFrom: { sessionId: A, messageUuid: 'a1' } }])
  })
  afterAll(() => machine.remove())

  it.each(COMMANDS.map((args) => [args.join(' '), args]))('%s prints what its section says', (_, args) => {
    const section = sectionsOf(args[0])
    const unknown = [...keysOf(machine.json(...args))].filter((key) => !section.includes(`"${key}"`))
    expect(unknown).toEqual([])
  })
})

describe('edits', () => {
  const machine = new Machine()
  const turn = (n: number) => [
    prompt(`e${n}1`, n === 1 ? null : `e${n - 1}2`, `Prompt ${n}`, 10 * n),
    answer(`e${n}2`, `e${n}1`, 'A sentence of an answer. '.repeat(40), 10 * n + 5),
  ]
  beforeAll(() => {
    const damaged = prompt('e90', 'gone', 'And now?', 1)
    machine.session(A, [damaged, ...turn(1), prompt('e80', 'e12', 'Another way', 18), ...turn(2), ...turn(3)])
  })
  afterAll(() => machine.remove())

  it.each([
    ['clone'],
    ['fork', '--before', 't2'],
    ['split', '--turn', '2'],
    ['compress', '--band', '0-100%:30%'],
    ['repair'],
    ['redact', '--pattern', 'sentence'],
  ])('%s prints what the section of all edits says', (command, ...options) => {
    const section = `${sectionsOf('clone|')}${sectionsOf('compress --json')}`
    const plan = machine.json(command, A, ...options, '--dry-run')
    expect([...keysOf(plan)].filter((key) => !section.includes(`"${key}"`))).toEqual([])
  })

  it('originals, title, tag and undo print what their sections say', () => {
    const { target } = machine.json('compress', A, '--band', '0-100%:30%') as { target: { session: string } }
    for (const [command, ...args] of [['originals'], ['title', 'x'], ['tag', 'y']] as const) {
      const printed = machine.json(command, target.session, ...args)
      expect([...keysOf(printed)].filter((key) => !sectionsOf(command).includes(`"${key}"`))).toEqual([])
    }
    machine.json('clone', A)
    const undone = machine.json('undo')
    expect([...keysOf(undone)].filter((key) => !sectionsOf('undo').includes(`"${key}"`))).toEqual([])
  })

  it('move prints what its section says', () => {
    mkdirSync(join(machine.bench.folder, 'new'))
    machine.session(B, [{ ...prompt('m1', null, 'x', 0), cwd: '/home/ada/old' }], '-home-ada-old')
    const config = { projects: { '/home/ada/old': {} } }
    writeFileSync(join(machine.root, '.claude.json'), JSON.stringify(config))
    const moved = machine.json('move', '/home/ada/old', './new')
    expect([...keysOf(moved)].filter((key) => !sectionsOf('move').includes(`"${key}"`))).toEqual([])
  })
})

describe('without sessions', () => {
  const machine = new Machine()
  afterAll(() => machine.remove())

  it.each(
    COMMANDS.filter((args) => !args.some((arg) => arg === A || arg === B)).map((args) => [
      args.join(' '),
      args,
    ]),
  )('%s prints JSON all the same', (_, args) => {
    expect(machine.json(...args)).toBeTypeOf('object')
  })

  it.each(['show', 'context', 'files', 'tree', 'lineage', 'check', 'restore'])(
    '%s says that there are none, on stderr alone',
    (command) => {
      expect(machine.run(command, '@last', '--json')).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'skein: there are no sessions yet: `skein ls` says where they were looked for, `skein demo` shows those that come with Skein\n',
      })
    },
  )
})

/** The sections of a command, and those whose shapes it refers to. */
function sectionsOf(command: string): string {
  const sections = docs.split(/^## /m)
  const own = sections.filter((text) => text.startsWith(`\`skein ${command}`))
  expect(own.length).toBeGreaterThan(0)
  const shared = sections.filter((text) => /^`skein (?:ls|show|files|check) --json/.test(text))
  return [...own, ...shared].join('\n')
}

function keysOf(value: unknown, keys = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const element of value) keysOf(element, keys)
  else if (typeof value === 'object' && value !== null)
    for (const [key, field] of Object.entries(value)) keysOf(field, keys.add(key))
  return keys
}
