import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { skeinHome, type SkeinHome } from '@skein/store'
import { configFile, traceFolder } from '@skein/trace'
import { freshFolder, writeSessions } from '../store/written-sessions.ts'

const SKEIN = fileURLToPath(new URL('../../../cli/bin/skein.js', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly stdout: string
}

/** A few generated sessions that have ended, a target, and a pointer to each session as hooks leave them. */
export class SpooledHistory {
  readonly #folder = freshFolder('spooled')
  readonly #root = join(this.#folder, 'config')
  readonly #transcripts: readonly string[]
  #homes = 0

  constructor(count: number) {
    writeSessions({ root: this.#root, count, seed: 'spooled', turns: 4 })
    const projects = join(this.#root, 'projects')
    this.#transcripts = readdirSync(projects, { recursive: true, encoding: 'utf8' })
      .filter((name) => /^[^/]+\/[0-9a-f-]{36}\.jsonl$/.test(name))
      .map((name) => join(projects, name))
  }

  /** Skein's data with a pointer to every session, and `url` for a target. */
  home(url: string): SkeinHome {
    const home = skeinHome({ SKEIN_HOME: join(this.#folder, `home-${++this.#homes}`) })
    const { spool } = traceFolder(home.folder)
    mkdirSync(spool, { recursive: true, mode: 0o700 })
    this.aim(home, url)
    for (const [index, transcript] of this.#transcripts.entries()) {
      const pointer = { event: 'SessionEnd', session: `s${index}`, transcript, size: 1e9, tries: 0 }
      writeFileSync(join(spool, `s${index}.SessionEnd.json`), JSON.stringify(pointer))
    }
    return home
  }

  /** Sends to another place from now on. */
  aim(home: SkeinHome, url: string): void {
    // A request that a busy machine is slow with is none without an answer.
    const config = { targets: { local: { kind: 'otlp', url, timeout: 120_000 } } }
    writeFileSync(configFile(home), JSON.stringify(config), { mode: 0o600 })
  }

  start(home: SkeinHome, args: readonly string[], env: Record<string, string> = {}): Started {
    const child = spawn(process.execPath, [SKEIN, 'trace', ...args], {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: this.#folder,
        SKEIN_HOME: home.folder,
        CLAUDE_CONFIG_DIR: this.#root,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    const ended = new Promise<Ran>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, stdout }))
    })
    return { child, ended }
  }

  remove(): void {
    rmSync(dirname(this.#root), { recursive: true, force: true })
  }
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ran>
}

export function leftIn(home: SkeinHome): string[] {
  return readdirSync(traceFolder(home.folder).spool)
}
