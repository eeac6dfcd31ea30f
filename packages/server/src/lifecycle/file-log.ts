import { closeSync, openSync, renameSync, fstatSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, makeHome, type SkeinHome } from '@skein/store'
import type { LogFields, Logger } from './logger.ts'

export interface FileLogOptions {
  readonly now?: () => number
  /** Bytes of a file before the next one is begun. */
  readonly most?: number
  /** Told everything as well, e.g. a terminal. */
  readonly also?: (level: LogLevel, event: string, fields: LogFields) => void
}

export type LogLevel = 'info' | 'warn' | 'error'

/** The log of the server: a JSON object a line in `log/server.log`, and the file before it as `server.log.1`. */
export class FileLog implements Logger {
  readonly #file: string
  readonly #now: () => number
  readonly #most: number
  readonly #also: FileLogOptions['also']
  #fd: number
  #size: number

  constructor(home: SkeinHome, { now = Date.now, most = MOST_BYTES, also }: FileLogOptions = {}) {
    makeHome(home)
    const folder = join(home.folder, 'log')
    makeFolder(folder)
    this.#file = join(folder, 'server.log')
    this.#now = now
    this.#most = most
    this.#also = also
    this.#fd = openSync(this.#file, 'a', 0o600)
    this.#size = fstatSync(this.#fd).size
  }

  info(event: string, fields: LogFields = {}): void {
    this.#write('info', event, fields)
  }

  warn(event: string, fields: LogFields = {}): void {
    this.#write('warn', event, fields)
  }

  error(event: string, fields: LogFields = {}): void {
    this.#write('error', event, fields)
  }

  close(): void {
    closeSync(this.#fd)
  }

  #write(level: LogLevel, event: string, fields: LogFields): void {
    this.#also?.(level, event, fields)
    const time = new Date(this.#now()).toISOString()
    const line = Buffer.from(`${JSON.stringify({ time, level, event, ...fields })}\n`)
    try {
      if (this.#size > 0 && this.#size + line.length > this.#most) this.#turn()
    } catch {
      // It goes on in the file that it has, and is tried again when as much was written as fits into one.
      this.#size = 0
    }
    try {
      writeSync(this.#fd, line)
      this.#size += line.length
    } catch {
      // A full disk must not stop what is only being told about.
    }
  }

  /** Closes last: the number of a closed file is soon another file's. */
  #turn(): void {
    renameSync(this.#file, `${this.#file}.1`)
    const next = openSync(this.#file, 'a', 0o600)
    closeSync(this.#fd)
    this.#fd = next
    this.#size = 0
  }
}

const MOST_BYTES = 5 * 1024 * 1024
