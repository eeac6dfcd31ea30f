import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { lookOf, type FileLook } from '../state/file-look.ts'

/** A file that is open for reading. */
export interface OpenFile {
  /** As it was when it was opened. */
  readonly look: FileLook
  /** Reads up to `buffer.length` bytes at an offset; says how many, 0 at the end. */
  readInto(buffer: Uint8Array, offset: number): number
  close(): void
}

/** One on disk. */
export interface DiskFile extends OpenFile {
  readonly stats: Stats
}

/**
 * Opens a file for reading.
 *
 * Contract: never waits. A pipe, a folder or a device is refused as if the system did: with an error that has a `code` and a
 * `syscall`.
 */
export function openFile(path: string): DiskFile {
  const { descriptor, stats } = openAnything(path)
  if (!stats.isFile()) {
    closeSync(descriptor)
    throw notAFile(path, stats)
  }
  return {
    look: lookOf(stats),
    stats,
    readInto: (buffer, offset) => readSync(descriptor, buffer, 0, buffer.length, offset),
    close: () => closeSync(descriptor),
  }
}

/** Opens whatever stands there, and says what it is. Opening a pipe would wait for somebody who writes to it. */
export function openAnything(path: string): { readonly descriptor: number; readonly stats: Stats } {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    return { descriptor, stats: fstatSync(descriptor) }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

export function notAFile(path: string, stats: Stats): Error {
  const code = stats.isDirectory() ? 'EISDIR' : 'ENOTFILE'
  return Object.assign(new Error(`${code}: not a file, open '${path}'`), { code, syscall: 'open', path })
}
