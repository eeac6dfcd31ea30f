import type { ByteSource } from './bodies.ts'
import { loadBodies } from './bodies.ts'
import type { ContentBlock } from '../entry/content-block.ts'
import { readBlock } from '../entry/content-block.ts'
import type { Entry } from '../entry/entry.ts'
import { readEntry } from '../entry/read-entry.ts'
import { FLAG } from '../scan/columns.ts'
import type { Scanner } from '../scan/scanner.ts'
import { decodeUtf8 } from './utf8.ts'

/** The entries of rows, read in one batch. Oversized rows are left out: their bodies stay on disk. */
export function readRows(scan: Scanner, source: ByteSource, rows: Iterable<number>): Map<number, Entry> {
  const { columns } = scan
  const wanted = [...new Set(rows)].filter((row) => (columns.flags[row] & FLAG.oversized) === 0)
  const entries = new Map<number, Entry>()
  for (const [row, body] of loadBodies(scan, source, wanted)) {
    const place = { line: columns.line[row], offset: columns.offset[row], length: columns.length[row] }
    entries.set(row, readEntry(body, place))
  }
  return entries
}

/** Content blocks by themselves, read in one batch without the rows around them. Oversized rows' are left out. */
export function readBlocks(
  scan: Scanner,
  source: ByteSource,
  blocks: Iterable<number>,
): Map<number, ContentBlock> {
  const { columns, blocks: table } = scan
  const wanted = [...new Set(blocks)].filter(
    (block) => (columns.flags[table.row[block]] & FLAG.oversized) === 0,
  )
  const bytes = source.read(
    wanted.map((block) => ({
      offset: columns.offset[table.row[block]] + table.start[block],
      length: table.length[block],
    })),
  )
  return new Map(wanted.map((block, i) => [block, readBlock(JSON.parse(decodeUtf8(bytes[i])))]))
}

/** The blocks of a row, as places of `Blocks`. */
export function blocksIn(scan: Scanner, row: number): number[] {
  const { columns, blocks } = scan
  const found: number[] = []
  for (let block = columns.firstBlock[row]; block < blocks.count && blocks.row[block] === row; block++)
    found.push(block)
  return found
}

/** The uuid that a row has in the file; null where it has none there. */
export function uuidOf({ columns, ids }: Scanner, row: number): string | null {
  const isNamed = columns.uuid[row] !== 0 && (columns.flags[row] & FLAG.syntheticUuid) === 0
  return isNamed ? ids.text(columns.uuid[row]) : null
}
