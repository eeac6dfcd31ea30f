import { openBytes, type OpenBytes } from '../../files/bytes/open-bytes.ts'
import { SpilledFiles } from '../../files/bytes/spilled-files.ts'
import type { SkeinHome } from '../../home.ts'
import type { SearchedFile } from './searched-files.ts'

/** The files that a search reads: transcripts, kept open for as long as they are likely to be read again, and what was spilled from them. */
export class OpenFiles {
  readonly spilled: SpilledFiles
  readonly #home: SkeinHome
  /** The least lately used first. */
  readonly #open = new Map<number, OpenBytes>()

  constructor(home: SkeinHome) {
    this.#home = home
    this.spilled = new SpilledFiles(home)
  }

  /** Throws a `StoreError` where the bytes are nowhere. */
  get(file: SearchedFile): OpenBytes {
    const bytes = this.#open.get(file.id) ?? openBytes(this.#home, file)
    this.#open.delete(file.id)
    this.#open.set(file.id, bytes)
    for (const [id, oldest] of this.#open) {
      if (this.#open.size <= MOST_OPEN) break
      oldest.close()
      this.#open.delete(id)
    }
    return bytes
  }

  close(): void {
    for (const bytes of this.#open.values()) bytes.close()
    this.#open.clear()
  }
}

/** Well below the 256 open files that macOS gives a process. */
const MOST_OPEN = 64

/** Fills `buffer` from `offset` on; false where the file ends before. */
export function readFully(bytes: OpenBytes, buffer: Uint8Array, offset: number): boolean {
  for (let done = 0; done < buffer.length;) {
    const count = bytes.readInto(done === 0 ? buffer : buffer.subarray(done), offset + done)
    if (count === 0) return false
    done += count
  }
  return true
}
