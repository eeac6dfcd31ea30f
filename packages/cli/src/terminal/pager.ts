import type { ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Sink } from './output.ts'

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
  readonly direct: Sink
  readonly env: Environment
}

/**
 * Keeps what is written until it is more than a screen, and only then starts the pager.
 *
 * Contract: `leave` resolves when all is written and the pager has been left. A pager that is left early makes the next write fail with
 * `EPIPE`, as a closed pipe does, and that is no error.
 */
export class PagedStream implements Sink {
  readonly #options: PagedStreamOptions
  readonly #listeners: ((error: Error) => void)[] = []
  #held: string[] = []
  #lines = 0
  #child: ChildProcess | null = null
  #left: Promise<void> = Promise.resolve()
  #isLeft = false

  constructor(options: PagedStreamOptions) {
    this.#options = options
  }

  on(_event: 'error', listener: (error: Error) => void): void {
    this.#listeners.push(listener)
  }

  write(text: string, done: (error?: Error | null) => void): void {
    if (this.#child !== null) {
      this.#feed(text, done)
      return
    }
    this.#held.push(text)
    this.#lines += text.split('\n').length - 1
    if (this.#lines < this.#options.rows) {
      done()
      return
    }
    const held = this.#held.join('')
    this.#held = []
    this.#start().then(() => this.#feed(held, done), done)
  }

  /** Writes what is still held, and waits until the reader leaves. */
  async leave(): Promise<void> {
    if (this.#child !== null) {
      this.#child.stdin?.end()
      await this.#left
      return
    }
    const { direct } = this.#options
    for (const listener of this.#listeners) direct.on('error', listener)
    await new Promise<void>((done) => direct.write(this.#held.join(''), () => done()))
  }

  async #start(): Promise<void> {
    const { pager, env } = this.#options
    // Loaded when there is something to page.
    const { spawn } = await import('node:child_process')
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
    child.stdin?.on('error', () => this.#fail())
  }

  #feed(text: string, done: (error?: Error | null) => void): void {
    if (this.#isLeft) {
      done(closedPipe())
      return
    }
    this.#child?.stdin?.write(text, (error) => {
      if (error) this.#fail()
      done(error ? closedPipe() : null)
    })
  }

  #fail(): void {
    this.#isLeft = true
    for (const listener of this.#listeners.splice(0)) listener(closedPipe())
  }
}

function closedPipe(): Error {
  return Object.assign(new Error('the pager was left'), { code: 'EPIPE' })
}
