import { FLAG, readEntry, Scanner, type Entry } from '@skein/transcript'
import { eachChunk } from './chunks.ts'

/**
 * Every entry of a transcript in order. Memory holds one chunk, one line and the rows since the
 * scanner was last renewed: a scanner keeps its columns, so a long stream goes on with a fresh one
 * from the saved state.
 */
export function eachEntry(path: string, limit: number | undefined, use: (entry: Entry) => void): void {
  let scanner = new Scanner()
  let row = 0
  /** Bytes from `base` on: of the unfinished line, then of the chunk. */
  let held = Buffer.alloc(0)
  let base = 0
  const readRows = (bytes: Buffer) => {
    const { columns } = scanner
    for (; row < columns.count; row++) {
      if ((columns.flags[row] & FLAG.oversized) !== 0) continue
      const offset = columns.offset[row]
      const length = columns.length[row]
      const value: unknown = JSON.parse(bytes.toString('utf8', offset - base, offset - base + length))
      use(readEntry(value, { line: columns.line[row], offset, length }))
    }
  }
  eachChunk(path, limit, (chunk) => {
    scanner.push(chunk)
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    readRows(bytes)
    // An oversized line is not held by the scanner and is not wanted here either.
    held = Buffer.from(scanner.pendingBytes > MAX_HELD ? [] : bytes.subarray(scanner.offset - base))
    base = base + bytes.length - held.length
    if (row < ROWS_A_SCANNER) return
    scanner = new Scanner({ state: scanner.save() })
    row = 0
  })
  scanner.end()
  readRows(held)
}

/** Longer lines become `oversized` rows, whose bodies are not parsed; the scanner's own default. */
const MAX_HELD = 16 * 1024 * 1024
const ROWS_A_SCANNER = 20_000
