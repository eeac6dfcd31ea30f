import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { answer, prompt } from '../../test/run-skein.ts'

const ID = '5e551017-0000-4000-8000-000000000001'
const OTHER = '5e551017-0000-4000-8000-000000000002'
let machine: Machine
let old: string
let now: string

beforeEach(() => {
  machine = new Machine()
  old = join(machine.bench.folder, 'tide')
  now = join(machine.bench.folder, 'harbour')
  mkdirSync(now)
})
afterEach(() => machine.remove())

const slug = (path: string): string => path.replaceAll(/[^A-Za-z0-9]/g, '-')
const folder = (path: string): string => join(machine.root, 'projects', slug(path))

function sessionIn(id: string, cwd: string): string {
  return machine.session(
    id,
    [
      { ...prompt(`${id.slice(0, 35)}a`, null, 'hello', 0), cwd },
      { ...answer(`${id.slice(0, 35)}b`, `${id.slice(0, 35)}a`, 'hi', 5), cwd: `${cwd}/src` },
    ],
    slug(cwd),
  )
}

function put(path: string, content: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** All files below a folder, with their content. */
function contents(path: string): Record<string, string> {
  if (!existsSync(path)) return {}
  return Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(path.length + 1), readFileSync(file, 'utf8')]),
  )
}

describe('move', () => {
  test('copies sessions with all their files, byte for byte, and leaves the old ones', () => {
    const path = sessionIn(ID, old)
    machine.touch(path, 1_700_000_000)
    put(join(folder(old), ID, 'subagents', 'agent-a.jsonl'), '{}\n')
    put(join(folder(old), ID, 'tool-results', 'x.txt'), 'output')
    put(join(folder(old), 'memory', 'MEMORY.md'), 'remember')
    put(
      join(machine.root, 'history.jsonl'),
      `${JSON.stringify({ display: 'hello', project: old, sessionId: ID })}\n`,
    )
    const before = contents(folder(old))
    expect(machine.json('move', old, now)).toMatchObject({ historyPrompts: 1, written: true })
    expect(contents(folder(now))).toEqual(before)
    expect(contents(folder(old))).toEqual(before)
    expect(statSync(join(folder(now), `${ID}.jsonl`)).mtimeMs).toBe(1_700_000_000_000)
  })

  test('takes sessions of folders inside along, and none of a folder that only sounds alike', () => {
    sessionIn(ID, join(old, 'web'))
    sessionIn(OTHER, `${old}-old`)
    const { sessions } = machine.json('move', old, now) as { sessions: { session: string; target: string }[] }
    expect(sessions.map(({ session, target }) => [session, target])).toEqual([[ID, folder(join(now, 'web'))]])
  })

  test('leaves sessions of another project that shares the folder by its name', () => {
    sessionIn(ID, old)
    const twin = old.replace(/tide$/, 'tide')
    machine.session(
      OTHER,
      [{ ...prompt('x', null, 'y', 0), cwd: `${machine.bench.folder}/elsewhere` }],
      slug(twin),
    )
    const { sessions } = machine.json('move', old, now) as { sessions: { session: string }[] }
    expect(sessions.map(({ session }) => session)).toEqual([ID])
  })

  test('rewrites the folder in rows on request, and nothing else', () => {
    const path = sessionIn(ID, old)
    const said = readFileSync(path, 'utf8')
    machine.json('move', old, now, '--rewrite-cwd')
    expect(readFileSync(join(folder(now), `${ID}.jsonl`), 'utf8')).toBe(
      said.replaceAll(`"cwd":"${old}`, `"cwd":"${now}`),
    )
    expect(readFileSync(path, 'utf8')).toBe(said)
  })

  test('can be run again, and overwrites nothing', () => {
    sessionIn(ID, old)
    machine.json('move', old, now)
    expect(machine.json('move', old, now)).toMatchObject({ sessions: [{ state: 'same' }] })
    const copy = join(folder(now), `${ID}.jsonl`)
    writeFileSync(copy, 'mine')
    const ran = machine.run('move', old, now)
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('nothing was overwritten')
    expect(readFileSync(copy, 'utf8')).toBe('mine')
  })

  test('removes the old files on request, when the archive has them', () => {
    const path = sessionIn(ID, old)
    put(join(folder(old), 'memory', 'MEMORY.md'), 'remember')
    const said = readFileSync(path)
    machine.json('move', old, now, '--remove-old')
    expect(existsSync(folder(old))).toBe(false)
    expect(contents(folder(now))).toEqual({
      [`${ID}.jsonl`]: said.toString(),
      'memory/MEMORY.md': 'remember',
    })
    expect(machine.run('archive', '--verify')).toMatchObject({ code: 0 })
    // The id means the one that is there, the old path the one that is gone.
    expect(machine.run('show', ID)).toMatchObject({ code: 0 })
    const rescued = join(machine.bench.folder, 'rescued')
    expect(machine.run('restore', path, '--to', rescued)).toMatchObject({ code: 0 })
    expect(readFileSync(join(rescued, 'projects', slug(old), `${ID}.jsonl`))).toEqual(said)
  })

  test('leaves sessions whose folder both paths have where they are, even when the old ones are to go', () => {
    const [dashed, scored] = [`${now}-a`, `${now}_a`]
    mkdirSync(scored)
    const path = sessionIn(ID, dashed)
    const said = readFileSync(path)
    for (const option of ['--dry-run', '--remove-old', '--rewrite-cwd'])
      expect(machine.json('move', dashed, scored, option)).toMatchObject({
        sessions: [{ session: ID, state: 'stays', removed: false }],
      })
    expect(readFileSync(path)).toEqual(said)
  })

  test('into a folder inside the old one can be run again', () => {
    const inner = join(old, 'inner')
    mkdirSync(inner, { recursive: true })
    sessionIn(ID, old)
    machine.json('move', old, inner, '--rewrite-cwd')
    const after = contents(machine.root)
    expect(machine.json('move', old, inner, '--rewrite-cwd')).toMatchObject({
      sessions: [{ session: ID, target: folder(inner), state: 'same' }],
    })
    expect(contents(machine.root)).toEqual(after)
  })

  test('knows the old path where it is a link to the new one now', () => {
    sessionIn(ID, old)
    symlinkSync(now, old)
    expect(machine.json('move', old, now)).toMatchObject({
      from: old,
      sessions: [{ session: ID, target: folder(now), state: 'copied' }],
    })
  })

  test('takes sessions of another system: Windows paths, in any case, with either divider', () => {
    const cwd = String.raw`C:\src\tide`
    sessionIn(ID, cwd)
    machine.session(
      OTHER,
      [{ ...prompt('x', null, 'y', 0), cwd: String.raw`c:\src\tide\web` }],
      'c--src-tide-web',
    )
    sessionIn('5e551017-0000-4000-8000-000000000003', `${cwd}-old`)
    const { sessions } = machine.json('move', 'C:/src/tide', now, '--rewrite-cwd') as {
      sessions: { session: string; target: string }[]
    }
    expect(sessions.map(({ session, target }) => [session, target])).toEqual([
      [ID, folder(now)],
      [OTHER, folder(join(now, 'web'))],
    ])
    expect(readFileSync(join(folder(join(now, 'web')), `${OTHER}.jsonl`), 'utf8')).toContain(
      `"cwd":"${join(now, 'web')}"`,
    )
  })

  test('tells where the configuration names the old folder, and nothing that stands there', () => {
    sessionIn(ID, old)
    const config = put(
      join(machine.root, '.claude.json'),
      JSON.stringify({
        oauthAccount: { token: 'very-secret' },
        projects: { [old]: { key: 'very-secret' } },
        recent: [{ path: `${old}/web` }],
        others: [`${old}-old`],
      }),
    )
    const told = [{ path: config, keys: ['projects', 'recent'] }]
    expect(machine.json('move', old, now, '--dry-run')).toMatchObject({ config: told })
    const { stdout } = machine.run('move', old, now)
    expect(stdout).toContain('names the old folder under projects, recent; it is left as it is.')
    expect(stdout).not.toContain('very-secret')
  })

  test('passes over rows that are damaged where the folder stands', () => {
    sessionIn(ID, old)
    put(join(folder(old), `${OTHER}.jsonl`), '{"type":"user","cwd":"\\q"}\n')
    expect(machine.json('move', old, now)).toMatchObject({
      sessions: [{ session: ID }, { session: OTHER, state: 'copied' }],
    })
  })

  test('moves nothing that a running program has open, and says so', () => {
    sessionIn(ID, old)
    put(
      join(machine.root, 'sessions', `${process.pid}.json`),
      JSON.stringify({ pid: process.pid, sessionId: ID, cwd: old, startedAt: Date.now() }),
    )
    const ran = machine.run('move', old, now, '--remove-old')
    expect(ran).toMatchObject({ code: 1 })
    expect(ran.stderr).toContain('1 session not moved: Claude Code has them open')
    expect(contents(folder(now))).toEqual({})
  })

  test.each([
    [() => ['move', '', now], 'a folder is missing'],
    [() => ['move', old, ''], 'a folder is missing'],
    [() => ['move', `${old}-none`, now], 'no session was started in'],
    [() => ['move', old, `${now}-none`], 'no such folder'],
    [() => ['move', now, now], 'both are the same folder'],
  ])('bad input is one line: %#', (args, line) => {
    sessionIn(ID, old)
    const ran = machine.run(...args())
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr).toContain(line)
  })
})

describe('title and tag', () => {
  test('append one line in the way of Claude Code and change nothing else', () => {
    const path = sessionIn(ID, old)
    const before = readFileSync(path, 'utf8')
    machine.json('title', ID, 'Harbour "lights"')
    machine.json('tag', ID, 'release')
    expect(readFileSync(path, 'utf8')).toBe(
      `${before}{"type":"custom-title","customTitle":"Harbour \\"lights\\"","sessionId":"${ID}"}\n{"type":"tag","tag":"release","sessionId":"${ID}"}\n`,
    )
    expect(machine.run('ls').stdout).toContain('Harbour "lights"')
  })

  test('a torn last line does not swallow it', () => {
    const path = sessionIn(ID, old)
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"torn`)
    machine.json('title', ID, 'T')
    expect(readFileSync(path, 'utf8').split('\n').at(-2)).toBe(
      `{"type":"custom-title","customTitle":"T","sessionId":"${ID}"}`,
    )
  })

  test('a running program keeps its session to itself unless forced', () => {
    const path = sessionIn(ID, old)
    put(join(machine.root, 'sessions', `${process.pid}.json`), JSON.stringify({ sessionId: ID, cwd: old }))
    const before = readFileSync(path, 'utf8')
    const ran = machine.run('title', ID, 'T')
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('has the session open')
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(machine.run('title', ID, 'T', '--force').code).toBe(0)
  })

  test.each([
    [['title', ID, ' '], 'a title needs a letter'],
    [['title', ID, 'a\nb'], 'one line of plain text'],
  ])('%j is refused', (args, line) => {
    sessionIn(ID, old)
    const ran = machine.run(...args)
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain(line)
  })
})
