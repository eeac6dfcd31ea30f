import type { Diagnostic, Scanner } from '@skein/transcript'

/** Everything a scanner found, in a form that two scanners can be compared by. */
export interface Picture {
  readonly columns: Readonly<Record<string, Uint8Array>>
  readonly diagnostics: readonly Diagnostic[]
  readonly ids: readonly string[]
}

export function pictureOf(scanner: Scanner): Picture {
  return {
    columns: {
      ...cellsOf('columns', scanner.columns),
      ...cellsOf('blocks', scanner.blocks),
      ...cellsOf('usage', scanner.usage),
    },
    diagnostics: scanner.diagnostics,
    ids: Array.from({ length: scanner.ids.count }, (_, i) => scanner.ids.text(i + 1)),
  }
}

/** Where two pictures differ, or undefined. */
export function difference(a: Picture, b: Picture): string | undefined {
  for (const [name, cells] of Object.entries(a.columns))
    if (Buffer.compare(cells, b.columns[name]) !== 0) return name
  if (JSON.stringify(a.diagnostics) !== JSON.stringify(b.diagnostics)) return 'diagnostics'
  if (JSON.stringify(a.ids) !== JSON.stringify(b.ids)) return 'ids'
  return undefined
}

/**
 * Rows as text, without interned numbers: what a scanner that continues another's state can be
 * compared by, since it numbers its strings anew.
 */
export function rowTexts(scanner: Scanner): string[] {
  const { columns, blocks, usage, ids } = scanner
  const texts: string[] = []
  for (let row = 0; row < columns.count; row++) {
    const cells: Record<string, number | string> = {}
    for (const [name, cell] of cellsAt(columns, row))
      cells[name] = ID_COLUMNS.has(name) ? ids.text(cell) : cell
    cells['usage'] =
      columns.usage[row] < 0
        ? ''
        : usage.counters.slice(columns.usage[row] * 8, columns.usage[row] * 8 + 8).join()
    const end = row + 1 < columns.count ? columns.firstBlock[row + 1] : blocks.count
    let text = ''
    for (let block = columns.firstBlock[row]; block < end; block++)
      text += `${blocks.kind[block]}:${blocks.flags[block]}:${blocks.mark[block]}:${blocks.start[block]}+${blocks.length[block]}:${ids.text(blocks.toolId[block])}:${ids.text(blocks.name[block])};`
    cells['firstBlock'] = text
    texts.push(JSON.stringify(cells))
  }
  return texts
}

type Cells = Float64Array | Int32Array | Uint32Array | Uint8Array

/** The columns that hold interned strings; all other numbers mean themselves. */
const ID_COLUMNS = new Set(
  'type subtype uuid parent logicalParent sessionId agentId version cwd gitBranch messageId requestId model stopReason target toolUseId parentToolUseId sourceAssistant forkedFrom promptSource'.split(
    ' ',
  ),
)

function columnsOf(table: object): [string, Cells][] {
  return Object.entries(table).filter((pair): pair is [string, Cells] => ArrayBuffer.isView(pair[1]))
}

function cellsOf(name: string, table: { readonly count: number }): Record<string, Uint8Array> {
  const cells: Record<string, Uint8Array> = {}
  for (const [column, { buffer, byteOffset, BYTES_PER_ELEMENT }] of columnsOf(table)) {
    const width = column === 'counters' ? 8 : 1
    cells[`${name}.${column}`] = new Uint8Array(buffer, byteOffset, table.count * width * BYTES_PER_ELEMENT)
  }
  return cells
}

function cellsAt(table: object, row: number): [string, number][] {
  return columnsOf(table).map(([name, cells]) => [name, cells[row]])
}
