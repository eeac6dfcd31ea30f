import { FLAG, Scanner, type ScannerState } from '@skein/transcript'
import type { SpilledText } from '../../files/bytes/spilled-files.ts'
import type { FileFacts } from '../../reader/file-facts.ts'
import { addFacts, NO_FACTS, PROMPT_CHARS } from '../catalogue/facts.ts'
import { packMessages } from '../catalogue/messages-packed.ts'
import { MessageReader, type OpenMessage } from '../catalogue/messages.ts'
import { TurnTrail, type Trail } from '../catalogue/turn-trail.ts'
import { entryAt, factsOf, type ScannedRows } from '../catalogue/read-facts.ts'
import { BlockBuilder } from '../signatures/block-builder.ts'
import type { Delta, SummaryLine } from './delta.ts'
import type { Piece } from './piece-reader.ts'
import { HashList } from './uuid-hash.ts'

export interface ChapterStart {
  readonly path: string
  readonly agentFile: boolean
  readonly offset: number
  readonly line: number
  readonly crlfSeen: boolean
  readonly open: OpenMessage | null
  readonly trail: Trail
}

/** Where a chapter's last line ends. */
export interface ChapterEnd {
  readonly offset: number
  readonly line: number
  readonly crlfSeen: boolean
  readonly open: OpenMessage | null
  readonly unended: boolean
}

/** Reads lines of one transcript into what they add to the catalogue. */
export class Chapter {
  readonly #start: ChapterStart
  readonly #messages: MessageReader
  readonly #blocks: BlockBuilder
  readonly #uuids = new HashList()
  readonly #summaries: SummaryLine[] = []
  readonly #scan: Scanner
  readonly #trail: TurnTrail
  #facts: FileFacts = NO_FACTS
  #longLineAt = -1
  #unended = false

  constructor(start: ChapterStart, spilledText: SpilledText) {
    this.#start = start
    this.#scan = scannerAt(start)
    this.#trail = new TurnTrail(start.trail, start.offset === 0)
    this.#messages = new MessageReader(start.path, start.open)
    this.#blocks = new BlockBuilder({ offset: start.offset, line: start.line }, spilledText)
  }

  /** Whether it is time for the next one. */
  get isFull(): boolean {
    return (
      this.#longLineAt < 0 &&
      (this.#scan.offset - this.#start.offset >= CHAPTER_BYTES || this.#scan.columns.count >= CHAPTER_ROWS)
    )
  }

  add({ bytes, at, kind }: Piece): void {
    if (kind !== 'lines' && this.#longLineAt < 0) this.#longLineAt = at
    if (kind === 'part') return this.#scan.push(bytes)
    const from = this.#scan.columns.count
    const fromDiagnostic = this.#scan.diagnostics.length
    this.#scan.push(bytes)
    // The bytes of a long line are gone; its row says so, and its block is always looked into.
    const read = kind === 'lines' ? { bytes, at } : { bytes: NOTHING, at: this.#longLineAt }
    this.#take(from, fromDiagnostic, read)
    this.#longLineAt = -1
  }

  /** Takes a last line that has no newline, if it is one whole object. Nothing may be added behind it. */
  addUnended(line: Uint8Array): void {
    const { offset } = this.#scan
    const trial = scannerAt(this.#scan.save())
    trial.push(line)
    trial.end()
    const { columns } = trial
    if (columns.count !== 1 || columns.offset[0] !== offset || columns.length[0] !== line.length) return
    const from = this.#scan.columns.count
    const fromDiagnostic = this.#scan.diagnostics.length
    this.#scan.push(line)
    this.#scan.end()
    this.#unended = true
    this.#take(from, fromDiagnostic, { bytes: line, at: offset })
  }

  end(): ChapterEnd {
    const { offset, line, crlfSeen } = this.#scan.save()
    return { offset, line, crlfSeen, open: this.#messages.open, unended: this.#unended }
  }

  content(): Pick<Delta, 'facts' | 'messages' | 'summaries' | 'uuids' | 'blocks' | 'lines'> & {
    readonly trail: Trail
  } {
    const { offset, line } = this.end()
    const uuids = this.#uuids.sorted()
    return {
      trail: this.#trail.end(this.#scan, uuids),
      facts: this.#facts,
      messages: packMessages(this.#messages.messages),
      summaries: this.#summaries,
      uuids,
      blocks: this.#blocks.finish({ offset, line }),
      lines: line - this.#start.line,
    }
  }

  #take(from: number, fromDiagnostic: number, { bytes, at }: Pick<Piece, 'bytes' | 'at'>): void {
    const scan = this.#scan
    const { agentFile } = this.#start
    const rows: ScannedRows = { scan, from, to: scan.columns.count, fromDiagnostic, bytes, at, agentFile }
    this.#facts = addFacts(this.#facts, factsOf(rows, this.#facts))
    this.#trail.add(rows)
    this.#messages.add(rows)
    this.#addUuids(rows)
    this.#addSummaries(rows)
    this.#blocks.add(scan, { from, to: rows.to }, bytes, at)
  }

  #addUuids({ scan: { columns, ids }, from, to }: ScannedRows): void {
    for (let row = from; row < to; row++)
      if (columns.uuid[row] !== 0) this.#uuids.add(ids.bytes(columns.uuid[row]))
  }

  #addSummaries(rows: ScannedRows): void {
    const { scan, from, to } = rows
    const type = scan.ids.find('summary')
    if (type === 0) return
    for (let row = from; row < to; row++) {
      if (scan.columns.type[row] !== type || (scan.columns.flags[row] & FLAG.oversized) !== 0) continue
      const entry = entryAt(rows, row)
      if (entry?.kind !== 'summary' || entry.leafUuid === null || !entry.summary) continue
      const text = entry.summary.slice(0, PROMPT_CHARS)
      this.#summaries.push({ leaf: entry.leafUuid, text, offset: entry.place.offset })
    }
  }
}

function scannerAt({ offset, line, crlfSeen }: Pick<ScannerState, 'offset' | 'line' | 'crlfSeen'>): Scanner {
  return new Scanner({ state: { offset, line, crlfSeen, pending: NOTHING } })
}

const NOTHING = new Uint8Array(0)

/** 16 MB: a second of work at most is lost when it is interrupted, and few deltas wait in memory. */
const CHAPTER_BYTES = 16_000_000

/** 64 K rows: some 10 MB of columns. A file of tiny lines must not take more memory than any other. */
const CHAPTER_ROWS = 64 * 1024
