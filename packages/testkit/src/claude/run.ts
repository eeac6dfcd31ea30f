import { spawn } from 'node:child_process'
import type { InstalledClaude } from './install.ts'
import { isolatedEnvironment, type IsolatedRoot } from './isolation.ts'

export interface RunRequest {
  claude: InstalledClaude
  root: IsolatedRoot
  baseUrl: string
  args: string[]
  extraEnvironment?: Record<string, string>
  timeoutMs?: number
}

export interface RunResult {
  /** Null when the run was ended by the time limit. */
  exitCode: number | null
  timedOut: boolean
  stdout: string
  stderr: string
  milliseconds: number
}

/** One run of the real program in isolation; resolves also when it fails or is ended by its time limit. */
export function runClaude(request: RunRequest): Promise<RunResult> {
  const { claude, root } = request
  const env = isolatedEnvironment({
    ...root,
    baseUrl: request.baseUrl,
    ...(request.extraEnvironment ? { extra: request.extraEnvironment } : {}),
  })
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(claude.command, [...claude.leadingArgs, ...request.args], {
      cwd: root.cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a process group of its own, so that the time limit also ends what the program started
    })
    let timedOut = false
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
    const limit = setTimeout(() => {
      timedOut = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, request.timeoutMs ?? 20_000)
    child.once('error', (error) => {
      clearTimeout(limit)
      reject(error)
    })
    child.once('close', (exitCode) => {
      clearTimeout(limit)
      resolve({ exitCode, timedOut, stdout, stderr, milliseconds: performance.now() - started })
    })
  })
}
