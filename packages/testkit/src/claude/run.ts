import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { gaveUp, patience, RUN_MS } from '../patience.ts'
import type { InstalledClaude } from './install.ts'
import { isolatedEnvironment, type IsolatedRoot } from './isolation.ts'

export interface RunRequest {
  claude: InstalledClaude
  root: IsolatedRoot
  baseUrl: string
  args: string[]
  extraEnvironment?: Record<string, string>
  /** Where a hang is an answer: when to take it for one. Otherwise a run that does not end is an error. */
  hangAfterMs?: number
  /** Talks to the program over its standard input, which is closed otherwise. A failure ends the run. */
  talk?: (input: Writable, output: Readable) => Promise<void>
}

export interface RunResult {
  /** Null when the run hung and was ended. */
  exitCode: number | null
  hangs: boolean
  stdout: string
  stderr: string
  milliseconds: number
}

/** One run of the real program in isolation; resolves also when it fails, or hangs and was asked about that. */
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
      stdio: [request.talk === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true, // a process group of its own, so that the time limit also ends what the program started
    })
    let hangs = false
    let stdout = ''
    let stderr = ''
    const { stdin, stdout: output, stderr: complaints } = child
    if (output === null || complaints === null) throw new Error('what is piped is there')
    output.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    complaints.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
    const end = (): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    }
    const limitMs = request.hangAfterMs ?? RUN_MS
    const giveUp = (): void => {
      const waited = performance.now() - started
      const left = patience(limitMs) - waited
      if (left > 0) {
        limit = setTimeout(giveUp, left)
        return
      }
      hangs = true
      end()
      if (request.hangAfterMs === undefined)
        failed(
          new Error(gaveUp(`claude ${claude.version} ${request.args.join(' ')}\n${stdout}${stderr}`, waited)),
        )
    }
    let limit = setTimeout(giveUp, limitMs)
    const failed = (error: unknown): void => {
      clearTimeout(limit)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    child.once('error', failed)
    if (request.talk !== undefined && stdin !== null)
      request.talk(stdin, output).catch((error: unknown) => {
        end()
        failed(error)
      })
    child.once('close', (exitCode) => {
      clearTimeout(limit)
      resolve({ exitCode, hangs, stdout, stderr, milliseconds: performance.now() - started })
    })
  })
}
