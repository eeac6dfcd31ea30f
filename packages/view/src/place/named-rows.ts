import type { Transcript } from '@skein/transcript'
import { uuidOf } from '@skein/transcript'

/** The row of a line that people name by its number; -1 where the line has none, or the name is no number. */
export function rowAtLine({ scan }: Transcript, name: string): number {
  if (!/^\d{1,9}$/.test(name)) return -1
  const { line, count } = scan.columns
  for (let row = 0; row < count; row++) if (line[row] === Number(name)) return row
  return -1
}

/** The rows whose uuid begins with a name, one a uuid. A whole uuid is that row alone, whatever else begins with it. */
export function rowsNamed({ scan }: Transcript, name: string): number[] {
  if (name === '') return []
  const found = new Map<string, number>()
  for (let row = 0; row < scan.columns.count; row++) {
    const uuid = uuidOf(scan, row)
    // A later row of the same uuid stands for it.
    if (uuid?.startsWith(name)) found.set(uuid, row)
  }
  const exact = found.get(name)
  return exact === undefined ? [...found.values()] : [exact]
}
