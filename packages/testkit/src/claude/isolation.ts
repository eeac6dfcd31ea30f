import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/**
 * The isolation every run of the real program is held to: nothing of this machine's own sessions, settings or
 * keys can be read or written, and nothing leaves loopback.
 *
 * Contract: an environment comes only from `isolatedEnvironment`, which throws on a base URL that is not
 * loopback, on a folder this kit did not make, and on a variable that is not on the allow list.
 */
export class IsolationError extends Error {
  override readonly name = 'IsolationError'
}

/** A throw-away home, config root and start directory. */
export interface IsolatedRoot {
  root: string
  home: string
  configRoot: string
  cwd: string
  dispose(): Promise<void>
}

const rootsMadeHere = new Set<string>()

export async function makeIsolatedRoot(): Promise<IsolatedRoot> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'skein-claude-')))
  rootsMadeHere.add(root)
  const folders = { home: join(root, 'home'), configRoot: join(root, 'config'), cwd: join(root, 'work') }
  for (const folder of Object.values(folders)) await mkdir(folder)
  return {
    root,
    ...folders,
    async dispose() {
      rootsMadeHere.delete(root)
      await rm(root, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

export interface EnvironmentRequest {
  home: string
  configRoot: string
  cwd: string
  baseUrl: string
  extra?: Record<string, string>
}

/** The whole environment of a run; nothing of the caller's own is inherited but `PATH`. */
export function isolatedEnvironment(request: EnvironmentRequest): Record<string, string> {
  assertLoopback(request.baseUrl)
  for (const folder of [request.home, request.configRoot, request.cwd]) assertMadeHere(folder)
  const environment = {
    ...quietSettings,
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: request.home,
    CLAUDE_CONFIG_DIR: request.configRoot,
    ANTHROPIC_BASE_URL: request.baseUrl,
    ANTHROPIC_API_KEY: 'sk-ant-scripted',
    ...request.extra,
  }
  for (const name of Object.keys(request.extra ?? {})) assertAllowed(name)
  return environment
}

const quietSettings = {
  TERM: 'dumb',
  TZ: 'UTC',
  LANG: 'C.UTF-8',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_BUG_COMMAND: '1',
}

/** What a caller may add: limits and switches that neither name a host nor carry a secret. */
const allowedExtras = new Set([
  'API_TIMEOUT_MS',
  'CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING',
  'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
  'CLAUDE_CODE_MAX_RETRIES',
  'DISABLE_AUTO_COMPACT',
  'MAX_THINKING_TOKENS',
])

function assertLoopback(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const loopback = url?.protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(url.hostname)
  if (!loopback || url.username !== '' || url.password !== '')
    throw new IsolationError('the base URL of a run must be plain HTTP on a loopback address')
}

function assertMadeHere(folder: string): void {
  for (const root of rootsMadeHere) {
    const inside = relative(root, folder)
    if (inside !== '' && !inside.startsWith('..') && !inside.startsWith('/')) return
  }
  throw new IsolationError('a run may only use folders that makeIsolatedRoot made')
}

function assertAllowed(name: string): void {
  if (!allowedExtras.has(name))
    throw new IsolationError(`the variable ${name} is not on the allow list of a run`)
}
