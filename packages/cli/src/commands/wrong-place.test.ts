import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, lines, prompt, Workbench } from '../../test/run-skein.ts'

/* Something else stands where a folder, a file or a database is expected: it is said what and where, and never taken for a bug. */

let bench: Workbench
let config: string
let home: string
beforeEach(() => {
  bench = new Workbench()
  config = join(bench.folder, 'config')
  home = join(bench.folder, 'skein')
  mkdirSync(config)
  bench.write('some.jsonl', lines(prompt('a', null, 'Hello', 0), answer('b', 'a', 'Hi.', 1)))
  mkdirSync(join(bench.folder, 'folder.jsonl'))
})
afterEach(() => bench.remove())

function run(...args: readonly string[]): ReturnType<Workbench['run']> {
  return bench.run(args, { env: { CLAUDE_CONFIG_DIR: config, SKEIN_HOME: home } })
}

describe('a file where the config folder is expected', () => {
  beforeEach(() => {
    config = join(bench.folder, 'some.jsonl')
  })

  it.each([['ls'], ['search', 'hello'], ['usage'], ['archive']])('%s tells of it and goes on', (...args) => {
    expect(run(...args)).toMatchObject({
      code: 0,
      stderr: `skein: not a folder; it was passed over: ${config}\n`,
    })
  })

  it('doctor does not say that all is well', () => {
    const { code, stdout } = run('doctor', '--width', '400')
    expect(code).toBe(0)
    expect(stdout).toContain(config)
    expect(stdout).not.toContain('Nothing is damaged')
  })
})

it.each([['ls'], ['usage'], ['serve'], ['search', 'x']])('%s refuses a --root that is none', (...args) => {
  for (const root of ['./nowhere', './some.jsonl'])
    expect(run(...args, '--root', root)).toEqual({
      code: 2,
      stdout: '',
      stderr: `skein: --root ${root} is not understood: there is no such folder\n`,
    })
})

it.each([['serve'], ['pair'], ['devices'], ['ls']])('%s says that a file stands at SKEIN_HOME', (...args) => {
  home = join(bench.folder, 'some.jsonl')
  expect(run(...args)).toEqual({
    code: 1,
    stdout: '',
    stderr: `skein: something else stands at ${home}: move it away\n`,
  })
})

describe('a database that is damaged', () => {
  beforeEach(() => mkdirSync(home))

  it.each([['devices'], ['undo'], ['serve']])(
    '%s does not promise that a rebuild mends state.db',
    (...args) => {
      const file = join(home, 'state.db')
      writeFileSync(file, 'not a database '.repeat(500))
      const { code, stdout, stderr } = run(...args)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(
        /^skein: not a sound database: .*state\.db: put a copy of it back, or move it away; /,
      )
      expect(stderr).not.toContain('rebuild')
    },
  )

  it('a lock can be moved away', () => {
    const file = join(home, 'server.lock')
    writeFileSync(file, 'not a database '.repeat(500))
    expect(run('pair')).toEqual({
      code: 1,
      stdout: '',
      stderr: `skein: not a sound database: ${file}: move it away\n`,
    })
  })
})

describe('a path that leads to no session', () => {
  it.each([['lineage'], ['undo'], ['originals'], ['restore'], ['title', 'x'], ['tag', 'x']])(
    '%s says what stands there',
    (command, ...more) => {
      const said = (path: string): unknown => run(command, path, ...more)
      expect(said('./nowhere.jsonl')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'skein: no such file ./nowhere.jsonl: check the path\n',
      })
      expect(said('./folder.jsonl')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'skein: cannot read the folder ./folder.jsonl: name one .jsonl file in it\n',
      })
      expect(said('./some.jsonl')).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'skein: ./some.jsonl is none of the sessions that Skein looks after: it has to stand in a Claude config folder; --root names others\n',
      })
    },
  )
})

it.each(['', ' '])('blame of the name %j is of no file, not of all', (name) => {
  expect(run('blame', name)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'skein: no file is named: name its path or the end of it\n',
  })
})
