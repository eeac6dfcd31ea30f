import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { StoreError } from '../../errors.ts'
import { unreadableReason } from '../../unreadable.ts'

export interface FileBytes {
  readonly size: number
  readInto(buffer: Uint8Array, offset: number): number
  close(): void
}

/** A file on disk, read in place; `null` where it is not there. */
export function openFileBytes(path: string): FileBytes | null {
  const descriptor = opened(path)
  if (descriptor === null) return null
  const stat = fstatSync(descriptor)
  if (!stat.isFile()) {
    closeSync(descriptor)
    throw new StoreError('not-found', `not a file: ${path}`, { remedy: 'name a transcript' })
  }
  return {
    size: stat.size,
    readInto: (buffer, offset) => readSync(descriptor, buffer, 0, buffer.length, offset),
    close: () => closeSync(descriptor),
  }
}

function opened(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new StoreError('not-found', `cannot be read (${unreadableReason(error)}): ${path}`, {
      remedy: 'make it readable for you',
      cause: error,
    })
  }
}
