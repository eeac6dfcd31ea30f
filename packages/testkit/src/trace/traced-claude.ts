import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { skeinHome } from '@skein/store'
import { configFile, traceFolder, tryLock } from '@skein/trace'
import { installClaude, type InstalledClaude } from '../claude/install.ts'
import { runInterrupted } from '../claude/interrupt.ts'
import { isolatedEnvironment, makeIsolatedRoot, type IsolatedRoot } from '../claude/isolation.ts'
import { runClaude, type RunResult } from '../claude/run.ts'
import { pinnedModel, type PinnedVersion } from '../claude/versions.ts'
import { ScriptedApi, type Script } from '../scripted-api/server.ts'
import { text } from '../scripted-api/reply.ts'
import { until } from '../until.ts'
import { OtlpCapture, spansIn, type CapturedSpan } from './otlp-capture.ts'

const SKEIN = fileURLToPath(new URL('../../../cli/bin/skein.js', import.meta.url))

/**
 * The real program with the hook in its settings, a scripted API and a receiver of traces, all on loopback and in one
 * isolated root: Skein's own folder is below the home folder that the root has.
 */
export class TracedClaude {
  readonly #claude: InstalledClaude
  readonly #root: IsolatedRoot
  readonly #api: ScriptedApi
  readonly #receiver: OtlpCapture
  readonly #script: { current: Script }

  static async start(version: PinnedVersion, files: Record<string, string>): Promise<TracedClaude> {
    const claude = await installClaude(version)
    const root = await makeIsolatedRoot()
    const script: { current: Script } = { current: () => text('ok') }
    const api = await ScriptedApi.start((request, index) => script.current(request, index))
    const receiver = new OtlpCapture()
    const url = await receiver.listen()
    const traced = new TracedClaude({ claude, root, api, receiver, script })
    for (const [name, content] of Object.entries(files)) writeFileSync(join(root.cwd, name), content)
    mkdirSync(traced.#home.folder, { recursive: true, mode: 0o700 })
    const config = { targets: { local: { kind: 'otlp', url } } }
    writeFileSync(configFile(traced.#home), JSON.stringify(config), { mode: 0o600 })
    return traced
  }

  private constructor(parts: {
    claude: InstalledClaude
    root: IsolatedRoot
    api: ScriptedApi
    receiver: OtlpCapture
    script: { current: Script }
  }) {
    this.#claude = parts.claude
    this.#root = parts.root
    this.#api = parts.api
    this.#receiver = parts.receiver
    this.#script = parts.script
  }

  skein(...args: readonly string[]): {
    readonly code: number | null
    readonly stdout: string
    readonly stderr: string
  } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SKEIN, ...args], {
      cwd: this.#root.cwd,
      env: this.#environment(),
      encoding: 'utf8',
    })
    return { code: status, stdout, stderr }
  }

  /** One run with a prompt. `interrupt`: while a tool reads `endlessFile`. */
  run(
    prompt: string,
    { args, script, interrupt = false }: { args: readonly string[]; script: Script; interrupt?: boolean },
  ): Promise<RunResult> {
    this.#script.current = script
    const request = {
      claude: this.#claude,
      root: this.#root,
      baseUrl: this.#api.url,
      args: ['-p', '--model', pinnedModel, ...args],
    }
    return interrupt
      ? runInterrupted({ ...request, prompt })
      : runClaude({ ...request, args: [...request.args, '--', prompt] })
  }

  /** All spans that arrived, once every exporter has done its work. */
  async settledSpans(): Promise<CapturedSpan[]> {
    await until('the exporters are done', () => this.#isQuiet())
    return this.#receiver.requests.flatMap(({ body }) => spansIn(body))
  }

  get requests(): OtlpCapture['requests'] {
    return this.#receiver.requests
  }

  /** What hooks and exporters had to complain about. */
  get log(): string {
    const { log } = traceFolder(this.#home.folder)
    return existsSync(log) ? readFileSync(log, 'utf8') : ''
  }

  async close(): Promise<void> {
    try {
      await until('the exporters are done', () => this.#isQuiet())
    } finally {
      await this.#api.close()
      await this.#receiver.close()
      await this.#root.dispose()
    }
  }

  get #home(): ReturnType<typeof skeinHome> {
    return skeinHome(this.#environment())
  }

  #environment(): Record<string, string> {
    return isolatedEnvironment({ ...this.#root, baseUrl: this.#api.url })
  }

  /** Every pointer is dealt with, and nobody is at it any more. */
  #isQuiet(): boolean {
    const { spool } = traceFolder(this.#home.folder)
    if (existsSync(spool) && readdirSync(spool).length > 0) return false
    const lock = tryLock(this.#home, '.spool')
    lock?.release()
    return lock !== null
  }
}
