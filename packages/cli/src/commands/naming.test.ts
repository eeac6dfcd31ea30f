import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { prompt } from '../../test/run-skein.ts'

const A = 'aaaa0000-0000-4000-8000-00000000000a'
const B = 'bbbb0000-0000-4000-8000-00000000000b'

let machine: Machine

beforeEach(() => {
  machine = new Machine()
})

afterEach(() => machine.remove())

describe('one id in two projects', () => {
  it('is told apart by the path', () => {
    const paths = ['one', 'two'].map((project) => machine.turn(A, `Begun in ${project}`, 'Yes', project))
    const { code, stderr } = machine.run('show', A)
    expect(code).toBe(2)
    expect(stderr.split('\n')[0]).toBe(`skein: "${A}" could be 2 sessions: name one by its path`)
    expect(paths.filter((path) => !stderr.includes(path))).toEqual([])
    expect(machine.run('show', paths[1]).stdout).toContain('Begun in two')
  })

  it('is told as a copy, counted once, and the copy with all entries is read', () => {
    const one = machine.turn(A, 'Mend the login page', 'Mended.', 'one')
    const two = machine.turn(A, 'Mend the login page', 'Mended.', 'two')
    const copy = `copy of ${A.slice(0, 8)} in project one`
    expect(machine.run('ls', '--width', '160').stdout).toContain(`${copy} · counted elsewhere`)
    expect(machine.run('ls', '--width', '80').stdout).toMatch(/ copied  /)
    expect(machine.json('ls')).toMatchObject({
      sessions: [
        { path: one, tokens: 115, countedElsewhere: false, relations: [] },
        {
          path: two,
          tokens: 0,
          countedElsewhere: true,
          relations: [{ kind: 'copy-of', session: A, project: 'one', path: one, root: null }],
        },
      ],
    })
    expect(machine.run('lineage', A).stdout).toContain(copy)
    for (const flags of [[], ['--no-index']]) {
      expect(machine.json('usage', 'session', ...flags)).toMatchObject({
        rows: [{ key: A, totalTokens: 115 }],
        copies: [{ session: A, paths: [one, two] }],
      })
      expect(machine.run('usage', 'session', ...flags).stdout).toContain('what its copies share counts once')
    }
    appendFileSync(two, `${JSON.stringify(prompt(`${A}-3`, `${A}-2`, 'And the door', 9))}\n`)
    const { code, stdout, stderr } = machine.run('show', A, '--at', `${A}-3`)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `skein: ${A} has 2 copies; this is the one with all entries: ${two}\n`,
    })
    expect(stdout).toContain('And the door')
    for (const name of [A, two])
      expect(machine.run('tree', name).stdout).toContain(`copy of ${A} in project one`)
    // Where something is written beside it, people say which one they mean.
    expect(machine.run('fork', A, '--at', `${A}-2`)).toMatchObject({ code: 1, stdout: '' })
  })

  it('is given back from the archive to where it was', () => {
    const [one, two] = ['one', 'two'].map((project) => machine.turn(A, `Begun in ${project}`, 'Yes', project))
    const bytes = readFileSync(two)
    machine.run('archive')
    machine.delete(one)
    machine.delete(two)
    for (const command of [['show'], ['tree'], ['export', 'md']])
      expect(machine.run(...command, two)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Begun in two'),
        stderr: '',
      })
    expect(machine.run('restore', A)).toMatchObject({ code: 2, stdout: '' })
    expect(machine.json('restore', two)).toMatchObject({ session: A, written: [two] })
    expect(readFileSync(two)).toEqual(bytes)
  })
})

describe('the path of a transcript', () => {
  it.each([['lineage'], ['doctor'], ['context'], ['restore']])(
    'names a session for %s from anywhere',
    (command) => {
      machine.turn(A, 'Mend the login page', 'Mended.')
      machine.run('archive')
      // The command runs in the folder that the config root lies in.
      expect(machine.run(command, join('.claude', 'projects', 'app', `${A}.jsonl`))).toMatchObject({
        code: 0,
        stderr: '',
      })
    },
  )
})

describe('a title that stands elsewhere', () => {
  it('is the one that lists and the session itself are headed with, secrets masked', () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    const sidecar = machine.turn(A, 'Mend it', 'Mended.').replace(/\.jsonl$/, '')
    mkdirSync(sidecar)
    writeFileSync(join(sidecar, 'custom-title.json'), JSON.stringify({ customTitle: `Door ${secret}` }))
    const title = 'Door [redacted:github-token:1]'
    const path = `${sidecar}.jsonl`
    // Before there is an index, and with one.
    expect(machine.json('show', path)).toMatchObject({ title })
    expect(machine.json('ls')).toMatchObject({ sessions: [{ title }] })
    for (const name of [A, path, join('.claude', 'projects', 'app', `${A}.jsonl`)])
      expect(machine.json('show', name)).toMatchObject({ title })
    expect(machine.json('show', A, '--reveal')).toMatchObject({ title: `Door ${secret}` })
    expect(machine.run('export', 'md', A).stdout).toMatch(/^# Door /)
    expect(machine.run('tree', A).stdout).not.toContain(secret)
  })
})

describe('a title that another transcript gives', () => {
  it('heads the session, named by its id or by its path', () => {
    const path = machine.turn(A, 'Mend it', 'Mended.')
    machine.session(B, [{ type: 'summary', summary: 'The door is mended', leafUuid: `${A}-2` }])
    for (const name of [A, path])
      expect(machine.json('show', name)).toMatchObject({ title: 'The door is mended' })
    // What was said since the last look is known too.
    appendFileSync(path, `${JSON.stringify({ type: 'custom-title', customTitle: 'Hinges', sessionId: A })}\n`)
    expect(machine.json('show', path)).toMatchObject({ title: 'Hinges' })
  })
})

describe('an index that cannot be read', () => {
  it('keeps nobody from reading a transcript by its path', () => {
    const path = machine.turn(A, 'Mend it', 'Mended.')
    machine.run('ls')
    rmSync(join(machine.home, 'cache.db'))
    mkdirSync(join(machine.home, 'cache.db'))
    expect(machine.run('show', path)).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('names that are hard to type', () => {
  it('a title with a path in it opens its session, and a path that leads nowhere is told as one', () => {
    machine.turn(A, 'Mend src/login.ts first', 'Mended.')
    for (const name of ['Mend src/login.ts first', 'src/login.ts'])
      expect(machine.run('show', name).stdout).toContain('Mended.')
    expect(machine.run('show', 'src/logout.ts')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'skein: no such file src/logout.ts: check the path\n',
    })
  })

  it('the beginning of an id that is no uuid, as lists print it', () => {
    machine.turn('my-session-of-may', 'Mend the login page', 'Mended.')
    expect(machine.run('ls').stdout).toContain('my-sessi ')
    expect(machine.run('show', 'my-sessi').stdout).toContain('Mended.')
  })

  it.each(['my session', 'Mend the "login" page', 'quiet-harbour'])('%s opens it', (name) => {
    const path = machine.turn('my session', 'Mend the "login" page', 'Mended.')
    const rows = readFileSync(path, 'utf8').trim().split('\n')
    writeFileSync(
      path,
      rows
        .map((row) => `${JSON.stringify({ ...(JSON.parse(row) as object), slug: 'quiet-harbour' })}\n`)
        .join(''),
    )
    expect(machine.run('show', name).stdout).toContain('Mended.')
  })

  it.each(['', ' '])('%j is no name', (name) => {
    machine.turn(A, 'x', 'y')
    expect(machine.run('show', name)).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('skein restore --version', () => {
  it('is the version of a session, not of Skein, and lists those there are', () => {
    machine.turn(A, 'x', 'y')
    machine.run('archive')
    const { code, stderr } = machine.run('restore', A, '--version', 'abc')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^skein: session .* has no version abc: name one of [0-9a-f]+\n$/),
    })
  })
})

describe('saved queries', () => {
  it('are listed after one was dropped', () => {
    machine.run('search', '--save', 'one', 'a')
    machine.run('search', '--save', 'two', 'b')
    expect(machine.json('search', '--forget', 'one')).toEqual({
      queries: [{ name: 'two', query: 'b', made: expect.stringMatching(/^\d{4}-.*Z$/) }],
    })
    expect(machine.run('search', '--forget', 'one')).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('skein ls', () => {
  it('tells no such session from none at all', () => {
    machine.turn(A, 'x', 'y')
    expect(machine.run('ls', '--live').stdout).toBe('No session is like that.\n')
  })
})
