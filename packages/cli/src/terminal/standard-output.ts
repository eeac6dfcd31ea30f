import { fstatSync, writeSync } from 'node:fs'
import type { Sink } from './output.ts'

/**
 * Standard output. A terminal and a pipe that does not wait are Node's own stream; anything else is written to directly,
 * since Node takes longer to make that stream than a short command has to print.
 */
export class StandardOutput implements Sink {
  readonly #listeners: ((error: Error) => void)[] = []
  #stream: NodeJS.WriteStream | null = null

  on(_event: 'error', listener: (error: Error) => void): void {
    this.#listeners.push(listener)
    this.#stream?.on('error', listener)
  }

  write(text: string, done: (error?: Error | null) => void): void {
    if (this.#stream !== null || isCharacterDevice()) {
      this.#open().write(text, done)
      return
    }
    let rest = Buffer.from(text)
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(STDOUT, rest))
    } catch (error) {
      if (codeOf(error) === 'EAGAIN') this.#open().write(rest, done)
      else this.#fail(error, done)
      return
    }
    done()
  }

  #open(): NodeJS.WriteStream {
    if (this.#stream !== null) return this.#stream
    this.#stream = process.stdout
    for (const listener of this.#listeners) this.#stream.on('error', listener)
    return this.#stream
  }

  #fail(error: unknown, done: (error: Error) => void): void {
    const failure = error instanceof Error ? error : new Error(String(error))
    for (const listener of this.#listeners) listener(failure)
    done(failure)
  }
}

/** The terminal that standard output is, or null. */
export function terminal(): NodeJS.WriteStream | null {
  return isCharacterDevice() && process.stdout.isTTY ? process.stdout : null
}

const STDOUT = 1

/** Whether it can be a terminal at all; where nobody can say, it is left to Node. */
function isCharacterDevice(): boolean {
  try {
    return fstatSync(STDOUT).isCharacterDevice()
  } catch {
    return true
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
