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

  /** `fresh`: what is there already is not touched, and a `TraceError` says so. */
  static async open(path: string, { fresh }: { readonly fresh: boolean }): Promise<FileTransport> {
    try {
      if (!fresh) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      return new FileTransport(await open(path, fresh ? 'ax' : 'a', 0o600), path)
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

  async deliver(body: Uint8Array<ArrayBuffer>): Promise<Delivered> {
    const written = this.#last.then(() => writeAll(this.#file, Buffer.concat([body, LINE_END])))
    this.#last = written.catch(() => {})
    try {
      await written
    } catch (error) {
      throw unwritable(this.#path, error)
    }
    return { answer: { kind: 'taken', rejected: 0, words: '' }, bytes: body.length + LINE_END.length }
  }

  async close(): Promise<void> {
    await this.#last
    await this.#file.close()
  }
}

const LINE_END = Buffer.from('\n')

/** In one call as a rule: `appendFile` writes half a megabyte at a time. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, null)).bytesWritten
}

function unwritable(path: string, error: unknown): TraceError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return new TraceError('unwritable', `cannot write ${path} (${code})`, {
    remedy: 'name a file that can be written',
    cause: error,
  })
}
