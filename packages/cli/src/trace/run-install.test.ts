import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BIN, Workbench, type Ran } from '../../test/run-skein.ts'

let bench: Workbench
let settings: string

beforeEach(() => {
  bench = new Workbench()
  settings = join(bench.folder, '.claude', 'settings.json')
})
afterEach(() => bench.remove())

const WITH_TARGET = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }

function install(...args: readonly string[]): Ran {
  return bench.run(['trace', 'install', ...args], { env: WITH_TARGET })
}

function write(text: string, mode = 0o600): void {
  mkdirSync(join(settings, '..'), { recursive: true })
  writeFileSync(settings, text, { mode })
  chmodSync(settings, mode)
}

/** The commands of our three events. */
function commands(file = settings): unknown[] {
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>
  }
  return ['Stop', 'SubagentStop', 'SessionEnd'].map((event) => hooks[event][0].hooks[0].command)
}

/** What a terminal shows of an install whose question is answered once it stands there, as a person would; '' is Ctrl-D. */
async function answered(answer: string): Promise<string> {
  const command = `"${process.execPath}" "${BIN}" trace install`
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: bench.folder,
    env: bench.env(WITH_TARGET),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let screen = ''
  let isAsked = false
  terminal.stdout.on('data', (piece: Buffer) => {
    screen += piece.toString()
    if (isAsked || !screen.includes('[y/N]')) return
    isAsked = true
    terminal.stdin.write(answer || CTRL_D)
  })
  await once(terminal, 'close')
  return screen
}

const CTRL_D = '\x04'

const ABSOLUTE = `${process.execPath} ${BIN} trace hook`

describe('skein trace install', () => {
  it('makes settings where there are none, and once is enough', () => {
    const first = install('--yes')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain('Every turn that ends from now on is traced.')
    expect(commands()).toEqual([ABSOLUTE, ABSOLUTE, ABSOLUTE])
    const text = readFileSync(settings, 'utf8')
    expect(install()).toMatchObject({
      code: 0,
      stdout: `${settings}\nThe hook is there already.\n`,
      stderr: '',
    })
    expect(readFileSync(settings, 'utf8')).toBe(text)
    expect(readdirSync(join(settings, '..'))).toEqual(['settings.json'])
  })

  it('shows what it changes, keeps the rest and leaves a copy of it', () => {
    const before = '{\n    "model": "opus",\n    "n": 1.0\n}\n'
    write(before, 0o640)
    expect(install('--yes').stdout).toContain('+     "hooks": {')
    expect(readFileSync(settings, 'utf8')).toMatch(
      /^\{\n {4}"model": "opus",\n {4}"n": 1\.0,\n {4}"hooks": \{\n {8}"Stop"/,
    )
    expect(readFileSync(`${settings}.skein-backup`, 'utf8')).toBe(before)
    const modes = [settings, `${settings}.skein-backup`].map((path) => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o640, 0o640])
  })

  it('takes the hook out again, and no copy takes the place of another', () => {
    const before = '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "hooks": [] }\n\t\t]\n\t}\n}'
    write(before)
    install('--yes')
    const installed = readFileSync(settings, 'utf8')
    expect(install('--uninstall', '--yes')).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(settings, 'utf8')).toBe(before)
    expect(readFileSync(`${settings}.skein-backup`, 'utf8')).toBe(before)
    expect(readFileSync(`${settings}.skein-backup-2`, 'utf8')).toBe(installed)
    expect(install('--uninstall', '--yes').stdout).toContain('There is no hook of Skein.')
  })

  it('writes nothing with --dry-run', () => {
    write('{}')
    const { code, stdout } = install('--dry-run')
    expect({
      code,
      stdout: stdout.includes('"SessionEnd"') && stdout.endsWith('Nothing was written.\n'),
    }).toEqual({
      code: 0,
      stdout: true,
    })
    expect(readdirSync(join(settings, '..'))).toEqual(['settings.json'])
    expect(existsSync(join(bench.folder, '.local', 'share', 'skein', 'trace'))).toBe(false)
  })

  it('does nothing when nobody can be asked', () => {
    write('{}')
    expect(install()).toMatchObject({
      code: 2,
      stderr: 'skein: nobody is there to ask: look with --dry-run, then say --yes\n',
    })
    expect(readFileSync(settings, 'utf8')).toBe('{}')
  })

  it.each([
    ['y\n', true],
    ['yes\n', true],
    ['\n', false],
    ['no\n', false],
    ['', false],
  ])('asks at a terminal, waits for an answer, and takes %j', async (answer, isWritten) => {
    write('{}')
    const screen = await answered(answer)
    expect(screen).toContain('Write this? [y/N]')
    expect(screen).toContain(isWritten ? 'Every turn that ends from now on' : 'Left as it was.')
    expect(readFileSync(settings, 'utf8') !== '{}').toBe(isWritten)
  })

  it.each([
    ['{"a": 1,}', 'it is not JSON'],
    ['// comment\n{}', 'it is not JSON'],
    ['[]', 'it is not a JSON object'],
    ['{"hooks":{"SessionEnd":{}}}', 'its "hooks.SessionEnd" is not a list'],
  ])('leaves %j alone', (text, problem) => {
    write(text)
    expect(install('--yes')).toEqual({
      code: 1,
      stdout: '',
      stderr: `skein: cannot use ${settings}: ${problem}: nothing was written; mend it and try again\n`,
    })
    expect(readFileSync(settings, 'utf8')).toBe(text)
    expect(readdirSync(join(settings, '..'))).toEqual(['settings.json'])
  })

  it('leaves text that is not UTF-8 alone', () => {
    mkdirSync(join(settings, '..'))
    writeFileSync(settings, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
    expect(install('--yes').stderr).toContain('it is not UTF-8')
  })

  it('says where a folder has the name of the settings', () => {
    mkdirSync(settings, { recursive: true })
    expect(install('--yes')).toEqual({
      code: 1,
      stdout: '',
      stderr: `skein: ${settings} is a folder: it has to be a file\n`,
    })
  })

  it('follows a link, also to a file that is not there yet', () => {
    const real = join(bench.folder, 'dotfiles.json')
    mkdirSync(join(settings, '..'))
    symlinkSync('../dotfiles.json', settings)
    expect(install('--yes').code).toBe(0)
    writeFileSync(real, '{}')
    expect(install('--yes').code).toBe(0)
    expect(lstatSync(settings).isSymbolicLink()).toBe(true)
    expect(commands(real)).toEqual([ABSOLUTE, ABSOLUTE, ABSOLUTE])
    expect(existsSync(`${real}.skein-backup`)).toBe(true)
  })

  it('knows three places', () => {
    install('--project', '--yes')
    install('--local', '--yes')
    const inProject = ['settings.json', 'settings.local.json'].map((name) =>
      join(bench.folder, '.claude', name),
    )
    for (const file of inProject) expect(commands(file)).toEqual([ABSOLUTE, ABSOLUTE, ABSOLUTE])
    const elsewhere = join(bench.folder, 'config')
    bench.run(['trace', 'install', '--user', '--yes'], {
      env: { ...WITH_TARGET, CLAUDE_CONFIG_DIR: elsewhere },
    })
    expect(commands(join(elsewhere, 'settings.json'))).toEqual([ABSOLUTE, ABSOLUTE, ABSOLUTE])
    expect(install('--user', '--project')).toMatchObject({ code: 2 })
  })

  it('names the command where a shell finds this install by name', () => {
    const bin = join(bench.folder, 'bin')
    mkdirSync(bin)
    symlinkSync(BIN, join(bin, 'skein'))
    const PATH = `${bin}:${process.env['PATH'] ?? ''}`
    bench.run(['trace', 'install', '--yes'], { env: { ...WITH_TARGET, PATH } })
    expect(commands()).toEqual(['skein trace hook', 'skein trace hook', 'skein trace hook'])
    // Another one of that name is another install.
    rmSync(join(bin, 'skein'))
    writeFileSync(join(bin, 'skein'), '#!/bin/sh\n', { mode: 0o755 })
    bench.run(['trace', 'install', '--yes'], { env: { ...WITH_TARGET, PATH } })
    expect(commands()).toEqual([ABSOLUTE, ABSOLUTE, ABSOLUTE])
  })

  it('writes a command that a shell runs, wherever Skein is', () => {
    const folder = join(bench.folder, `Ada's "tools" $HOME`)
    cpSync(join(BIN, '..', '..'), folder, {
      recursive: true,
      filter: (path) => !/node_modules|\/src(\/|$)|\/demo(\/|$)/.test(path),
    })
    bench.run(['trace', 'install', '--yes'], { env: WITH_TARGET, bin: join(folder, 'bin', 'skein.js') })
    const [command] = commands() as [string]
    const home = join(bench.folder, 'home')
    const { status } = spawnSync('sh', ['-c', command], {
      cwd: bench.folder,
      env: bench.env({ SKEIN_HOME: home }),
      input: '{}',
    })
    expect({ status, log: existsSync(join(home, 'trace', 'trace.log')) }).toEqual({ status: 0, log: true })
    expect(install('--uninstall', '--yes').code).toBe(0)
    expect(readFileSync(settings, 'utf8')).toBe('{}\n')
  })

  it('warns where a hook can do nothing', () => {
    write('{"disableAllHooks":true}')
    const { stderr } = bench.run(['trace', 'install', '--yes'])
    expect(stderr).toBe(
      'skein: "disableAllHooks" is set there: no hook runs\n' +
        'skein: no target is configured yet: set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY, or OTEL_EXPORTER_OTLP_ENDPOINT, or write trace.json\n',
    )
  })

  it('prints JSON', () => {
    write('{}')
    const printed = JSON.parse(install('--yes', '--json').stdout) as unknown
    expect(printed).toEqual({
      file: settings,
      command: ABSOLUTE,
      changed: true,
      wouldChange: true,
      backup: `${settings}.skein-backup`,
    })
  })
})
