import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

const SHELLS = ['bash', 'zsh', 'fish'] as const
const scripts = Object.fromEntries(SHELLS.map((shell) => [shell, bench.run(['completion', shell]).stdout]))

/** Commands and options as the help of each command prints them; each is asked once. */
const HELPED = new Map<string, { commands: string[]; options: string[] }>()

function helped(...path: string[]): { commands: string[]; options: string[] } {
  const known = HELPED.get(path.join(' ')) ?? readHelp(...path)
  HELPED.set(path.join(' '), known)
  return known
}

function readHelp(...path: string[]): { commands: string[]; options: string[] } {
  const { stdout } = bench.run([...path, '--help'])
  const part = (title: string): string =>
    stdout.split('\n\n').find((text) => text.startsWith(`${title}:`)) ?? ''
  return {
    commands: Array.from(part('Commands').matchAll(/^ {2}([a-z]+)/gm), ([, name]) => name),
    options: Array.from(part('Options').matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm), ([, name]) => name),
  }
}

describe('skein completion', () => {
  it.each(SHELLS)('%s knows every command and every option', (shell) => {
    const top = helped()
    expect(top.commands).toContain('show')
    const missing = top.commands
      .filter((name) => name !== 'help')
      .flatMap((name) => {
        const { commands, options } = helped(name)
        const below = commands
          .filter((child) => child !== 'help')
          .flatMap((child) => helped(name, child).options)
        return [
          name,
          ...commands,
          ...[...options, ...below].map((option) => (shell === 'fish' ? `-l ${option.slice(2)}` : option)),
        ]
      })
      .filter((word) => !scripts[shell].includes(word))
    expect(missing).toEqual([])
  })

  for (const shell of SHELLS)
    it.skipIf(!isInstalled(shell))(`${shell} can read it`, () => {
      const script = bench.write(`completion.${shell}`, scripts[shell])
      const { status, stderr } = spawnSync(shell, ['-n', script], { cwd: bench.folder, encoding: 'utf8' })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    })

  it.each([
    ['skein ', ['demo', 'show', 'tree', 'files', 'check', 'export', 'completion', 'help']],
    ['skein tr', ['tree', 'trace']],
    ['skein trace ', ['show']],
    ['skein trace show x.jsonl --th', ['--thinking']],
    ['skein show x.jsonl --vi', ['--view']],
    ['skein show x.jsonl --view r', ['resume', 'raw']],
    ['skein export ', ['md', 'html', 'json', 'api']],
    ['skein export html --re', ['--redact', '--reveal']],
    ['skein completion ', ['bash', 'zsh', 'fish']],
    ['skein show ', []],
  ])('bash completes %j', (line, expected) => {
    const words = line.split(' ')
    const script = `${scripts.bash}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _skein; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    const found = stdout.split('\n').filter((word) => word !== '')
    expect(expected.filter((word) => !found.includes(word))).toEqual([])
    if (expected.length === 0) expect(found).toEqual([])
  })

  it('refuses other shells', () => {
    expect(bench.run(['completion', 'csh'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'skein: no shell is called "csh": it is one of bash, zsh, fish\n',
    })
  })
})

/** A shell that is not there is a skip, told by name; `npm test` installs what it may. */
function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['--version'], { stdio: 'ignore' }).error === undefined
}
