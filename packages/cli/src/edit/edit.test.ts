import {
  appendFileSync,
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
let machine: Machine

beforeEach(() => {
  machine = new Machine()
})
afterEach(() => machine.remove())

interface Plan {
  readonly target: { readonly session: string; readonly path: string }
  readonly resume: readonly { readonly before: number; readonly after: number }[]
  readonly warnings: readonly { readonly code: string }[]
  readonly written: boolean
  readonly title: string | null
  readonly prompt?: string
}

const uuid = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`

/** A session of three turns. */
function threeTurns(): string {
  return machine.session(ID, [
    prompt(uuid(1), null, 'first', 0),
    answer(uuid(2), uuid(1), 'one', 5),
    prompt(uuid(3), uuid(2), 'second', 10),
    answer(uuid(4), uuid(3), 'two', 15),
    prompt(uuid(5), uuid(4), 'third', 20),
    answer(uuid(6), uuid(5), 'three', 25),
  ])
}

/** Everything below the config folder, with content. */
function snapshot(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(machine.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  )
}

describe('a dry run', () => {
  test.each([
    ['clone', ID],
    ['fork', ID, '--at', 't2'],
    ['split', ID, '--turn', '2'],
  ])('of %s writes nothing', (...args) => {
    threeTurns()
    const before = snapshot()
    const ran = machine.run(...args, '--dry-run')
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toContain('Nothing was written')
    expect(snapshot()).toEqual(before)
  })
})

describe('clone', () => {
  test('leaves the original as it was and gives a session that reads the same', () => {
    const original = threeTurns()
    const before = readFileSync(original)
    const plan = machine.json('clone', ID) as Plan
    expect(plan).toMatchObject({ written: true, title: 'first (clone)' })
    expect(readFileSync(original)).toEqual(before)
    expect(statSync(plan.target.path).mode & 0o777).toBe(0o600)
    const texts = (session: string) => machine.json('export', 'api', session)
    expect(texts(ID)).toHaveLength(6)
    expect(texts(plan.target.session)).toEqual(texts(ID))
  })

  test('brings sub-agents, results and backups along and re-links them', () => {
    threeTurns()
    const own = join(machine.root, 'projects', 'app', ID)
    const files = {
      [join(own, 'subagents', 'agent-a1.jsonl')]:
        `${JSON.stringify({ ...prompt('a1-1', null, 'go', 3), isSidechain: true, agentId: 'a1', sessionId: ID })}\n`,
      [join(own, 'subagents', 'agent-a1.meta.json')]: '{"agentType":"Explore"}',
      [join(own, 'tool-results', 'r.txt')]: 'long output',
      [join(machine.root, 'file-history', ID, 'abc@v1')]: 'old file',
      [join(machine.root, 'tasks', ID, '1.json')]: '{}',
    }
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, content)
    }
    const { target } = machine.json('clone', ID) as Plan
    const copies = Object.keys(files).map((path) => path.replace(ID, target.session))
    expect(copies.map((path) => existsSync(path))).toEqual([true, true, true, true, true])
    expect(copies.slice(1).map((path) => readFileSync(path, 'utf8'))).toEqual(Object.values(files).slice(1))
    expect(JSON.parse(readFileSync(copies[0], 'utf8'))).toMatchObject({
      agentId: 'a1',
      sessionId: target.session,
    })
  })

  test('goes into another project, with its folder in the rows', () => {
    threeTurns()
    const other = join(machine.bench.folder, 'other')
    mkdirSync(other)
    const { target } = machine.json('clone', ID, '--to-project', other) as Plan
    expect(target.path).toContain(other.replaceAll(/[^A-Za-z0-9]/g, '-'))
    expect(readFileSync(target.path, 'utf8').split('\n')[0]).toContain(`"cwd":${JSON.stringify(other)}`)
  })

  test.each([
    [['clone', 'nobody'], 1, 'no session is called'],
    [['clone', ID, '--to-project', '/no/such/folder'], 1, 'no such folder'],
  ])('%j is one line and writes nothing', (args, code, line) => {
    threeTurns()
    const before = snapshot()
    const ran = machine.run(...args)
    expect(ran.code).toBe(code)
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(ran.stderr).toContain(line)
    expect(snapshot()).toEqual(before)
  })

  test('of a damaged session is damaged in the same way, and says so', () => {
    const path = threeTurns()
    appendFileSync(path, '{"torn')
    const ran = machine.run('clone', ID)
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.stdout).toContain('lines that are damaged (1)')
  })

  test('of an empty file is refused', () => {
    const path = machine.session(ID, [])
    const ran = machine.run('clone', path)
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('holds no conversation')
  })
})

describe('a plan', () => {
  test('tells of saved outputs whose paths stay those of the original, and of links that are left out', () => {
    const path = threeTurns()
    const own = join(path.replace(/\.jsonl$/, ''), 'tool-results')
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'a.txt'), 'long')
    symlinkSync('/etc/hostname', join(own, 'b.txt'))
    const { warnings, target } = machine.json('clone', ID) as Plan
    expect(warnings.map(({ code }) => code)).toEqual(['recent', 'saved-outputs', 'links', 'continue'])
    expect(readdirSync(join(target.path.replace(/\.jsonl$/, ''), 'tool-results'))).toEqual(['a.txt'])
  })

  test('is made of a session with a value nested deeper than any stack', () => {
    const path = threeTurns()
    const deep = JSON.stringify(prompt(uuid(7), uuid(6), 'DEEP', 30)).replace(
      '"DEEP"',
      '['.repeat(50_000) + ']'.repeat(50_000),
    )
    appendFileSync(path, `${deep}\n`)
    expect(machine.json('clone', ID)).toMatchObject({ rows: { kept: 7, changed: 0, dropped: 0 } })
  })

  test('is refused where nothing that could be resumed is left of a conversation', () => {
    const rows = [
      prompt(uuid(1), uuid(4), 'first', 0),
      answer(uuid(2), uuid(1), 'one', 5),
      prompt(uuid(3), uuid(2), 'second', 10),
      answer(uuid(4), uuid(3), 'two', 15),
    ]
    machine.session(ID, rows)
    const before = snapshot()
    const ran = machine.run('split', ID, '--turn', '2')
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr).toContain('a resume finds no conversation')
    expect(snapshot()).toEqual(before)
    expect(readdirSync(join(machine.root, 'projects', 'app'))).toEqual([`${ID}.jsonl`])
  })
})

describe('fork', () => {
  test('ends at a turn; before a prompt it hands the prompt back', () => {
    threeTurns()
    expect(machine.json('fork', ID, '--at', 't2')).toMatchObject({
      resume: [
        { before: 6, after: 4 },
        { before: 6, after: 4 },
      ],
    })
    expect(machine.json('fork', ID, '--before', 't2')).toMatchObject({ prompt: 'second' })
  })

  test.each([
    [[], 'a fork ends at one place'],
    [['--at', 't9'], 'no turn 9'],
    [['--at', 'zzz'], 'no entry zzz'],
    [['--at', '0000'], '6 entries begin with 0000'],
    [['--before', 't1'], 'nothing was said before'],
    [['--before', '2'], 'is no prompt'],
    [['--branch', '1'], 'no branch 1'],
  ])('%j is refused in one line', (args, line) => {
    threeTurns()
    const ran = machine.run('fork', ID, ...args)
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr).toContain(line)
  })
})

describe('undo', () => {
  test('takes the last edit back; the archive keeps it; lineage tells both', () => {
    threeTurns()
    const before = snapshot()
    const { target } = machine.json('clone', ID) as Plan
    expect(machine.json('undo')).toMatchObject({ undone: target.session, kind: 'clone', from: ID })
    expect(snapshot()).toEqual(before)
    const { sessions } = machine.json('lineage', target.session) as {
      sessions: { session: string; edit: object | null }[]
    }
    expect(sessions.find(({ session }) => session === target.session)?.edit).toMatchObject({
      kind: 'clone',
      from: ID,
      undone: true,
    })
    expect(machine.run('undo')).toMatchObject({ code: 1 })
  })

  test('gives everything that it removed to the archive', () => {
    const path = threeTurns()
    const put = (at: string): void => {
      mkdirSync(join(at, '..'), { recursive: true })
      writeFileSync(at, `content of ${at}`)
    }
    const own = path.replace(/\.jsonl$/, '')
    put(join(own, 'tool-results', 'a.txt'))
    put(join(own, 'workflows', 'deep', 'odd name.bin'))
    put(join(machine.root, 'file-history', ID, 'x@v1'))
    put(join(machine.root, 'tasks', ID, '1.json'))
    put(join(machine.root, 'todos', `${ID}-agent-${ID}.json`))
    const original = snapshot()
    const { target } = machine.json('clone', ID) as Plan
    const copied = Object.entries(snapshot()).filter(([file]) => !(file in original))
    expect(copied).toHaveLength(6)
    machine.json('undo')
    expect(snapshot()).toEqual(original)
    machine.json('restore', target.session)
    expect(snapshot()).toEqual({ ...original, ...Object.fromEntries(copied) })
  })

  test('takes both halves of a split back at once, or one by its name', () => {
    threeTurns()
    const before = snapshot()
    machine.json('split', ID, '--turn', '2')
    expect(machine.json('undo')).toMatchObject([{ kind: 'split' }, { kind: 'split' }])
    expect(snapshot()).toEqual(before)
    const [first, second] = machine.json('split', ID, '--turn', '2') as [Plan, Plan]
    machine.json('undo', second.target.session)
    expect(machine.json('undo')).toEqual({ undone: first.target.session, kind: 'split', from: ID })
    expect(snapshot()).toEqual(before)
  })

  test('takes neither half of a split back where one was continued', () => {
    threeTurns()
    const [first, second] = machine.json('split', ID, '--turn', '2') as [Plan, Plan]
    appendFileSync(first.target.path, '{"type":"mode","mode":"normal"}\n')
    expect(machine.run('undo')).toMatchObject({ code: 1 })
    expect(existsSync(second.target.path)).toBe(true)
  })

  test('knows the session by any of its names', () => {
    threeTurns()
    const { target } = machine.json('clone', ID, '--title', 'The copy') as Plan
    expect(machine.run('undo', 'first')).toMatchObject({ code: 1 })
    expect(machine.run('undo', '')).toMatchObject({ code: 1 })
    expect(machine.json('undo', 'The copy')).toMatchObject({ undone: target.session })
    expect(machine.run('undo', target.session).stderr).toContain('was undone before')
  })

  test('leaves a session alone that a running program has open', () => {
    threeTurns()
    const { target } = machine.json('clone', ID) as Plan
    mkdirSync(join(machine.root, 'sessions'))
    writeFileSync(
      join(machine.root, 'sessions', `${process.pid}.json`),
      JSON.stringify({ sessionId: target.session, cwd: '/home/ada/app' }),
    )
    const ran = machine.run('undo')
    expect(ran).toMatchObject({ code: 1 })
    expect(ran.stderr).toContain('Claude Code has the session open')
    expect(existsSync(target.path)).toBe(true)
  })

  test('leaves a session alone that was continued', () => {
    threeTurns()
    const { target } = machine.json('clone', ID) as Plan
    appendFileSync(target.path, '{"type":"mode","mode":"normal"}\n')
    const ran = machine.run('undo', target.session)
    expect(ran).toMatchObject({ code: 1 })
    expect(ran.stderr).toContain('has changed since Skein wrote it')
    expect(existsSync(target.path)).toBe(true)
  })
})
