import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Machine } from '../../test/machine.ts'
import { answer, prompt, result } from '../../test/run-skein.ts'

const A = 'aaaa0000-0000-4000-8000-00000000000a'
const B = 'bbbb0000-0000-4000-8000-00000000000b'
const SONNET = { model: 'claude-sonnet-4-5' }

let machine: Machine

beforeEach(() => {
  machine = new Machine()
})

afterEach(() => machine.remove())

describe('on a machine without sessions', () => {
  it.each([
    ['ls', 'No sessions found.'],
    ['usage', 'No usage found.'],
    ['doctor', '0 sessions examined. Nothing is damaged.'],
    ['archive', '0 sessions, nothing new.'],
  ])('%s says so', (command, said) => {
    const { code, stdout, stderr } = machine.run(command)
    expect({ code, stderr, first: stdout.split('\n')[0] }).toEqual({ code: 0, stderr: '', first: said })
  })

  it('search finds nothing', () => {
    expect(machine.run('search', 'anything')).toMatchObject({ code: 0, stdout: 'Nothing found.\n' })
  })
})

describe('skein search', () => {
  it('takes words with a dash for a part of the query, and refuses options that are none', () => {
    machine.turn(A, 'Mend the login page', 'Ran git push --force.')
    machine.turn(B, 'Mend the logout page', 'Done.')
    const found = (...words: string[]): unknown =>
      (machine.json('search', ...words) as { hits: { session: string; field: string }[] }).hits.map(
        ({ session, field }) => [session, field],
      )
    expect(found('mend', '-login')).toEqual([[B, 'prompt']])
    expect(found('-tool:Bash', 'logout', '--limit', '5')).toEqual([[B, 'prompt']])
    expect(found('"--force"')).toEqual([[A, 'answer']])
    expect(found('git push --force')).toEqual([[A, 'answer']])
    expect(machine.run('search', '--', '--force').stdout).toContain('--force')
    expect(machine.run('search', 'mend', '-login', '--limt', '3')).toEqual({
      code: 2,
      stdout: '',
      stderr: "skein: unknown option '--limt' (Did you mean --limit?): see `skein search --help`\n",
    })
  })

  it('says that a query it was asked for by name is not there, where nothing was found', () => {
    machine.turn(A, 'Mend the login page of @ada', 'Mended.')
    expect(machine.run('search', '@flakey')).toEqual({
      code: 0,
      stdout: 'Nothing found.\n',
      stderr:
        'skein: no query is saved as flakey, so @flakey was looked for; `skein search --saved` lists them\n',
    })
    expect(machine.run('search', '@ada')).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('skein ls', () => {
  it('lists sessions with title, project, turns, tokens and cost', () => {
    machine.session(A, [
      prompt('a1', null, 'Mend the login page', 0),
      answer('a2', 'a1', 'Mended.', 5, { ...SONNET, usage: { input_tokens: 1000, output_tokens: 100 } }),
      { type: 'custom-title', customTitle: 'The login bug' },
    ])
    machine.turn(B, 'Another thing', 'Done', 'other')
    const { sessions } = machine.json('ls') as { sessions: Record<string, unknown>[] }
    const [found] = sessions.filter(({ id }) => id === A)
    expect(found).toMatchObject({
      title: 'The login bug',
      titleFrom: 'custom-title',
      project: '/home/ada/app',
      state: 'kept',
      turns: 1,
      tokens: 1100,
      // $3 and $15 per million tokens: 1000 * 3e-6 + 100 * 15e-6.
      cost: 0.0045,
      unpricedTokens: 0,
      models: ['claude-sonnet-4-5'],
    })
    expect(sessions.length).toBe(2)
    expect(machine.run('ls', 'login').stdout).toContain('The login bug')
    expect(machine.run('ls', 'login').stdout).not.toContain('Another thing')
  })

  it('tells a model without a price from one that costs nothing', () => {
    machine.turn(A, 'Hello', 'Hi')
    const { sessions } = machine.json('ls') as { sessions: { cost: number | null; unpricedTokens: number }[] }
    expect(sessions.map(({ cost, unpricedTokens }) => [cost, unpricedTokens])).toEqual([[null, 115]])
    expect(machine.run('ls', '--width', '100').stdout).toContain('no price')
  })

  it('finds what was appended since the last look', () => {
    const path = machine.turn(A, 'One', 'First')
    machine.run('ls')
    const more = [prompt('a3', `${A}-2`, 'Two', 10), answer('a4', 'a3', 'Second', 15)]
    writeFileSync(path, readFileSync(path, 'utf8') + more.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const { sessions } = machine.json('ls') as { sessions: { turns: number }[] }
    expect(sessions.map(({ turns }) => turns)).toEqual([2])
  })
})

describe('naming a session', () => {
  it.each(['aaaa', A, '@last', 'mend the login page', 'login'])('%s opens it', (name) => {
    machine.turn(A, 'Mend the login page', 'Mended.')
    expect(machine.run('show', name).stdout).toContain('Mended.')
  })

  it('lists the candidates of a name that fits several', () => {
    machine.turn(A, 'Mend the page', 'x')
    machine.turn(B, 'Mend the door', 'y')
    const { code, stderr } = machine.run('show', 'mend')
    expect(code).toBe(2)
    expect(stderr).toContain('"mend" could be 2 sessions: name one by more of its id')
    expect(stderr).toContain(A)
    expect(stderr).toContain(B)
  })

  it('says where names come from when nothing fits', () => {
    machine.turn(A, 'x', 'y')
    expect(machine.run('show', 'nothing-like-it')).toMatchObject({ code: 2, stdout: '' })
    expect(machine.run('show', 'nothing-like-it').stderr).toContain('`skein ls` lists them')
  })
})

describe('skein search', () => {
  it('finds text, names the entry, and show --at opens it', () => {
    machine.session(A, [
      prompt('5eed0001-aaaa', null, 'Run the tests', 0),
      answer(
        '5eed0002-aaaa',
        '5eed0001-aaaa',
        { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } },
        2,
      ),
      result('5eed0003-aaaa', '5eed0002-aaaa', 't1', 4, {
        text: 'Exit code 1\nECONNREFUSED on port 5432',
        error: true,
      }),
      answer('5eed0004-aaaa', '5eed0003-aaaa', 'The database is down.', 6),
    ])
    const { hits } = machine.json('search', 'econnrefused') as {
      hits: { uuid: string; field: string; tool: string }[]
    }
    expect(hits.map(({ uuid, field, tool }) => [uuid, field, tool])).toEqual([
      ['5eed0003-aaaa', 'error', 'Bash'],
    ])
    expect(machine.json('search', 'exit:1 tool:Bash')).toMatchObject({ hits: [{ uuid: '5eed0003-aaaa' }] })
    expect(machine.run('show', A, '--at', '5eed0003').stdout).toContain('ECONNREFUSED')
  })

  it('keeps queries and uses them by name', () => {
    machine.turn(A, 'Mend the login page', 'Mended.')
    expect(machine.run('search', '--save', 'mine', 'login').code).toBe(0)
    expect(machine.json('search', '--saved')).toMatchObject({ queries: [{ name: 'mine', query: 'login' }] })
    expect(machine.json('search', '@mine')).toMatchObject({ hits: [{ session: A }] })
    expect(machine.run('search', '--forget', 'mine').code).toBe(0)
    expect(machine.json('search', '--saved')).toMatchObject({ queries: [] })
  })

  it('needs nothing but the index where no saved query is named', () => {
    machine.turn(A, 'Mend the login page', 'Mended.')
    expect(machine.json('search', 'login')).toMatchObject({ hits: [{ session: A }] })
    expect(existsSync(join(machine.home, 'state.db'))).toBe(false)
  })

  it('shows where a query cannot be read', () => {
    const { code, stderr } = machine.run('search', 'cost:cheap')
    expect(code).toBe(2)
    expect(stderr).toContain('»')
  })

  it('masks secrets in snippets unless told to reveal them', () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    machine.turn(A, `The deploy key is ${secret}`, 'Noted')
    expect(machine.run('search', 'deploy').stdout).not.toContain(secret)
    expect(machine.run('search', 'deploy', '--reveal', '--width', '200').stdout).toContain(secret)
  })
})

describe('skein usage', () => {
  it('counts a message once, wherever it stands', () => {
    const rows = [
      prompt('a1', null, 'Hello', 0),
      answer('a2', 'a1', 'Hi', 5, { ...SONNET, usage: { input_tokens: 1_000_000, output_tokens: 0 } }),
    ]
    machine.session(A, rows)
    machine.session(B, rows)
    const expected = { totals: { messages: 1, totalTokens: 1_000_000, cost: 6, nanoDollars: 6_000_000_000 } }
    // A prompt of more than 200k tokens costs Sonnet 4.5 $6 a million. Without an index first, then with one.
    expect(machine.json('usage', 'daily', '--timezone', 'UTC')).toMatchObject(expected)
    machine.run('ls')
    const report = machine.json('usage', 'daily', '--timezone', 'UTC')
    expect(report).toMatchObject({ ...expected, rows: [{ key: '2026-05-01' }] })
    expect(machine.json('usage', 'session')).toMatchObject({ rows: [{ key: A }] })
  })

  it('prints CSV that a spreadsheet can open and not run', () => {
    machine.session(A, [
      prompt('a1', null, 'Hello', 0),
      answer('a2', 'a1', 'Hi', 5, { model: '=HYPERLINK("x")' }),
    ])
    const { stdout } = machine.run('usage', 'model', '--csv')
    expect(stdout.split('\n')[1]).toMatch(/^"'=HYPERLINK\(""x""\)",/)
  })

  it('prices fast mode as what it is', () => {
    const usage = { input_tokens: 1000, output_tokens: 0, service_tier: 'standard', speed: 'fast' }
    machine.session(A, [
      prompt('a1', null, 'Hello', 0),
      answer('a2', 'a1', 'Hi', 5, { model: 'claude-opus-4-6', usage }),
    ])
    // $5 a million tokens, six times that in fast mode. Without an index first, then with one.
    expect(machine.json('usage')).toMatchObject({ totals: { nanoDollars: 30_000_000 } })
    machine.run('ls')
    expect(machine.json('usage')).toMatchObject({ totals: { nanoDollars: 30_000_000 } })
  })

  it('refuses a time zone that is none', () => {
    expect(machine.run('usage', '--timezone', 'Mars/Base')).toMatchObject({ code: 2 })
  })
})

describe('skein context', () => {
  it('tells what fills the window, in parts that add up', () => {
    machine.turn(A, 'Mend the login page', 'Mended.')
    const context = machine.json('context', A) as { used: number; rest: number; parts: { tokens: number }[] }
    expect(context.parts.reduce((sum, part) => sum + part.tokens, context.rest)).toBe(context.used)
    expect(machine.run('context', A).stdout).toContain('What fills it')
  })
})

describe('skein lineage', () => {
  it('tells forks and their origin', () => {
    machine.session(A, [prompt('a1', null, 'One', 0)])
    machine.session(B, [{ ...prompt('a1', null, 'One', 0), forkedFrom: { sessionId: A, messageUuid: 'a1' } }])
    expect(machine.json('lineage', B)).toMatchObject({
      session: B,
      sessions: [{ session: A }, { session: B, from: [{ kind: 'forked-from', session: A }] }],
    })
    expect(machine.json('tree', B)).toMatchObject({ relations: [{ kind: 'forked-from', session: A }] })
    expect(machine.run('tree', B).stdout).toContain(`fork of ${A}`)
    expect(machine.run('ls', '--width', '120').stdout).toContain(`fork of ${A.slice(0, 8)}`)
  })
})

describe('skein blame', () => {
  it('names the session and the turn that wrote a file', () => {
    const input = { file_path: '/home/ada/app/login.ts', content: 'export {}\n' }
    const value = { type: 'create', filePath: input.file_path, content: input.content, structuredPatch: [] }
    machine.session(A, [
      prompt('a1', null, 'Write it', 0),
      answer('a2', 'a1', { type: 'tool_use', id: 't1', name: 'Write', input }, 2),
      result('a3', 'a2', 't1', 3, { text: 'File created', value }),
      answer('a4', 'a3', 'Done', 4),
    ])
    machine.turn(B, 'login.ts is nice', 'It is')
    expect(machine.json('blame', 'login.ts')).toMatchObject({
      sessions: [
        { session: A, files: [{ absolutePath: '/home/ada/app/login.ts', turns: [1], edits: 1, added: 1 }] },
      ],
    })
    expect(machine.run('blame', 'nobody.ts').stdout).toContain('No session wrote')
  })
})

describe('skein doctor', () => {
  it('lists what is damaged and what a resume loses', () => {
    machine.turn(A, 'Sound', 'yes')
    machine.session(B, [
      prompt('b1', null, 'One', 0),
      answer('b2', 'b1', 'a', 1),
      prompt('b4', 'gone', 'Two', 5000),
      answer('b5', 'b4', 'b', 5001),
    ])
    expect(machine.json('doctor')).toMatchObject({
      examined: 2,
      sessions: [{ id: B, lost: 2 }],
      unreadable: [],
    })
    expect(machine.json('doctor', A)).toMatchObject({ findings: [], lost: 0 })
  })
})
