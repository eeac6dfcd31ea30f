import { CHUNK_BYTES, type FileVersion } from '../archive/manifest.ts'
import { readObjectSync } from '../archive/objects.ts'
import type { SkeinHome } from '../../home.ts'
import type { FileLook } from '../state/file-look.ts'

/** An archived version, read in place: only the chunks that are touched are unpacked, the last few are kept. */
export class ArchivedBytes {
  readonly look: FileLook
  readonly #home: SkeinHome
  readonly #chunks: readonly string[]
  /** By number of the chunk, the one used last at the end. */
  readonly #unpacked = new Map<number, Uint8Array>()

  constructor(home: SkeinHome, version: FileVersion) {
    this.#home = home
    this.#chunks = version.chunks
    this.look = { inode: 0, size: version.size, mtime: version.mtime }
  }

  readInto(buffer: Uint8Array, offset: number): number {
    let done = 0
    while (done < buffer.length && offset + done < this.look.size) {
      const at = offset + done
      const chunk = this.#chunk(Math.floor(at / CHUNK_BYTES))
      const part = chunk.subarray(at % CHUNK_BYTES, (at % CHUNK_BYTES) + buffer.length - done)
      buffer.set(part, done)
      done += part.length
    }
    return done
  }

  close(): void {
    this.#unpacked.clear()
  }

  #chunk(number: number): Uint8Array {
    const known = this.#unpacked.get(number)
    const length = Math.min(CHUNK_BYTES, this.look.size - number * CHUNK_BYTES)
    const chunk = known ?? readObjectSync(this.#home, this.#chunks[number], length)
    this.#unpacked.delete(number)
    this.#unpacked.set(number, chunk)
    for (const oldest of this.#unpacked.keys()) {
      if (this.#unpacked.size <= MOST_UNPACKED) break
      this.#unpacked.delete(oldest)
    }
    return chunk
  }
}

/** 4 MiB: a reader goes forward, or back and forth between a few places. */
const MOST_UNPACKED = 4
