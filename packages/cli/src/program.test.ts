import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { answer, BIN, lines, prompt, Workbench } from '../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const good = lines(prompt('a', null, 'Hello', 0), answer('b', 'a', 'Hi.', 1))

describe('the command line', () => {
  it('prints the version of the package', () => {
    expect(bench.run(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  it.each([[['--help']], [['help']]])('prints help with examples for %j', (args) => {
    const { code, stdout, stderr } = bench.run(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const word of ['demo', 'show', 'check', 'export', 'Examples:', 'Exit codes:'])
      expect(stdout).toContain(word)
  })

  it.each([
    [
      'an unknown command',
      ['shwo', 'x'],
      "skein: unknown command 'shwo' (Did you mean show?): see `skein --help`\n",
    ],
    [
      'an unknown option',
      ['show', 'x', '--colour'],
      "skein: unknown option '--colour': see `skein show --help`\n",
    ],
    ['a missing file', ['check'], 'skein: <session> is missing: see `skein check --help`\n'],
    ['a missing command', ['export'], 'skein: a command is missing: see `skein export --help`\n'],
    [
      'a bad version',
      ['check', 'x', '--as', 'new'],
      'skein: --as new is not understood: a version is like 2.0.76\n',
    ],
    [
      'a bad turn',
      ['show', 'x', '--turn', '0'],
      'skein: --turn 0 is not understood: turns are like 3, 3..5, 3.. or ..5, from 1\n',
    ],
    [
      'an unknown report',
      ['usage', 'hourly'],
      'skein: no report is called "hourly": it is one of daily, weekly, monthly, session, project, model, tool, block, turn\n',
    ],
    [
      'a choice that is none',
      ['show', 'x', '--view', 'it\u001b[31m\n'],
      'skein: --view it is not understood: it is one of full, resume, raw\n',
    ],
    [
      'an option without its value',
      ['ls', '--limit'],
      'skein: --limit needs <number>: see `skein ls --help`\n',
    ],
    [
      'words too many',
      ['show', 'a', 'b', 'c'],
      'skein: show takes 1 of these, not 3: see `skein show --help`\n',
    ],
    ['help on nothing', ['help', 'wat'], "skein: unknown command 'wat': see `skein --help`\n"],
    [
      'a session for a report of all',
      ['usage', 'daily', 'abc'],
      'skein: only the report by turn is of one session, not `usage daily`: leave the session out, or ask for `skein usage turn <session>`\n',
    ],
  ])('answers %s with one line and exit code 2', (_name, args, stderr) => {
    expect(bench.run(args)).toEqual({ code: 2, stdout: '', stderr })
  })

  it('says that the checkout is not built where the bundle is missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-test-'))
    // With the package.json beside it, which says that it is no module.
    cpSync(new URL('../bin', import.meta.url), join(folder, 'bin'), { recursive: true })
    cpSync(new URL('../package.json', import.meta.url), join(folder, 'package.json'))
    const { code, stderr } = bench.run(['demo'], { bin: join(folder, 'bin', 'skein.js') })
    rmSync(folder, { recursive: true })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'skein: the command is not built: run `npm run build` in the checkout\n',
    })
  })
})

describe('files that cannot be read', () => {
  bench.write('empty.jsonl', '')
  bench.write('notes.txt', 'just some notes\n{ not json\n')
  bench.write('numbers.jsonl', '{"a":1}\n{"b":2}\n')
  mkdirSync(join(bench.folder, 'folder'))

  const cases: readonly (readonly [name: string, file: string, stderr: string])[] = [
    ['no such file', 'gone.jsonl', 'skein: no such file gone.jsonl: check the path\n'],
    ['a file as a folder', 'empty.jsonl/x', 'skein: no such file empty.jsonl/x: check the path\n'],
    ['a folder', './folder', 'skein: cannot read the folder ./folder: name one .jsonl file in it\n'],
    ['an empty file', 'empty.jsonl', 'skein: the file is empty: empty.jsonl: nothing was recorded in it\n'],
    [
      'not a transcript',
      'notes.txt',
      'skein: not a transcript: notes.txt: name a .jsonl file that Claude Code wrote under its projects folder\n',
    ],
    [
      'other JSON',
      'numbers.jsonl',
      'skein: not a transcript: numbers.jsonl: name a .jsonl file that Claude Code wrote under its projects folder\n',
    ],
    ['a hostile name', './a\u001b[31m\nb', 'skein: no such file ./a b: check the path\n'],
  ]
  it.each(cases)('%s: one line and exit code 1', (_name, file, stderr) => {
    expect(bench.run(['show', file])).toEqual({ code: 1, stdout: '', stderr })
  })

  it.each([[['check']], [['check', '--json']], [['export', 'api']]])('%j says it the same way', (command) => {
    expect(bench.run([...command, 'gone.jsonl'])).toEqual({ code: 1, stdout: '', stderr: cases[0][2] })
  })
})

describe('standard input', () => {
  it('is read as -, and leaves nothing behind', () => {
    const spool = mkdtempSync(join(tmpdir(), 'skein-test-'))
    const { code, stdout, stderr } = bench.run(['export', 'api', '-'], {
      input: good,
      env: { TMPDIR: spool },
    })
    expect({ code, stderr, left: readdirSync(spool) }).toEqual({ code: 0, stderr: '', left: [] })
    expect(JSON.parse(stdout)).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }] },
    ])
    rmSync(spool, { recursive: true })
  })

  it('may be empty', () => {
    expect(bench.run(['check', '-'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'skein: the file is empty: -: nothing was recorded in it\n',
    })
  })
})

describe('a reader that goes away', () => {
  it('ends the command quietly', async () => {
    const many = Array.from({ length: 4000 }, (_, i) =>
      prompt(`p${i}`, i === 0 ? null : `p${i - 1}`, 'x'.repeat(400), i),
    )
    bench.write('many.jsonl', lines(...many))
    const child = spawn(process.execPath, [BIN, 'show', 'many.jsonl'], {
      cwd: bench.folder,
      env: bench.env(),
    })
    let stderr = ''
    child.stderr.on('data', (data) => (stderr += String(data)))
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise((done) => child.on('close', done))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it.each([['--help'], ['completion bash']])('is no failure of %s', (args) => {
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-c', `"$0" "$1" ${args} | head -c 0; echo "\${PIPESTATUS[0]}"`, process.execPath, BIN],
      { cwd: bench.folder, env: bench.env(), encoding: 'utf8' },
    )
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '0\n', stderr: '' })
  })

  it.runIf(existsSync('/dev/full')).each([['--help'], ['demo']])('is told from a full disk by %s', (args) => {
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', `"$0" "$1" ${args} > /dev/full`, process.execPath, BIN],
      {
        cwd: bench.folder,
        env: bench.env(),
        encoding: 'utf8',
      },
    )
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'skein: cannot write the output (ENOSPC): check where it goes\n',
    })
  })
})
