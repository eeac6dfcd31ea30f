import type { RowSpec } from './rows.ts'

/** A case as it is written down, before the real program was asked. */
export interface WrittenCase {
  id: string
  /** Which sentence of the format description this tests. */
  statement: string
  rows: RowSpec[]
  /** Further files of the project folder, by path relative to it. */
  extraFiles?: Record<string, RowSpec[]>
}

export function writtenCase(id: string, statement: string, rows: RowSpec[]): WrittenCase {
  return { id, statement, rows }
}
