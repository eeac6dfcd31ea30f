import { Scanner, wasmWalker } from '@skein/transcript'
import { openFile, type OpenFile } from '../../files/bytes/open-file.ts'

/** What the first rows that say it say: the folder, and the session. */
export interface FirstNames {
  readonly cwd: string
  readonly session: string
}

/** Reads as much of a transcript as it takes to know them, mostly its first row; the same as the catalogue's facts have. */
export function firstNames(path: string): FirstNames {
  const found = { cwd: '', session: '' }
  let file: OpenFile
  try {
    file = openFile(path)
  } catch {
    // Gone since it was counted.
    return found
  }
  try {
    const scan = new Scanner({ walker: wasmWalker() })
    const piece = Buffer.alloc(PIECE)
    for (let [row, offset] = [0, 0]; ;) {
      const length = file.readInto(piece, offset)
      offset += length
      if (length === 0) scan.end()
      else scan.push(piece.subarray(0, length))
      for (; row < scan.columns.count; row++) {
        found.cwd ||= scan.ids.text(scan.columns.cwd[row])
        found.session ||= scan.ids.text(scan.columns.sessionId[row])
      }
      if (length === 0 || (found.cwd !== '' && found.session !== '')) return found
    }
  } finally {
    file.close()
  }
}

/** A first row with its prompt. */
const PIECE = 64 * 1024
