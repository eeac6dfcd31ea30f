import type { Transcript } from '@skein/transcript'

/** The row that begins at an offset; -1 where none does. */
export function rowAt({ scan, rowCount }: Transcript, offset: number): number {
  let [low, high] = [0, rowCount]
  while (low < high) {
    const middle = (low + high) >> 1
    if (scan.columns.offset[middle] < offset) low = middle + 1
    else high = middle
  }
  return low < rowCount && scan.columns.offset[low] === offset ? low : -1
}
