import { readSync } from 'node:fs'
import type { ByteRange, ByteSource } from '@skein/transcript'
import { SkeinError } from '../errors.ts'

/**
 * The bytes of an open file, read where they are asked for. Ranges that stand close together are
 * read in one call; the caller gets views into that one buffer.
 */
export function fileSource(descriptor: number, name: string): ByteSource {
  return {
    read(ranges) {
      const bytes: Uint8Array[] = ranges.map(() => NOTHING)
      for (const batch of batches(ranges)) {
        const buffer = readAt(descriptor, batch, name)
        for (const index of batch.indexes) {
          const from = ranges[index].offset - batch.offset
          bytes[index] = buffer.subarray(from, from + ranges[index].length)
        }
      }
      return bytes
    },
  }
}

const NOTHING = new Uint8Array(0)

interface Batch extends ByteRange {
  /** Which of the ranges the batch covers. */
  readonly indexes: readonly number[]
}

/** A gap this small costs less to read than another call. */
const GAP = 16 * 1024
/** A batch is not widened past this, so that one short line does not keep megabytes alive. */
const BATCH = 1024 * 1024

export function batches(ranges: readonly ByteRange[]): Batch[] {
  const order = Array.from(ranges.keys()).toSorted((a, b) => ranges[a].offset - ranges[b].offset)
  const found: { offset: number; length: number; indexes: number[] }[] = []
  for (const index of order) {
    const { offset, length } = ranges[index]
    const last = found.at(-1)
    const end = last === undefined ? 0 : last.offset + last.length
    if (last !== undefined && offset - end <= GAP && offset + length - last.offset <= BATCH) {
      last.length = Math.max(last.length, offset + length - last.offset)
      last.indexes.push(index)
    } else {
      found.push({ offset, length, indexes: [index] })
    }
  }
  return found
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
