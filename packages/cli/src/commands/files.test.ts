import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { answer, at, DEMO, lines, prompt, result, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

const call = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input })
const edit = (id: string, before: string, after: string): object =>
  call(id, 'Edit', { file_path: '/home/ada/app/src/a.ts', old_string: before, new_string: after })

const session = lines(
  prompt('p1', null, 'Change it', 0),
  answer('a1', 'p1', edit('t1', 'one', 'two'), 1),
  result('r1', 'a1', 't1', 2, {
    text: 'ok',
    value: {
      filePath: '/home/ada/app/src/a.ts',
      oldString: 'one',
      newString: 'two',
      originalFile: 'one\nrest\n',
      structuredPatch: [],
    },
  }),
  answer('a2', 'r1', call('t2', 'Write', { file_path: '/home/ada/app/new.txt', content: 'x\ny\n' }), 3),
  result('r2', 'a2', 't2', 4, {
    text: 'ok',
    value: { type: 'create', filePath: '/home/ada/app/new.txt', content: 'x\ny\n', structuredPatch: [] },
  }),
  answer(
    'a3',
    'r2',
    call('t3', 'Agent', { description: 'Help', prompt: 'Help me', subagent_type: 'worker' }),
    5,
  ),
  result('r3', 'a3', 't3', 20, { text: 'done', value: { agentId: 'w1', status: 'completed', content: [] } }),
  prompt('p2', 'r3', 'Again', 30),
  answer('a4', 'p2', edit('t4', 'two', 'three'), 31),
  result('r4', 'a4', 't4', 32, {
    text: 'ok',
    value: {
      filePath: '/home/ada/app/src/a.ts',
      oldString: 'two',
      newString: 'three',
      originalFile: 'two\nrest\n',
      structuredPatch: [],
    },
  }),
  answer('a5', 'r4', edit('t5', 'nope', 'never'), 33),
  result('r5', 'a5', 't5', 34, { text: 'String to replace not found', error: true }),
  answer(
    'a6',
    'r5',
    call('t6', 'Bash', { command: 'rm old.txt && git commit -am "Change a" && gh pr create --fill' }),
    35,
  ),
  result('r6', 'a6', 't6', 36, {
    text: 'ok',
    value: {
      stdout: '[main (root-commit) 4be19d7] Change a\n 1 file changed\nhttps://github.com/ada/app/pull/7\n',
      stderr: '',
      interrupted: false,
    },
  }),
  {
    type: 'pr-link',
    sessionId: 's1',
    prNumber: 7,
    prUrl: 'https://github.com/ada/app/pull/7',
    prRepository: 'ada/app',
    timestamp: at(37),
  },
  {
    type: 'pr-link',
    sessionId: 's1',
    prNumber: 8,
    prUrl: 'https://github.com/ada/app/pull/8',
    prRepository: 'ada/app',
    timestamp: at(38),
  },
)
const side = { isSidechain: true, agentId: 'w1' }
bench.write('s1.jsonl', session)
mkdirSync(join(bench.folder, 's1', 'subagents'), { recursive: true })
bench.write(
  's1/subagents/agent-w1.jsonl',
  lines(
    { ...prompt('x1', null, 'Help me', 6), ...side },
    {
      ...answer(
        'x2',
        'x1',
        call('t9', 'Edit', { file_path: '/home/ada/lib/b.ts', old_string: 'p', new_string: 'q\nr' }),
        7,
      ),
      ...side,
    },
    { ...result('x3', 'x2', 't9', 8, { text: 'ok' }), toolUseResult: undefined, ...side },
  ),
)

const MADE = { turn: 2, agentId: null, time: at(36) }

describe('skein files --json', () => {
  it('has the net change of every file, by whom and when, commits and pull requests', () => {
    const { code, stdout, stderr } = bench.run(['files', 's1.jsonl', '--json', '--diff'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const report = JSON.parse(stdout) as Record<string, unknown>
    expect(report).toEqual({
      file: 's1.jsonl',
      title: 'Change it',
      bytes: session.length,
      entries: 16,
      turnCount: 2,
      firstTime: at(0),
      lastTime: at(38),
      files: [
        {
          path: 'src/a.ts',
          absolutePath: '/home/ada/app/src/a.ts',
          kind: 'net',
          created: false,
          added: 1,
          removed: 1,
          changedElsewhere: false,
          edits: 2,
          turns: [1, 2],
          agents: [],
          firstTime: at(2),
          lastTime: at(32),
          hunks: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: ['-one', '+three', ' rest'] }],
        },
        {
          path: 'new.txt',
          absolutePath: '/home/ada/app/new.txt',
          kind: 'net',
          created: true,
          added: 2,
          removed: 0,
          changedElsewhere: false,
          edits: 1,
          turns: [1],
          agents: [],
          firstTime: at(4),
          lastTime: at(4),
          hunks: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 2, lines: ['+x', '+y'] }],
        },
        {
          path: '/home/ada/lib/b.ts',
          absolutePath: '/home/ada/lib/b.ts',
          kind: 'steps',
          created: false,
          added: 2,
          removed: 1,
          changedElsewhere: false,
          edits: 1,
          turns: [1],
          agents: ['w1'],
          firstTime: at(8),
          lastTime: at(8),
          hunks: [{ oldStart: 0, oldLines: 1, newStart: 0, newLines: 2, lines: ['-p', '+q', '+r'] }],
        },
      ],
      commits: [{ sha: '4be19d7', branch: 'main', subject: 'Change a', ...MADE }],
      pullRequests: [
        { url: 'https://github.com/ada/app/pull/7', ...MADE },
        { url: 'https://github.com/ada/app/pull/8', turn: null, agentId: null, time: at(38) },
      ],
      shellCommands: [{ command: 'rm old.txt && git commit -am "Change a" && gh pr create --fill', ...MADE }],
    })
  })

  it('leaves the lines out without --diff', () => {
    const { files } = JSON.parse(bench.run(['files', 's1.jsonl', '--json']).stdout) as { files: object[] }
    expect(files.filter((file) => 'hunks' in file)).toEqual([])
  })
})

describe('skein files', () => {
  it('lists files with their counts, then commits, pull requests and what cannot be known', () => {
    const { stdout } = bench.run(['files', 's1.jsonl', '--width', '70'])
    expect(stdout.split('\n').slice(3)).toEqual([
      '',
      '3 files +5 −2 · 1 commit · 2 pull requests',
      '',
      '  M src/a.ts            +1 −1  turns 1, 2 · 2 edits',
      '  A new.txt             +2 −0  turn 1',
      '  M /home/ada/lib/b.ts  +2 −1  turn 1 · by a sub-agent',
      '',
      'Commits',
      '  4be19d7 Change a  turn 2',
      '',
      'Pull requests',
      '  https://github.com/ada/app/pull/7  turn 2',
      '  https://github.com/ada/app/pull/8',
      '',
      '1 shell command may have changed, moved or deleted files too (rm, mv,',
      'sed -i, >, git checkout …): a transcript does not tell which. --json',
      'lists them.',
      '',
    ])
  })

  it.each([
    ['src/a.ts'],
    ['a.ts'],
    ['src'],
    ['/home/ada/app/src/a.ts'],
    ['./src/../src/a.ts'],
    ['src\\a.ts'],
  ])('picks %s and shows what changed', (path) => {
    const { stdout } = bench.run(['files', 's1.jsonl', path])
    expect(stdout).toContain('1 file +1 −1')
    expect(stdout).toContain('    1 - one\n    1 + three\n    2   rest\n')
  })

  it('says so where the text before is not known', () => {
    expect(bench.run(['files', 's1.jsonl', 'b.ts']).stdout).toContain(
      '    the text before is not in the transcript: the changes, one after another\n    - p\n    + q\n    + r\n',
    )
  })

  it('refuses a path that was not changed', () => {
    expect(bench.run(['files', 's1.jsonl', 'zzz'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'skein: no change of zzz in s1.jsonl: `skein files` without a path lists what it changed\n',
    })
  })

  it('takes one file for one, whichever system wrote its path', () => {
    const write = (id: string, path: string, content: string): object =>
      call(id, 'Write', { file_path: path, content })
    const wrote = (path: string, content: string, original: string | null): object => ({
      type: original === null ? 'create' : 'update',
      filePath: path,
      content,
      originalFile: original,
      structuredPatch: [],
    })
    bench.write(
      'windows.jsonl',
      lines(
        prompt('p', null, 'Go', 0),
        answer('a', 'p', write('t1', 'C:\\app\\x.txt', 'a\n'), 1),
        result('b', 'a', 't1', 2, { text: 'ok', value: wrote('C:\\app\\x.txt', 'a\n', null) }),
        answer('c', 'b', write('t2', '/mnt/c/app/x.txt', 'b\n'), 3),
        result('d', 'c', 't2', 4, { text: 'ok', value: wrote('/mnt/c/app/x.txt', 'b\n', 'a\n') }),
      ),
    )
    const { files } = JSON.parse(bench.run(['files', 'windows.jsonl', '--json']).stdout) as {
      files: object[]
    }
    expect(files).toMatchObject([{ path: 'C:/app/x.txt', created: true, added: 1, removed: 0, edits: 2 }])
  })

  it('tells the demo as its commit did', () => {
    const { stdout } = bench.run([
      'files',
      `${DEMO}-home-ada-tidepool/52eb6ea7-3af3-4db7-a9a5-b77e51bbeedd.jsonl`,
    ])
    expect(stdout).toContain('4be19d7')
  })
})
