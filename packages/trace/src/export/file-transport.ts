import { mkdirSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { TraceError } from '../errors.ts'
import type { Delivered, Transport } from './answer.ts'

/** A file of OTLP JSON lines: one `ExportTraceServiceRequest` a line, readable by its owner only. */
export class FileTransport implements Transport {
  readonly #file: FileHandle
  readonly #path: string
  /** A line is whole or it is not there: two are never written at once. */
  #last: Promise<unknown> = Promise.resolve()
  /** What has to stand before the next line: the end of one that was torn. */
  #pending: Uint8Array = NOTHING

  /** `fresh`: what is there already is not touched, and a `TraceError` says so. */
  static async open(path: string, { fresh }: { readonly fresh: boolean }): Promise<FileTransport> {
    try {
      if (!fresh) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(path, fresh ? 'ax' : 'a+', 0o600)
      const transport = new FileTransport(file, path)
      if (!fresh && (await isTorn(file))) transport.#pending = LINE_END
      return transport
    } catch (error) {
      const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
      throw isThere
        ? new TraceError('exists', `there is already a file ${path}`, {
            remedy: 'name another one',
            cause: error,
          })
        : unwritable(path, error)
    }
  }

  private constructor(file: FileHandle, path: string) {
    this.#file = file
    this.#path = path
  }

  async deliver(body: readonly Uint8Array[]): Promise<Delivered> {
    const written = this.#last.then(() => this.#writeLine(body))
    this.#last = written.catch(() => {})
    try {
      await written
    } catch (error) {
      throw unwritable(this.#path, error)
    }
    return { answer: { kind: 'taken', rejected: 0, words: '' }, bytes: lengthOf(body) + LINE_END.length }
  }

  async #writeLine(body: readonly Uint8Array[]): Promise<void> {
    await writeWhole(this.#file, [this.#pending, ...body, LINE_END])
    this.#pending = NOTHING
  }

  async close(): Promise<void> {
    await this.#last
    await this.#file.close()
  }
}

const LINE_END = Buffer.from('\n')
const NOTHING = Buffer.alloc(0)

/** Whether it ends within a line, as whoever was killed leaves it. What follows must not become part of that. */
async function isTorn(file: FileHandle): Promise<boolean> {
  const stats = await file.stat()
  if (!stats.isFile() || stats.size === 0) return false
  const last = Buffer.alloc(1)
  await file.read(last, 0, 1, stats.size - 1)
  return !last.equals(LINE_END)
}

/** In one call as a rule, without copying what may be megabytes. Half a line that the disk had room for is taken back. */
async function writeWhole(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  const length = lengthOf(pieces)
  let done = 0
  try {
    if (pieces.length <= MOST_PIECES) done = (await file.writev(pieces)).bytesWritten
    const bytes = done < length ? Buffer.concat(pieces) : NOTHING
    while (done < length) done += (await file.write(bytes, done, length - done, null)).bytesWritten
  } catch (error) {
    if (done > 0) await takeBack(file, done)
    throw error
  }
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/** What systems take in one call (`IOV_MAX`). */
const MOST_PIECES = 1024

async function takeBack(file: FileHandle, count: number): Promise<void> {
  const stats = await file.stat()
  if (stats.isFile()) await file.truncate(stats.size - count)
}

function unwritable(path: string, error: unknown): TraceError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return new TraceError('unwritable', `cannot write ${path} (${code})`, {
    remedy: 'name a file that can be written',
    cause: error,
  })
}
