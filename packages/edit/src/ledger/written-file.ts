import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A file as an edit wrote it. */
export interface WrittenFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** Whether the file is there and still what was written. */
export function hasContent({ path, size, sha256 }: WrittenFile): boolean {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch {
    return false
  }
  try {
    if (fstatSync(descriptor).size !== size) return false
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(1024 * 1024)
    for (let offset = 0; ;) {
      const count = readSync(descriptor, buffer, 0, buffer.length, offset)
      if (count === 0) break
      hash.update(buffer.subarray(0, count))
      offset += count
    }
    return hash.digest('hex') === sha256
  } finally {
    closeSync(descriptor)
  }
}
