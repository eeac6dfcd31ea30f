import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Writable } from 'node:stream'

/** The command that shows long output, and how it is started. */
export interface PagerCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Through the shell: people write `less -S` or more into `PAGER`. */
  readonly shell: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** `SKEIN_PAGER`, else `PAGER`, else `less -FRX`; null for none: an empty one, `cat`, or one that is not there. */
export function pagerCommand(env: Environment): PagerCommand | null {
  const asked = env.SKEIN_PAGER ?? env.PAGER
  if (asked === undefined)
    return isOnPath('less', env) ? { command: 'less', args: ['-FRX'], shell: false } : null
  const words = asked.trim()
  if (words === '' || words === 'cat') return null
  const [program] = words.split(/\s+/)
  return isOnPath(program, env) ? { command: words, args: [], shell: true } : null
}

function isOnPath(program: string, env: Environment): boolean {
  const folders = /[\\/]/.test(program) ? [''] : (env.PATH ?? '').split(delimiter)
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : ['']
  return folders.some((folder) => endings.some((ending) => isProgram(join(folder, program + ending))))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not there, or not for us: the next folder may have it.
    return false
  }
}

export interface PagedStreamOptions {
  readonly pager: PagerCommand
  /** Lines that fit without one. */
  readonly rows: number
  /** What short output goes to, as it is. */
  readonly direct: Writable
  readonly env: Environment
}

/**
 * A stream that keeps what is written until it is more than a screen, and only then starts the pager.
 *
 * Contract: `leave` resolves when all is written and the pager has been left. A pager that is left early makes the next write fail with
 * `EPIPE`, as a closed pipe does, and that is no error.
 */
export class PagedStream extends Writable {
  readonly #options: PagedStreamOptions
  #held: string[] = []
  #lines = 0
  #child: ChildProcess | null = null
  #left: Promise<void> = Promise.resolve()

  constructor(options: PagedStreamOptions) {
    super({ decodeStrings: false })
    this.#options = options
  }

  /** Writes what is still held, and waits until the reader leaves. */
  async leave(): Promise<void> {
    await new Promise<void>((done) => {
      this.once('close', done)
      if (this.closed) done()
      this.end()
    })
  }

  override _write(chunk: string, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.#child !== null) {
      this.#feed(chunk, done)
      return
    }
    this.#held.push(chunk)
    this.#lines += chunk.split('\n').length - 1
    if (this.#lines < this.#options.rows) {
      done()
      return
    }
    this.#start()
    this.#feed(this.#held.join(''), done)
    this.#held = []
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#child === null) {
      this.#options.direct.write(this.#held.join(''), done)
      return
    }
    this.#child.stdin?.end()
    void this.#left.then(() => done())
  }

  #start(): void {
    const { pager, env } = this.#options
    const child = spawn(pager.command, pager.args, {
      shell: pager.shell,
      stdio: ['pipe', 'inherit', 'inherit'],
      // What git gives its pager: quit if it fits, keep colours, leave the screen as it was.
      env: { LESS: 'FRX', LV: '-c', ...env },
    })
    this.#child = child
    // Ctrl-C is the pager's: it stops a search there, and must not end us under it.
    const stay = (): void => {}
    process.on('SIGINT', stay)
    this.#left = new Promise((resolve) => {
      const leave = (): void => {
        process.off('SIGINT', stay)
        resolve()
      }
      child.once('close', leave)
      child.once('error', leave)
    })
    child.stdin?.on('error', () => this.destroy(closedPipe()))
  }

  #feed(text: string, done: (error?: Error | null) => void): void {
    this.#child?.stdin?.write(text, (error) => done(error ? closedPipe() : null))
  }
}

function closedPipe(): Error {
  return Object.assign(new Error('the pager was left'), { code: 'EPIPE' })
}
