import type { Diagnostic } from './diagnostic.ts'
import { Graph } from './graph/graph.ts'
import { LivePath } from './graph/live-path.ts'
import { MessageTable } from './messages/message-table.ts'
import { PromptMarker } from './graph/prompt-marker.ts'
import { startsTurn } from './turns/prompts.ts'
import type { ScannerOptions, ScannerState } from './scan/scanner.ts'
import { Scanner } from './scan/scanner.ts'
import { SideRows } from './graph/side-rows.ts'
import { ToolTable } from './tools/tool-table.ts'

export interface TranscriptOptions extends Omit<ScannerOptions, 'state'> {
  /** The file is a sub-agent's own: all its rows carry `isSidechain`, which then says nothing. */
  readonly agentFile?: boolean
  /**
   * Byte offset of the entry at which the conversation is to end, instead of the latest tip: another branch, or a sub-agent
   * whose rows stand in this file. Until that entry has come, the latest tip holds.
   */
  readonly tip?: number
  /** Where the bytes that come begin in the file: for who reads its end and knows what stands before. Lines are counted from there. */
  readonly start?: number
}

/** What one `append` did. */
export interface Change {
  /** Rows added: `[fromRow, toRow)`. */
  readonly fromRow: number
  readonly toRow: number
  /** How many rows of the live path, from its start, are the same as before. */
  readonly keptPath: number
  /** Links between older rows may have changed: whatever was derived from them is stale. */
  readonly structural: boolean
}

/**
 * The structure of one transcript file, kept up to date as bytes arrive.
 *
 * Contract: `append` in any pieces gives what one `append` of all bytes gives. It costs the new
 * bytes, plus the rows from the old and the new tip back to their common ancestor. Bodies are not
 * kept: a row knows its byte range, and whoever needs text reads it through a `ByteSource`.
 */
export class Transcript {
  readonly scan: Scanner
  readonly graph: Graph
  readonly path: LivePath
  readonly messages: MessageTable
  readonly tools: ToolTable
  readonly sideRows: SideRows
  readonly agentFile: boolean
  readonly #marker: PromptMarker
  /** Positions on the live path where a turn begins. */
  readonly #turnStarts: number[] = []
  #rows = 0
  readonly #wantedTip: number | null
  #pinned = -1

  constructor(options: TranscriptOptions = {}) {
    const { start = 0, ...scanning } = options
    this.scan = new Scanner({ ...scanning, ...(start === 0 ? {} : { state: stateAt(start) }) })
    this.graph = new Graph(this.scan, options.agentFile)
    this.path = new LivePath(this.graph)
    this.messages = new MessageTable(this.scan)
    this.tools = new ToolTable(this.scan)
    this.sideRows = new SideRows()
    this.#marker = new PromptMarker(this.scan, this.graph)
    this.agentFile = options.agentFile ?? false
    this.#wantedTip = options.tip ?? null
  }

  append(bytes: Uint8Array): Change {
    this.scan.push(bytes)
    return this.#update()
  }

  /** Reads a last line without newline; no bytes may follow. */
  end(): Change {
    this.scan.end()
    return this.#update()
  }

  /** The row of the entry that `tip` asked for; -1 where it is not in the file, or not yet. */
  get pinnedTip(): number {
    return this.#pinned
  }

  get rowCount(): number {
    return this.#rows
  }

  get diagnostics(): Diagnostic[] {
    return [
      ...this.scan.diagnostics,
      ...this.graph.diagnostics,
      ...this.#danglerDiagnostics(),
      ...this.#cycleDiagnostics(),
    ]
  }

  /** Where turns begin on the live path, as positions of `path`. */
  get turnStarts(): readonly number[] {
    return this.#turnStarts
  }

  #update(): Change {
    const fromRow = this.#rows
    const toRow = this.scan.columns.count
    const structuralBefore = this.graph.structuralChanges
    for (let row = fromRow; row < toRow; row++) {
      this.graph.add(row)
      this.messages.add(row)
      this.tools.add(row)
      this.#marker.add(row)
      if (!this.graph.isNode(row)) this.sideRows.add(row, this.graph.lastNode)
      else if (this.scan.columns.offset[row] === this.#wantedTip) this.#pinned = row
    }
    this.#rows = toRow
    const structural = this.graph.structuralChanges !== structuralBefore
    // Where a cycle is cut depends on the tip, so a path with one is walked anew.
    if (structural || this.path.cycle >= 0) this.path.clear()
    const tip = this.#pinned >= 0 ? this.#pinned : this.#marker.tip(this.graph.latestLeaf())
    const keptPath = this.path.moveTo(tip)
    this.#moveTurns(keptPath)
    return { fromRow, toRow, keptPath, structural }
  }

  #moveTurns(kept: number): void {
    const starts = this.#turnStarts
    while (starts.length > 0 && starts[starts.length - 1] >= kept) starts.pop()
    for (let at = kept; at < this.path.length; at++)
      if (startsTurn(this.scan, this.path.at(at))) starts.push(at)
  }

  /** Of now: the parent may stand in a line to come. */
  #danglerDiagnostics(): Diagnostic[] {
    const message = 'The parent is not in the file; the entry was put behind the one before it.'
    return this.graph.danglers.map((row) => ({ code: 'missing-parent', ...this.#placeOf(row), message }))
  }

  #cycleDiagnostics(): Diagnostic[] {
    const row = this.path.cycle
    if (row < 0) return []
    const message = 'Parents form a cycle; the path was cut here.'
    return [{ code: 'parent-cycle', ...this.#placeOf(row), message }]
  }

  #placeOf(row: number): Pick<Diagnostic, 'line' | 'offset' | 'length'> {
    const { columns } = this.scan
    return { line: columns.line[row], offset: columns.offset[row], length: columns.length[row] }
  }
}

function stateAt(offset: number): ScannerState {
  return { offset, line: 1, pending: new Uint8Array(0), crlfSeen: false }
}

/** The structure of a whole transcript held in memory. */
export function readTranscript(bytes: Uint8Array, options: TranscriptOptions = {}): Transcript {
  const transcript = new Transcript(options)
  transcript.append(bytes)
  transcript.end()
  return transcript
}
