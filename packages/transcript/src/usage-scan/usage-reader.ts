import { Interner } from '../scan/interner.ts'
import type { Walker } from '../scan/walker.ts'
import type { Transcript } from '../transcript.ts'
import { ExactUsage } from './exact-usage.ts'
import { PlainUsageScan } from './plain-usage-scan.ts'
import { UsageRows } from './usage-rows.ts'
import type { UsageCounts, UsageScan, UsageTarget } from './usage-scan.ts'
import { wasmUsageScan } from './wasm-usage-scan.ts'

export interface UsageReaderOptions {
  /** What finds the rows: the WASM scan, or the plain one where that cannot run. */
  readonly scan?: UsageScan
  /** What the exact reader walks objects with. */
  readonly walker?: Walker
}

/**
 * Reads the usage of transcripts, one after the other, and nothing else of them: a quarter of the
 * bytes is looked at closely. One reader serves a thread.
 *
 * Contract: for each transcript `begin()`; then its bytes, written to where `space()` says and told
 * by `advance(n)`, in pieces of any size; then `end()`. `rows` then holds what `sumUsage` counts of
 * the transcript, whatever is damaged in it. `needsStructure` means that they do not: some row cannot be
 * told from its own line (it has no `message.id`, or its line is over 16 MiB). The caller then reads
 * the file with a `Transcript` and hands that to `readStructure`.
 */
export class UsageReader implements UsageTarget {
  readonly rows = new UsageRows()
  readonly names = new Interner()
  readonly counts: UsageCounts = { bytes: 0, lines: 0, fastRows: 0, exactLines: 0, wholeTranscripts: 0 }
  needsStructure = false
  windowOffset = 0
  readonly #scan: UsageScan
  readonly #exact: ExactUsage
  #window: Uint8Array<ArrayBuffer>
  /** Bytes of an unfinished line, at the start of the window. */
  #held = 0

  constructor(options: UsageReaderOptions = {}) {
    this.#scan = options.scan ?? wasmUsageScan() ?? new PlainUsageScan()
    this.#exact = new ExactUsage(this, options.walker)
    this.#window = this.#scan.window(PIECE_BYTES * 2)
  }

  begin(): void {
    this.rows.clear()
    this.needsStructure = false
    this.windowOffset = 0
    this.#held = 0
    this.#scan.begin()
  }

  /** Where the next bytes of the transcript go. */
  space(): Uint8Array<ArrayBuffer> {
    const start = this.#held
    if (start + PIECE_BYTES + 1 > this.#window.length)
      this.#window = this.#scan.window(start + PIECE_BYTES * 2)
    return this.#window.subarray(start, start + PIECE_BYTES)
  }

  /** `length` bytes were written to `space()`. */
  advance(length: number): void {
    this.counts.bytes += length
    if (this.needsStructure || length === 0) return
    const end = this.#held + length
    const lines = lastNewline(this.#window, this.#held, end) + 1
    // Only the first line can be long: the others are within one piece.
    if ((lines === 0 ? end : this.#firstLine(lines)) > MAX_LINE_BYTES) {
      this.needsStructure = true
      return
    }
    if (lines > 0) this.#scan.scan(0, lines, this)
    this.#window.copyWithin(0, lines, end)
    this.#held = end - lines
    this.windowOffset += lines
  }

  /** Reads a last line that has no newline. */
  end(): void {
    if (this.#held === 0 || this.needsStructure) return
    this.#window[this.#held] = NEWLINE
    this.#scan.scan(0, this.#held + 1, this)
    this.#held = 0
  }

  /** The rows of a transcript that could not be read line by line. */
  readStructure(transcript: Transcript): void {
    this.rows.clear()
    this.counts.wholeTranscripts++
    this.#exact.readWhole(transcript)
  }

  exact(start: number, end: number): void {
    this.counts.exactLines++
    const line = this.#window.subarray(start, end)
    if (!this.#exact.read(line, this.windowOffset + start)) this.needsStructure = true
  }

  /** The length of the first of lines that end at `lines`; not looked for where it cannot be long. */
  #firstLine(lines: number): number {
    return lines > MAX_LINE_BYTES ? this.#window.indexOf(NEWLINE) : 0
  }
}

/** As `ScannerOptions.maxLineBytes`: from here on the kernel reads no usage either. */
const MAX_LINE_BYTES = 16 * 1024 * 1024
/** 256 KiB: larger pieces are not read faster, and this one stays in the cache that a core has to itself. */
const PIECE_BYTES = 1 << 18
const NEWLINE = 0x0a

/** The last newline of `bytes[start, end)`, or -1. */
function lastNewline(bytes: Uint8Array, start: number, end: number): number {
  const found = bytes.lastIndexOf(NEWLINE, end - 1)
  return found >= start ? found : -1
}
