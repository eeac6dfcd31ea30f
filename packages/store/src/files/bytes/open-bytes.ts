import type { ByteRange, ByteSource } from '@skein/transcript'
import { archivedVersion } from '../archive/archived.ts'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { unreadableReason } from '../../unreadable.ts'
import type { FileLook } from '../state/file-look.ts'
import { ArchivedBytes } from './archived-bytes.ts'
import { readBatched } from './batches.ts'
import { filled } from './filled.ts'
import { openFile, type OpenFile } from './open-file.ts'

/** Where the bytes of a transcript were when somebody last looked. */
export interface FilePlace {
  readonly path: string
  readonly place: 'disk' | 'archive'
}

/** The bytes of one transcript, at the same offsets wherever they are. */
export interface OpenBytes extends ByteSource {
  readonly path: string
  /** When it was opened; bytes appended since can be read all the same. */
  readonly look: FileLook
  /** Reads up to `buffer.length` bytes at an offset; says how many, 0 at the end. */
  readInto(buffer: Uint8Array, offset: number): number
  close(): void
}

/**
 * Opens the bytes of a transcript, on disk or in the archive. `place` says where to look first: a
 * session may have been deleted or restored since. Neither has it: a `StoreError` `not-found`.
 */
export function openBytes(home: SkeinHome, { path, place }: FilePlace): OpenBytes {
  const open =
    place === 'disk' ? (onDisk(path) ?? fromArchive(home, path)) : (fromArchive(home, path) ?? onDisk(path))
  if (open !== null) return open
  throw new StoreError('not-found', `neither on disk nor in the archive: ${path}`, {
    remedy: 'it was deleted before it could be archived; `skein ls` shows what is there',
  })
}

function onDisk(path: string): OpenBytes | null {
  const file = openIfThere(path)
  return file === null ? null : fromFile(file, path)
}

/** A file on disk. Throws what the system throws. */
export function openFileBytes(path: string): OpenBytes {
  return fromFile(openFile(path), path)
}

/** A file on disk; null where it is not there. One that cannot be read is a `StoreError`. */
export function openIfThere(path: string): OpenFile | null {
  try {
    return openFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    const isOther = code === 'EISDIR' || code === 'ENOTFILE'
    throw new StoreError('unreadable', `cannot be read (${unreadableReason(error)}): ${path}`, {
      remedy: isOther ? 'name a transcript' : 'make it readable for you',
      cause: error,
    })
  }
}

function fromArchive(home: SkeinHome, path: string): OpenBytes | null {
  const version = archivedVersion(home, path)
  return version === null ? null : fromFile(new ArchivedBytes(home, version), path)
}

/** Adds reading of ranges: those that stand close together are read at once and share one buffer. */
export function fromFile(open: OpenFile, path: string): OpenBytes {
  return {
    path,
    look: open.look,
    isVerbatim: true,
    readInto: (buffer, offset) => open.readInto(buffer, offset),
    close: () => open.close(),
    read: (ranges) => readBatched(ranges, (batch) => readWhole(open, batch, path)),
  }
}

function readWhole(open: OpenFile, range: ByteRange, path: string): Uint8Array {
  const buffer = new Uint8Array(range.length)
  if (filled(open, buffer, range.offset).length < buffer.length) throw becameShorter(path)
  return buffer
}

export function becameShorter(path: string): StoreError {
  return new StoreError('changed', `the file became shorter while it was read: ${path}`, {
    remedy: 'run it again',
  })
}
