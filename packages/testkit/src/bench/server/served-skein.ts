import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../until.ts'
import { lineFrom } from './line-from.ts'

const BIN = fileURLToPath(new URL('../../../../cli/bin/skein.js', import.meta.url))

/** `skein serve` as it is shipped, over a config root, with a data directory of its own. */
export class ServedSkein {
  readonly #child: ChildProcess
  readonly #folder: string
  /** Signs one browser in; it is used up. */
  readonly link: string
  #cookie: string | null = null

  private constructor(child: ChildProcess, folder: string, link: string) {
    this.#child = child
    this.#folder = folder
    this.link = link
  }

  /** Ready when it knows so many sessions. */
  static async start(root: string, sessions: number): Promise<ServedSkein> {
    const folder = mkdtempSync(join(tmpdir(), 'skein-bench-server-'))
    const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--no-open', '--no-archive'], {
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        SKEIN_HOME: join(folder, 'home'),
        CLAUDE_CONFIG_DIR: root,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const link = await lineFrom(child, /\s(http:\S+token=\S+)/)
    const served = new ServedSkein(child, folder, link)
    await until('all sessions are indexed', async () => {
      const { text } = await served.ask('/api/sessions?limit=1')
      return (JSON.parse(text) as { total: number }).total === sessions
    })
    return served
  }

  get url(): string {
    return new URL(this.link).origin
  }

  /** Of a device that is signed in by the one link there is. */
  async cookie(): Promise<string> {
    if (this.#cookie !== null) return this.#cookie
    const { headers } = await fetch(this.link, { redirect: 'manual' })
    this.#cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    return this.#cookie
  }

  /** An answer as text, and the ms it took to be here. With a body it is a POST. */
  async ask(path: string, body?: object): Promise<{ readonly text: string; readonly ms: number }> {
    const cookie = await this.cookie()
    const start = performance.now()
    const posted = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { cookie, 'content-type': 'application/json', 'x-skein-csrf': '1' },
    }
    const response = await fetch(`${this.url}${path}`, body === undefined ? { headers: { cookie } } : posted)
    const text = await response.text()
    const ms = performance.now() - start
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
    return { text, ms }
  }

  /** Megabytes in memory now. */
  get rss(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000
  }

  async stop(): Promise<void> {
    const ended = new Promise((done) => this.#child.once('exit', done))
    this.#child.kill('SIGTERM')
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
