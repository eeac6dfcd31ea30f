import type { FileHandle } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { CHUNK_BYTES, type FileVersion } from './manifest.ts'
import { sha256Of } from './objects.ts'

/** What was read of a file, as it was when reading began. */
export interface ReadFile {
  readonly sha256: string
  readonly chunks: readonly string[]
  /** The known versions that the file begins with, byte for byte. */
  readonly continued: ReadonlySet<FileVersion>
}

export interface ReadOptions {
  readonly size: number
  readonly known: readonly FileVersion[]
  /** Is given each chunk and its hash, and may keep the bytes. Reading waits for it. */
  readonly take: (chunk: Uint8Array, sha256: string) => Promise<void>
}

/**
 * Reads a file once, from its start to `size`, whatever is appended meanwhile; `null` if it became
 * shorter. Hashes its chunks and all of it, and compares it with the versions known of it: all of it
 * is read although only its end is likely to be new, because nothing less shows that the rest is
 * what was archived.
 */
export async function readChunks(handle: FileHandle, options: ReadOptions): Promise<ReadFile | null> {
  const { size, known, take } = options
  const continued = new Set(known.filter((version) => version.size <= size))
  const whole = createHash('sha256')
  const chunks: string[] = []
  for (let offset = 0; offset < size; offset += CHUNK_BYTES) {
    const chunk = await readAt(handle, offset, Math.min(CHUNK_BYTES, size - offset))
    if (chunk === null) return null
    const sha256 = sha256Of(chunk)
    whole.update(chunk)
    for (const version of continued) if (!holds(version, { offset, chunk, sha256 })) continued.delete(version)
    chunks.push(sha256)
    await take(chunk, sha256)
  }
  return { sha256: whole.digest('hex'), chunks, continued }
}

interface ReadChunk {
  readonly offset: number
  readonly chunk: Uint8Array
  readonly sha256: string
}

/** Whether what a version has at the chunk's place is what the chunk begins with. */
function holds(version: FileVersion, { offset, chunk, sha256 }: ReadChunk): boolean {
  const length = Math.min(CHUNK_BYTES, version.size - offset)
  if (length <= 0) return true
  const expected = version.chunks[offset / CHUNK_BYTES]
  return expected === (length === chunk.length ? sha256 : sha256Of(chunk.subarray(0, length)))
}

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Uint8Array | null> {
  const bytes = Buffer.allocUnsafeSlow(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done)
    if (bytesRead === 0) return null
    done += bytesRead
  }
  return bytes
}
