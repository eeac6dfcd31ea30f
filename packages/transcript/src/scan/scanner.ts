import type { Diagnostic, DiagnosticCode } from '../diagnostic.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { Blocks, Columns, UsageColumns } from './columns.ts'
import { Interner } from './interner.ts'
import { LineReader } from './line-reader.ts'
import { PlainWalker } from './plain-walker.ts'
import { Skimmer } from './skimmer.ts'
import type { Walker } from './walker.ts'
import { wasmWalker } from './wasm-walker.ts'

export interface ScannerOptions {
  /**
   * Lines longer than this are not held in memory: their fields are read as they pass by and the
   * row is marked `oversized`. 16 MiB: no line of 482 public transcripts is over 5 MB.
   */
  readonly maxLineBytes?: number
  /** Continue where another scanner of the same file stood. */
  readonly state?: ScannerState
  /** What reads the objects: the WASM walker, or the plain one where that cannot run. The rows are the same. */
  readonly walker?: Walker
}

/** Where a scanner stands. Plain data: it survives `structuredClone` and a worker boundary. */
export interface ScannerState {
  /** Offset of the first byte of the unfinished line. */
  readonly offset: number
  readonly line: number
  /** Bytes of the unfinished line (of an oversized one, what the skimmer still needs). */
  readonly pending: Uint8Array
  readonly crlfSeen: boolean
  readonly skim?: SkimState
}

/** An oversized line under way: how much of it has passed, and what was kept of it. */
interface SkimState {
  readonly length: number
  readonly skimmer: ReturnType<Skimmer['save']>
}

/**
 * The one reader of transcripts: bytes in, in chunks of any size; rows of columns out.
 *
 * Contract: rows and diagnostics depend on the bytes alone, never on how they were cut. Nothing
 * in the bytes stops or throws. A line without its newline is pending until more bytes or `end()`.
 */
export class Scanner {
  readonly columns = new Columns()
  readonly blocks = new Blocks()
  readonly usage = new UsageColumns()
  readonly ids = new Interner()
  readonly diagnostics: Diagnostic[] = []
  readonly #lines: LineReader
  readonly #maxLineBytes: number
  #pending = new Uint8Array(1 << 12)
  #pendingLength = 0
  #skimmer: Skimmer | null = null
  #skimmedLength = 0
  #ended = false

  constructor(options: ScannerOptions = {}) {
    this.#maxLineBytes = options.maxLineBytes ?? 16 * 1024 * 1024
    this.#lines = new LineReader(this, this.diagnostics, options.walker ?? wasmWalker() ?? new PlainWalker())
    const { state } = options
    if (state === undefined) return
    this.#lines.offset = state.offset
    this.#lines.line = state.line
    this.#lines.crlfSeen = state.crlfSeen
    this.#keep(state.pending, 0, state.pending.length)
    if (state.skim === undefined) return
    this.#skimmer = new Skimmer(state.skim.skimmer)
    this.#skimmedLength = state.skim.length
  }

  /** Offset of the first byte of the unfinished line: everything before it is in the columns. */
  get offset(): number {
    return this.#lines.offset
  }

  /** How many bytes of the unfinished line have been seen. */
  get pendingBytes(): number {
    return this.#skimmer === null ? this.#pendingLength : this.#skimmedLength
  }

  save(): ScannerState {
    const state = {
      offset: this.#lines.offset,
      line: this.#lines.line,
      pending: this.#pending.slice(0, this.#pendingLength),
      crlfSeen: this.#lines.crlfSeen,
    }
    if (this.#skimmer === null) return state
    return { ...state, skim: { length: this.#skimmedLength, skimmer: this.#skimmer.save() } }
  }

  /** Takes the next bytes of the file. The chunk may be reused by the caller afterwards. */
  push(chunk: Uint8Array): void {
    if (this.#ended) throw new Error('Scanner.push after end()')
    const whole = chunk.lastIndexOf(NEWLINE) + 1
    let start = 0
    if (whole > 0 && this.pendingBytes > 0) {
      const newline = chunk.indexOf(NEWLINE)
      this.#hold(chunk, 0, newline)
      this.#readHeld()
      start = newline + 1
    }
    while (start < whole) start = this.#readLines(chunk, start, whole)
    if (start < chunk.length) this.#hold(chunk, start, chunk.length)
  }

  /** Reads a last line that has no newline. No bytes may follow. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    const length = this.pendingBytes
    if (length === 0) return
    const { line, offset } = this.#lines
    const rows = this.columns.count
    this.#readHeld()
    this.#lines.offset = offset + length
    if (this.columns.count === rows) return
    const message = 'The last line has no newline; it was read.'
    this.diagnostics.push({ code: 'missing-newline', line, offset, length, message })
  }

  /** Reads lines of `chunk[from, to)`, which ends with a newline, and says how far it came. */
  #readLines(chunk: Uint8Array, from: number, to: number): number {
    const lines = this.#lines
    const end = to - from > PIECE_BYTES ? pieceEnd(chunk, from) : to
    lines.load(chunk, from, end)
    for (let start = from; start < end;) {
      const after = lines.walk(start)
      // No object goes over a newline, so the line mostly ends where its object does.
      const walked = after >= 0 && chunk[after] === NEWLINE
      const newline = walked ? after : chunk.indexOf(NEWLINE, Math.max(after, start))
      if (newline - start > this.#maxLineBytes) {
        this.#hold(chunk, start, newline)
        this.#readHeld()
        return newline + 1
      }
      lines.read(start, newline, after)
      this.#advance(newline - start)
      start = newline + 1
    }
    return end
  }

  /** Reads the line whose bytes are held. */
  #readHeld(): void {
    const length = this.pendingBytes
    const skimmer = this.#skimmer
    this.#skimmer = null
    if (skimmer === null) {
      this.#lines.load(this.#pending, 0, length)
      this.#lines.read(0, length, this.#lines.walk(0))
    } else {
      this.#readSkimmed(skimmer, length)
    }
    this.#pendingLength = 0
    this.#advance(length)
  }

  #readSkimmed(skimmer: Skimmer, length: number): void {
    const head = skimmer.finish()
    if (head !== null && this.#lines.readHead(encodeUtf8(head), length))
      this.#note(
        'oversized-line',
        length,
        'The line is too long to hold; its fields were read, its body was not.',
      )
    else this.#note('torn-line', length, 'An oversized line is not JSON; it was set aside.')
  }

  /** Past a line of `length` bytes and its newline. */
  #advance(length: number): void {
    this.#lines.offset += length + 1
    this.#lines.line++
  }

  /** Keeps bytes of an unfinished line, or hands them to the skimmer once there are too many. */
  #hold(bytes: Uint8Array, start: number, end: number): void {
    if (this.#skimmer === null && this.#pendingLength + end - start > this.#maxLineBytes) {
      this.#skimmer = new Skimmer()
      this.#skimmer.push(this.#pending, 0, this.#pendingLength)
      this.#skimmedLength = this.#pendingLength
      this.#pendingLength = 0
      this.#pending = new Uint8Array(1 << 16)
    }
    if (this.#skimmer === null) return this.#keep(bytes, start, end)
    this.#skimmer.push(bytes, start, end)
    this.#skimmedLength += end - start
  }

  #keep(bytes: Uint8Array, start: number, end: number): void {
    const needed = this.#pendingLength + end - start
    if (needed > this.#pending.length) {
      const wider = new Uint8Array(Math.max(needed, this.#pending.length * 2))
      wider.set(this.#pending.subarray(0, this.#pendingLength))
      this.#pending = wider
    }
    this.#pending.set(bytes.subarray(start, end), this.#pendingLength)
    this.#pendingLength = needed
  }

  /** A diagnostic about the whole line, of `length` bytes. */
  #note(code: DiagnosticCode, length: number, message: string): void {
    const { line, offset } = this.#lines
    this.diagnostics.push({ code, line, offset, length, message })
  }
}

const NEWLINE = 0x0a

/** 4 MiB: a walker may copy what it loads, and a caller may push a whole file at once. */
const PIECE_BYTES = 4 * 1024 * 1024

/** The end of as many whole lines from `from` on as fit into a piece; of one line, if it is longer. */
function pieceEnd(chunk: Uint8Array, from: number): number {
  const fitting = chunk.lastIndexOf(NEWLINE, from + PIECE_BYTES)
  return (fitting >= from ? fitting : chunk.indexOf(NEWLINE, from)) + 1
}
