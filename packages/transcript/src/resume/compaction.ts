import type { ByteSource, JsonObject } from '../bytes/bodies.ts'
import { loadBodies } from '../bytes/bodies.ts'
import { KIND } from '../scan/columns.ts'
import type { Scanner } from '../scan/scanner.ts'
import type { LoadedRows } from './loaded-rows.ts'

/** Whether the row is where a conversation was compacted. */
export function isBoundary(scan: Scanner, row: number): boolean {
  const { columns, ids } = scan
  return (
    columns.kind[row] === KIND.system &&
    columns.subtype[row] !== 0 &&
    columns.subtype[row] === ids.find('compact_boundary')
  )
}

/** The chain from its last boundary on: what came before is hidden behind the summary. */
export function afterLastBoundary(scan: Scanner, chain: readonly number[]): readonly number[] {
  const at = chain.findLastIndex((row) => isBoundary(scan, row))
  return at < 0 ? chain : chain.slice(at)
}

/**
 * A compaction may preserve messages: the last boundary names them, and where they go. They are
 * hung in order under the anchor, what hung there goes behind them, and the rest of the past is
 * gone. If one of them is not in the file, nothing is preserved.
 */
export function relinkPreserved(scan: Scanner, loaded: LoadedRows, source: ByteSource): void {
  const boundary = loaded.order.findLast((row) => isBoundary(scan, row))
  if (boundary === undefined) return
  const body = loadBodies(scan, source, [boundary]).get(boundary)
  const kept = preservedRows(scan, loaded, objectAt(body, 'compactMetadata'))
  if (kept === null) return
  const { anchor, rows } = kept
  const preserved = new Set(rows)
  const tail = rows[rows.length - 1]
  for (const row of loaded.order)
    if (loaded.parentOf(row) === anchor && !preserved.has(row)) loaded.move(row, tail)
  for (const [i, row] of rows.entries()) loaded.move(row, i === 0 ? anchor : rows[i - 1])
  loaded.keep((row) => row >= boundary || preserved.has(row))
}

interface Preserved {
  readonly anchor: number
  readonly rows: readonly number[]
}

function preservedRows(
  scan: Scanner,
  loaded: LoadedRows,
  metadata: JsonObject | undefined,
): Preserved | null {
  const listed = objectAt(metadata, 'preservedMessages')
  const segment = objectAt(metadata, 'preservedSegment')
  const rowAt = (from: JsonObject | undefined, key: string): number => rowOfText(scan, loaded, from?.[key])
  const anchor = listed === undefined ? rowAt(segment, 'anchorUuid') : rowAt(listed, 'anchorUuid')
  const uuids = listed?.['uuids']
  const rows = Array.isArray(uuids)
    ? uuids.map((uuid) => rowOfText(scan, loaded, uuid))
    : segmentRows(loaded, rowAt(segment, 'headUuid'), rowAt(segment, 'tailUuid'))
  return anchor < 0 || rows.length === 0 || rows.some((row) => row < 0) ? null : { anchor, rows }
}

/** The rows from tail back to head; none if the walk misses the head. */
function segmentRows(loaded: LoadedRows, head: number, tail: number): number[] {
  const rows: number[] = []
  const seen = new Set<number>()
  for (let row = tail; row >= 0 && !seen.has(row); row = loaded.parentOf(row)) {
    seen.add(row)
    rows.unshift(row)
    if (row === head) return rows
  }
  return []
}

function rowOfText(scan: Scanner, loaded: LoadedRows, uuid: unknown): number {
  return typeof uuid === 'string' ? loaded.rowOf(scan.ids.find(uuid)) : -1
}

function objectAt(from: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = from?.[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined
}
