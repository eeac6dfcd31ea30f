import { mkdtemp, rm, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InstalledClaude } from './install.ts'
import { IsolationError, isolatedEnvironment, makeIsolatedRoot, type IsolatedRoot } from './isolation.ts'
import { runClaude } from './run.ts'

const baseUrl = 'http://127.0.0.1:9'
let root: IsolatedRoot

beforeEach(async () => {
  root = await makeIsolatedRoot()
})

afterEach(async () => {
  await root.dispose()
})

describe('isolatedEnvironment', () => {
  it('is complete and holds nothing of the caller but PATH', () => {
    expect(isolatedEnvironment({ ...root, baseUrl })).toEqual({
      TERM: 'dumb',
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_BUG_COMMAND: '1',
      PATH: process.env['PATH'],
      HOME: root.home,
      CLAUDE_CONFIG_DIR: root.configRoot,
      ANTHROPIC_BASE_URL: baseUrl,
      ANTHROPIC_API_KEY: 'sk-ant-scripted',
    })
  })

  it.each([
    'https://api.anthropic.com',
    'http://example.com',
    'http://localhost:1', // a name: a resolver may send it elsewhere
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@example.com',
    'http://user:word@127.0.0.1',
    'https://127.0.0.1:1',
    'http://0.0.0.0:1',
    'http://10.0.0.1',
    'file:///x',
    'not a url',
    '',
  ])('refuses the base URL %j', (url) => {
    expect(() => isolatedEnvironment({ ...root, baseUrl: url })).toThrow(IsolationError)
  })

  it.each(['http://127.0.0.1:8080', 'http://[::1]:8080', 'http://127.0.0.1:1/path'])('accepts %s', (url) => {
    expect(isolatedEnvironment({ ...root, baseUrl: url })['ANTHROPIC_BASE_URL']).toBe(url)
  })

  it.each(['home', 'configRoot', 'cwd'] as const)(
    'refuses a %s that makeIsolatedRoot did not make',
    async (key) => {
      const stranger = await mkdtemp(join(tmpdir(), 'skein-stranger-'))
      try {
        for (const folder of [
          stranger,
          homedir(),
          '/',
          `${root.root}-beside`,
          join(root.root, '..', 'up'),
          root.root,
        ])
          expect(() => isolatedEnvironment({ ...root, baseUrl, [key]: folder })).toThrow(IsolationError)
      } finally {
        await rm(stranger, { recursive: true })
      }
    },
  )

  it('refuses a root that was disposed of', async () => {
    const gone = await makeIsolatedRoot()
    await gone.dispose()
    expect(() => isolatedEnvironment({ ...gone, baseUrl })).toThrow(IsolationError)
  })

  it.each([
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_BASE_URL',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CONFIG_DIR',
    'HOME',
    'HTTPS_PROXY',
    'NODE_OPTIONS',
    'PATH',
  ])('refuses the extra variable %s', (name) => {
    expect(() => isolatedEnvironment({ ...root, baseUrl, extra: { [name]: 'x' } })).toThrow(IsolationError)
  })

  it('takes a variable of the allow list', () => {
    const environment = isolatedEnvironment({ ...root, baseUrl, extra: { CLAUDE_CODE_MAX_RETRIES: '0' } })
    expect(environment['CLAUDE_CODE_MAX_RETRIES']).toBe('0')
  })
})

describe('runClaude', () => {
  /** Node itself in the place of the program: it prints what it was given. */
  const printing = (script: string): InstalledClaude => ({
    version: '2.1.325',
    command: process.execPath,
    leadingArgs: ['-e', script],
  })

  it('hands over exactly the isolated environment and the start directory', async () => {
    const script = 'console.log(JSON.stringify([process.env, process.cwd()]))'
    const run = await runClaude({ claude: printing(script), root, baseUrl, args: [] })
    expect(JSON.parse(run.stdout)).toEqual([isolatedEnvironment({ ...root, baseUrl }), root.cwd])
  })

  it('starts nothing where the base URL is not loopback', () => {
    const started = () => runClaude({ claude: printing(''), root, baseUrl: 'http://example.com', args: [] })
    expect(started).toThrow(IsolationError)
  })

  it('ends a run that hangs, where that is the question', async () => {
    const run = await runClaude({
      claude: printing('setInterval(() => {}, 1000)'),
      root,
      baseUrl,
      args: [],
      hangAfterMs: 300,
    })
    expect({ exitCode: run.exitCode, hangs: run.hangs }).toEqual({ exitCode: null, hangs: true })
  })

  it('reports a failing run instead of throwing', async () => {
    const claude = printing('console.error("no"); process.exit(3)')
    const run = await runClaude({ claude, root, baseUrl, args: [] })
    expect({ ...run, milliseconds: 0 }).toEqual({
      exitCode: 3,
      hangs: false,
      stdout: '',
      stderr: 'no\n',
      milliseconds: 0,
    })
  })
})

describe('makeIsolatedRoot', () => {
  it('makes folders of its own and leaves nothing behind', async () => {
    const other = await makeIsolatedRoot()
    expect(other.root).not.toBe(root.root)
    expect((await stat(other.configRoot)).isDirectory()).toBe(true)
    await other.dispose()
    await expect(stat(other.root)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
