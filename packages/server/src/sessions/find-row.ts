import { uuidOf, type Transcript } from '@skein/transcript'

/** The row of the entry with this byte offset or uuid; -1 for none. */
export function findRow({ scan, graph, rowCount }: Transcript, name: string): number {
  const { columns, ids } = scan
  if (!/^\d{1,15}$/.test(name)) {
    const id = ids.find(name)
    const row = id === 0 ? -1 : graph.rowOf(id)
    return row >= 0 && uuidOf(scan, row) !== null ? row : -1
  }
  const offset = Number(name)
  let [low, high] = [0, rowCount]
  while (low < high) {
    const middle = (low + high) >> 1
    if (columns.offset[middle] < offset) low = middle + 1
    else high = middle
  }
  return low < rowCount && columns.offset[low] === offset ? low : -1
}
