import {
  changeOf,
  Ends,
  generationOf,
  lookAt,
  openBytes,
  readPieces,
  standing,
  type CataloguedTranscript,
  type FileChange,
  type FileLook,
  type FileState,
  type OpenBytes,
  type SkeinHome,
} from '@skein/store'

/** What is left of a file that was open: whether another look at it finds the same one. */
export interface FileTrace extends FileState {
  /** How often its bytes were others. */
  readonly rewritten: number
}

/** The bytes of a transcript, as of the last look at its file. */
export class OpenFile {
  readonly #home: SkeinHome
  readonly file: CataloguedTranscript
  readonly source: OpenBytes
  readonly generation: string
  readonly #rewritten: number
  /** Of what was read: what is appended must stand behind the very same. */
  readonly #ends = new Ends()
  #size = 0
  /** Null for a copy out of the archive. */
  #seen: FileLook | null

  /** Opens the file; nothing of it is read before `pieces`. `before`: as it was known before. */
  constructor(home: SkeinHome, file: CataloguedTranscript, before: FileTrace | null) {
    this.#home = home
    this.file = file
    this.#seen = lookAt(file.path)
    this.source = openBytes(home, { path: file.path, place: this.#seen === null ? 'archive' : 'disk' })
    this.#rewritten = before === null ? 0 : before.rewritten + (this.#goesOnFrom(before) ? 0 : 1)
    this.generation = generationOf(this.source, this.#rewritten)
  }

  get trace(): FileTrace {
    return { ...this.#state, ends: this.#ends.hash(), rewritten: this.#rewritten }
  }

  /** Bytes that were read. */
  get size(): number {
    return this.#size
  }

  /** ms; null for a copy out of the archive. */
  get changedAt(): number | null {
    return this.#seen?.mtime ?? null
  }

  /** What became of the file since it was read. Throws a `StoreError` where it is gone for good. */
  look(): FileChange {
    const { path } = this.file
    const now = lookAt(path)
    if (now === null) {
      // What was deleted can be read as long as it is open. A copy in the archive says that it is to be kept, and may be
      // older: what was seen must not vanish.
      if (this.#seen !== null) openBytes(this.#home, { path, place: 'archive' }).close()
      return 'same'
    }
    if (this.#seen === null) return 'other'
    const change = changeOf(this.#state, now, this.source)
    if (change !== 'other') this.#seen = now
    return change
  }

  /** Reads what was not read yet, a piece at a time; whoever has other things to do does them in between. */
  *pieces(): Generator<Uint8Array> {
    for (;;) {
      // One at a time: somebody else may have read on meanwhile.
      const [piece] = readPieces(this.source, { from: this.#size, upTo: Infinity, most: PIECE_BYTES })
      if (piece === undefined) return
      // Before it is handed out: somebody else may look in between.
      this.#size += piece.length
      this.#ends.push(piece)
      yield piece
    }
  }

  close(): void {
    this.source.close()
  }

  get #state(): FileState {
    const ends = this.#ends
    return {
      inode: this.source.look.inode,
      size: this.#size,
      // What was read behind the end of the last look changed the time since.
      mtime: this.#seen?.size === this.#size ? this.#seen.mtime : Number.NaN,
      offset: this.#size,
      get ends() {
        return ends.hash()
      },
    }
  }

  /** A copy out of the archive may be of an earlier day. */
  #goesOnFrom(before: FileTrace): boolean {
    if (this.source.look.size < before.offset) return this.#seen === null
    return standing(before, this.source) !== null
  }
}

/** 256 KiB stay in the processor's cache until they are scanned. */
const PIECE_BYTES = 256 * 1024
