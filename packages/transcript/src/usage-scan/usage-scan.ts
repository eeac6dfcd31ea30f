import type { Interner } from '../scan/interner.ts'
import type { UsageRows } from './usage-rows.ts'

/**
 * The seam between bytes and usage rows: reads whole lines, and vouches for a row or leaves the line.
 *
 * Contract: `window` gives the memory that lines are read from; it may be another array than before,
 * which then holds the same bytes. `scan` reads the lines of `window[start, end)`, the last byte of
 * which is a newline, in order. For each line it does one of three things: nothing, where no reader
 * could find usage in it; it adds the row that `ExactUsage` would add; or it calls `target.exact`. It
 * vouches for a line only after it has checked all of it to be JSON, so damage is never counted.
 *
 * There are two: `PlainUsageScan` is the definition, `wasmUsageScan()` the fast one. Tests hold them
 * equal to each other, to the kernel's `Scanner` and to `JSON.parse`.
 */
export interface UsageScan {
  /** Memory of at least `size` bytes. */
  window(size: number): Uint8Array<ArrayBuffer>
  /** A new transcript begins. */
  begin(): void
  scan(start: number, end: number, target: UsageTarget): void
}

export interface UsageTarget {
  readonly rows: UsageRows
  readonly names: Interner
  readonly counts: UsageCounts
  /** Offset in the transcript of the window's first byte. */
  readonly windowOffset: number
  /** The line `window[start, end)`, without its newline, must be read exactly. */
  exact(start: number, end: number): void
}

/** How much work a scan was; what benchmarks print beside their times. */
export interface UsageCounts {
  bytes: number
  lines: number
  /** Rows that a scan vouched for. */
  fastRows: number
  /** Lines that went to the exact reader. */
  exactLines: number
  /** Transcripts that had to be read as a whole, with their structure. */
  wholeTranscripts: number
}
