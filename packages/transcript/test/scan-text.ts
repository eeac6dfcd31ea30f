import { encodeUtf8 } from '../src/bytes/utf8.ts'
import { Scanner, type ScannerOptions } from '../src/scan/scanner.ts'

/** What a scanner made of some bytes, as plain data that tests can compare. */
export interface Picture {
  readonly rows: readonly unknown[]
  readonly blocks: readonly unknown[]
  readonly usage: readonly unknown[]
  readonly diagnostics: readonly unknown[]
}

/** Scans chunks to the end. */
export function scan(chunks: readonly Uint8Array[], options: ScannerOptions = {}): Scanner {
  const scanner = new Scanner(options)
  for (const chunk of chunks) scanner.push(chunk)
  scanner.end()
  return scanner
}

export function scanText(text: string, options: ScannerOptions = {}): Scanner {
  return scan([encodeUtf8(text)], options)
}

export function pictureOf(scanner: Scanner, from = { row: 0, block: 0, usage: 0 }): Picture {
  const { columns, blocks, usage, ids } = scanner
  const cells = (table: object, index: number): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(table)
        .filter(([, column]) => ArrayBuffer.isView(column))
        .map(([name, column]) => [name, (column as Int32Array)[index]]),
    )
  const named = (row: Record<string, unknown>, names: readonly string[]): Record<string, unknown> => {
    // Ids depend on what was seen before; the strings they stand for do not.
    for (const name of names) row[name] = ids.text(row[name] as number)
    return row
  }
  const rows = Array.from({ length: columns.count - from.row }, (_, i) => {
    const row = named(cells(columns, from.row + i), ROW_IDS)
    row['firstBlock'] = columns.firstBlock[from.row + i] - from.block
    row['usage'] = columns.usage[from.row + i] < 0 ? -1 : columns.usage[from.row + i] - from.usage
    return row
  })
  return {
    rows,
    blocks: Array.from({ length: blocks.count - from.block }, (_, i) => {
      const block = named(cells(blocks, from.block + i), ['toolId', 'name'])
      block['row'] = blocks.row[from.block + i] - from.row
      return block
    }),
    usage: Array.from({ length: usage.count - from.usage }, (_, i) => [
      ...usage.counters.subarray((from.usage + i) * 8, (from.usage + i + 1) * 8),
      ids.text(usage.serviceTier[from.usage + i]),
    ]),
    diagnostics: scanner.diagnostics,
  }
}

const ROW_IDS = [
  'type',
  'subtype',
  'uuid',
  'parent',
  'logicalParent',
  'sessionId',
  'agentId',
  'version',
  'cwd',
  'gitBranch',
  'messageId',
  'requestId',
  'model',
  'stopReason',
  'target',
  'toolUseId',
  'parentToolUseId',
  'sourceAssistant',
  'forkedFrom',
  'promptSource',
]
