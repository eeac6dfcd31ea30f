import type { Stats } from 'node:fs'
import { filled } from '../bytes/filled.ts'
import { openFile, type DiskFile, type OpenFile } from '../bytes/open-file.ts'
import { Ends } from '../state/ends.ts'
import { standing } from '../state/file-state.ts'
import type { Cursor } from './watch-event.ts'

/** What has happened to a file since it was last looked at, one thing at a time. */
export type Look =
  | { readonly kind: 'lines'; readonly offset: number; readonly line: number; readonly bytes: Uint8Array }
  | { readonly kind: 'oversized'; readonly offset: number; readonly length: number }
  | { readonly kind: 'truncated' | 'replaced' | 'gone' | 'nothing' }
  | { readonly kind: 'unreadable'; readonly error: unknown }

/**
 * One transcript and how far it has been told.
 *
 * Contract: nothing is read before it changed. Only whole lines are told, each once, in order; an
 * unfinished line waits, and waiting costs its new bytes. Whether the bytes before the offset are
 * still those that were told is checked with every reading.
 */
export class TailedFile {
  readonly path: string
  #offset: number
  #line = 1
  /** Bytes up to here hold no end of the line at `#offset`. */
  #searched: number
  /** Hash of the first and the last bytes before the offset, in hex; `''` where they were never read. */
  #ends = hexOf(new Ends())
  #seen: Stats | null = null
  /** From a cursor: the inode the file must have. */
  #wantedInode = Number.NaN

  /** A file that is known from its start, or from `stat` alone: then at its end. */
  constructor(path: string, start: 'start' | Stats | Cursor) {
    this.path = path
    this.#offset = 0
    if (start !== 'start' && 'ends' in start) {
      this.#offset = start.offset
      this.#ends = start.ends
      this.#wantedInode = start.inode
    } else if (start !== 'start') {
      this.#seen = start
      this.#offset = start.size
      if (start.size > 0) this.#ends = ''
    }
    this.#searched = this.#offset
  }

  /** Whether a `stat` is of this very file, under whatever name. */
  is(stat: Stats): boolean {
    return this.#seen !== null && isSameFile(stat, this.#seen)
  }

  /** Whether a `stat` shows the file where the cursor left it; then nothing has to be read. */
  standsAt(stat: Stats): boolean {
    if (this.#wantedInode !== stat.ino || this.#offset !== stat.size) return false
    this.#seen = stat
    return true
  }

  get cursor(): Cursor {
    const inode = this.#seen?.ino ?? this.#wantedInode
    return { file: this.path, inode, ends: this.#ends, offset: this.#offset }
  }

  /** The same file under another name. */
  renamed(path: string): TailedFile {
    const moved = new TailedFile(path, this.cursor)
    moved.#seen = this.#seen
    moved.#line = this.#line
    return moved
  }

  /** Whether a `stat` shows anything new. */
  differs(stat: Stats | undefined): boolean {
    const seen = this.#seen
    if (stat === undefined || seen === null) return true
    return stat.size !== seen.size || stat.mtimeMs !== seen.mtimeMs || !isSameFile(stat, seen)
  }

  /** Looks at the file. To be called again until there is `nothing`. */
  look(): Look {
    let file: DiskFile
    try {
      file = openFile(this.path)
    } catch (error) {
      return isAbsent(error) ? { kind: 'gone' } : { kind: 'unreadable', error }
    }
    try {
      return this.#lookAt(file, file.stats)
    } catch (error) {
      return { kind: 'unreadable', error }
    } finally {
      file.close()
    }
  }

  #lookAt(file: OpenFile, stat: Stats): Look {
    const before = this.#seen
    this.#seen = stat
    if (before === null ? this.#isOther(stat) : !isSameFile(before, stat)) return this.#reset('replaced')
    if (stat.size < this.#offset) return this.#reset('truncated')
    const ends = this.#standing(file)
    if (ends === null) return this.#reset('replaced')
    // The unfinished line may have been cut and written anew. Of a short one it costs nothing to be sure.
    if (stat.size < this.#searched || this.#searched - this.#offset < PIECE) this.#searched = this.#offset
    return this.#offset < stat.size ? this.#nextLines(file, stat.size, ends) : { kind: 'nothing' }
  }

  #isOther({ ino }: Stats): boolean {
    return !Number.isNaN(this.#wantedInode) && this.#wantedInode !== ino
  }

  #reset(kind: 'truncated' | 'replaced'): Look {
    this.#moveTo(0, new Ends())
    this.#line = 1
    return { kind }
  }

  #moveTo(offset: number, ends: Ends): void {
    this.#offset = offset
    this.#searched = offset
    this.#ends = hexOf(ends)
  }

  /** The ends of what was told, where it still stands. Where nothing was, sees to it that a line begins there. */
  #standing(file: OpenFile): Ends | null {
    if (this.#ends !== '')
      return standing({ offset: this.#offset, ends: Buffer.from(this.#ends, 'hex') }, file)
    const start = lineStart(file, this.#offset)
    const ends = Ends.at(file, start)
    this.#moveTo(start, ends)
    return ends
  }

  #nextLines(file: OpenFile, size: number, ends: Ends): Look {
    const end = this.#wholeLines(file, size)
    const offset = this.#offset
    if (end === 0) return { kind: 'nothing' }
    const length = end - offset
    if (length > MAX_LINE) {
      this.#moveTo(end, Ends.at(file, end))
      this.#line++
      return { kind: 'oversized', offset, length: length - 1 }
    }
    const bytes = readAt(file, offset, length)
    // It was cut in between: the next look will say so.
    if (bytes.length < length || bytes[length - 1] !== NEWLINE) return { kind: 'nothing' }
    const line = this.#line
    ends.push(bytes)
    this.#moveTo(end, ends)
    this.#line += linesIn(bytes)
    return { kind: 'lines', offset, line, bytes }
  }

  /** Where the whole lines end that are told next: as many as fit into a piece, at least one; 0 where none is whole. */
  #wholeLines(file: OpenFile, size: number): number {
    const buffer = Buffer.allocUnsafe(Math.min(PIECE, size - this.#searched))
    while (this.#searched < size) {
      const count = file.readInto(buffer, this.#searched)
      if (count === 0) return 0
      const first = this.#searched === this.#offset
      const piece = buffer.subarray(0, count)
      const newline = first ? piece.lastIndexOf(NEWLINE) : piece.indexOf(NEWLINE)
      if (newline >= 0) return this.#searched + newline + 1
      this.#searched += count
    }
    return 0
  }
}

/** 256 KiB: enough for a hundred rows, and what a slow consumer makes us hold. */
const PIECE = 256 * 1024
/** What the kernel holds of one line. */
const MAX_LINE = 16 * 1024 * 1024
const NEWLINE = 0x0a

/** The time of birth, because the number of a deleted file is soon given to another. */
function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.birthtimeMs === b.birthtimeMs
}

function hexOf(ends: Ends): string {
  return Buffer.from(ends.hash()).toString('hex')
}

/** The bytes of a range, fewer where the file ends. */
function readAt(file: OpenFile, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  return bytes.subarray(0, filled(file, bytes, offset).length)
}

/** Where the line begins that `offset` stands in. */
function lineStart(file: OpenFile, offset: number): number {
  let end = offset
  while (end > 0) {
    const length = Math.min(BACK, end)
    const newline = readAt(file, end - length, length).lastIndexOf(NEWLINE)
    if (newline >= 0) return end - length + newline + 1
    end -= length
  }
  return 0
}

/** Nearly always one byte would do. */
const BACK = 4096

function linesIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++
  return count
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENOTFILE'
}
