import { createHash } from 'node:crypto'
import { statSync, type Stats } from 'node:fs'
import { openBytes } from '@skein/store'
import type { CataloguedTranscript, OpenBytes, SkeinHome } from '@skein/store'

/** What is left of a file that was open: whether another look at it finds the same one. */
export interface FileTrace {
  /** How often its bytes were others. */
  readonly rewritten: number
  readonly size: number
  /** The last bytes before `size`. */
  readonly tail: Uint8Array
}

/** The bytes of a transcript, as of the last look at its file. */
export class OpenFile {
  readonly #home: SkeinHome
  readonly file: CataloguedTranscript
  readonly source: OpenBytes
  /** Tells the file from another one under its name, and from itself rewritten; the same after a restart. */
  readonly generation: string
  /** The file's own; null for a copy out of the archive. */
  #seen: Stats | null
  #size = 0
  /** The last bytes that were read: what is appended must stand behind the very same. */
  #tail: Uint8Array = new Uint8Array(0)

  readonly #rewritten: number

  /** Opens the file; nothing of it is read before `pieces`. `before`: as it was known before. */
  constructor(home: SkeinHome, file: CataloguedTranscript, before: FileTrace | null) {
    this.#home = home
    this.file = file
    this.#seen = statOf(file.path)
    this.source = openBytes(home, { path: file.path, place: this.#seen === null ? 'archive' : 'disk' })
    this.#rewritten = before === null ? 0 : before.rewritten + (this.#goesOnFrom(before) ? 0 : 1)
    this.generation = `${generationOf(this.source)}.${this.#rewritten}`
  }

  get trace(): FileTrace {
    return { rewritten: this.#rewritten, size: this.#size, tail: this.#tail }
  }

  /** Bytes that were read. */
  get size(): number {
    return this.#size
  }

  /** ms; null for a copy out of the archive. */
  get changedAt(): number | null {
    return this.#seen?.mtimeMs ?? null
  }

  /** Whether the file is as it was read; else what to do about it. Throws a `StoreError` where it is gone for good. */
  look(): 'same' | 'grown' | 'other' {
    const stat = statOf(this.file.path)
    const seen = this.#seen
    if (stat === null) {
      // What was deleted can be read as long as it is open. A copy in the archive says that it is to be kept, and may be
      // older: what was seen must not vanish.
      if (seen !== null) openBytes(this.#home, { path: this.file.path, place: 'archive' }).close()
      return 'same'
    }
    if (seen === null) return 'other'
    if (stat.ino !== seen.ino || stat.dev !== seen.dev || stat.size < this.#size) return 'other'
    // What was read behind the end of the last look changed the time since, too.
    const isAsSeen = stat.size === this.#size && seen.size === this.#size
    if (isAsSeen) return stat.mtimeMs === seen.mtimeMs ? 'same' : 'other'
    if (!this.#holds()) return 'other'
    this.#seen = stat
    return stat.size === this.#size ? 'same' : 'grown'
  }

  /** Reads what was not read yet, a piece at a time; whoever has other things to do does them in between. */
  *pieces(): Generator<Uint8Array> {
    for (;;) {
      const count = this.source.readInto(PIECE, this.#size)
      if (count === 0) break
      const piece = PIECE.subarray(0, count)
      this.#size += count
      // After every piece: somebody else may look in between.
      this.#tail = this.#lastBytes()
      yield piece
    }
  }

  close(): void {
    this.source.close()
  }

  #holds(): boolean {
    return isSame(this.#tail, this.#lastBytes())
  }

  #lastBytes(end = this.#size): Uint8Array {
    const bytes = new Uint8Array(Math.min(CHECKED, end))
    const count = this.source.readInto(bytes, end - bytes.length)
    return bytes.subarray(0, count)
  }

  /** A copy out of the archive may be of an earlier day. */
  #goesOnFrom({ size, tail }: FileTrace): boolean {
    if (this.source.look.size < size) return this.#seen === null
    return isSame(tail, this.#lastBytes(size))
  }
}

/** 256 KiB stay in the processor's cache until they are scanned. One for all: whoever takes a piece is done with it before the next. */
const PIECE = new Uint8Array(256 * 1024)
/** Rows end with ids and times, so 256 bytes are not found twice. */
const CHECKED = 256

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i])
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    // Gone, or out of sight: then the archive is asked.
    return null
  }
}

/** By the first line, which has ids of its own and never changes while a file only grows. */
function generationOf(bytes: OpenBytes): string {
  const head = new Uint8Array(FIRST_LINE)
  const count = bytes.readInto(head, 0)
  const end = head.indexOf(0x0a)
  return createHash('sha256')
    .update(head.subarray(0, end < 0 ? count : Math.min(end, count)))
    .digest('hex')
    .slice(0, 16)
}

const FIRST_LINE = 16 * 1024
