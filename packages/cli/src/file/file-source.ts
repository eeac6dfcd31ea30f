import { closeSync, openSync, readSync } from 'node:fs'
import { readBatched } from '@skein/store'
import type { ByteRange, ByteSource } from '@skein/transcript'
import { fileError, SkeinError } from '../errors.ts'

/**
 * The bytes of an open file, read where they are asked for. Ranges that stand close together are
 * read in one call; the caller gets views into that one buffer.
 */
export function fileSource(descriptor: number, name: string): ByteSource {
  return { read: (ranges) => readBatched(ranges, (batch) => readAt(descriptor, batch, name)) }
}

/** The same of a file that is opened for each question and closed again. */
export function reopeningSource(file: string): ByteSource {
  return {
    read(ranges) {
      const descriptor = reopened(file)
      try {
        return fileSource(descriptor, file).read(ranges)
      } finally {
        closeSync(descriptor)
      }
    },
  }
}

function reopened(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    throw fileError(error, file)
  }
}

function readAt(descriptor: number, range: ByteRange, name: string): Uint8Array {
  const buffer = new Uint8Array(range.length)
  for (let done = 0; done < buffer.length;) {
    const count = readSync(descriptor, buffer, done, buffer.length - done, range.offset + done)
    if (count === 0)
      throw new SkeinError('data', `the file became shorter while it was read: ${name}`, {
        remedy: 'run it again',
      })
    done += count
  }
  return buffer
}
