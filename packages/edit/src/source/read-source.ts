import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { readBatched } from '@skein/store'
import { Transcript, wasmWalker, type ByteRange, type ByteSource } from '@skein/transcript'
import { EditError } from '../errors.ts'
import type { SourceTranscript } from './edit-session.ts'

/** A transcript that is open for reading. */
export interface OpenSource extends SourceTranscript {
  /** When the file was last written, in milliseconds since 1970. */
  readonly changed: number
  close(): void
}

export interface SourceOptions {
  readonly path: string
  readonly name: string
  /** A program is writing it: its last line counts only when it has its newline. */
  readonly live: boolean
}

/** Reads the structure of a transcript in pieces, as far as it reaches now. What is appended later is not seen. */
export function readSource({ path, name, live }: SourceOptions): OpenSource {
  const descriptor = opened(path)
  try {
    const stat = fstatSync(descriptor)
    const length = live ? wholeLines(descriptor, stat.size) : stat.size
    const transcript = new Transcript({ walker: wasmWalker(), agentFile: name !== '' })
    for (let offset = 0; offset < length;) {
      const count = readSync(descriptor, PIECE, 0, Math.min(PIECE.length, length - offset), offset)
      if (count === 0) throw shrunk(path)
      transcript.append(PIECE.subarray(0, count))
      offset += count
    }
    transcript.end()
    const source = sourceOf({ descriptor, path })
    return {
      path,
      name,
      length,
      transcript,
      source,
      piece: (range) => {
        const buffer = range.length > PIECE.length ? new Uint8Array(range.length) : PIECE
        return readInto(buffer, { descriptor, path }, range)
      },
      changed: stat.mtimeMs,
      close: () => closeSync(descriptor),
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** One buffer for all files: a session can have a thousand sub-agents. */
const PIECE = new Uint8Array(1024 * 1024)

function opened(path: string): number {
  try {
    // A pipe would be waited for.
    if (!statSync(path).isFile()) throw Object.assign(new Error('not a file'), { code: 'not a file' })
    return openSync(path, 'r')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new EditError('unreadable', `cannot read ${path} (${code})`, {
      remedy: 'check that it exists and that you may read it',
      cause: error,
    })
  }
}

function shrunk(path: string): EditError {
  return new EditError('unreadable', `the file became shorter while it was read: ${path}`, {
    remedy: 'run it again',
  })
}

/** The length up to and with the last newline. */
function wholeLines(descriptor: number, size: number): number {
  const buffer = new Uint8Array(64 * 1024)
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - buffer.length)
    const count = readSync(descriptor, buffer, 0, end - start, start)
    const newline = buffer.subarray(0, count).lastIndexOf(0x0a)
    if (newline >= 0) return start + newline + 1
    end = start
  }
  return 0
}

function sourceOf(file: OpenFile): ByteSource {
  return {
    read: (ranges) => readBatched(ranges, (batch) => readInto(new Uint8Array(batch.length), file, batch)),
  }
}

interface OpenFile {
  readonly descriptor: number
  readonly path: string
}

/** The part of `buffer` that the range fills. */
function readInto(buffer: Uint8Array, { descriptor, path }: OpenFile, range: ByteRange): Uint8Array {
  const { offset, length } = range
  for (let done = 0; done < length;) {
    const count = readSync(descriptor, buffer, done, length - done, offset + done)
    if (count === 0) throw shrunk(path)
    done += count
  }
  return buffer.subarray(0, length)
}
