import type { ByteRange } from '@skein/transcript'

/** Ranges that are read in one call. */
export interface Batch extends ByteRange {
  /** Which of the ranges the batch covers. */
  readonly indexes: readonly number[]
}

/** A gap this small costs less to read than another call. */
const GAP = 16 * 1024
/** A batch is not widened past this, so that one short line does not keep megabytes alive. */
const BATCH = 1024 * 1024

/** Joins ranges that stand close together. */
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

/** The bytes of ranges: those that stand close together are read at once and share one buffer. */
export function readBatched(
  ranges: readonly ByteRange[],
  read: (batch: ByteRange) => Uint8Array,
): Uint8Array[] {
  const bytes: Uint8Array[] = ranges.map(() => NOTHING)
  for (const batch of batches(ranges)) {
    const buffer = read(batch)
    for (const index of batch.indexes) {
      const from = ranges[index].offset - batch.offset
      bytes[index] = buffer.subarray(from, from + ranges[index].length)
    }
  }
  return bytes
}

const NOTHING = new Uint8Array(0)
