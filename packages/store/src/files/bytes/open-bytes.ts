import type { ByteRange, ByteSource } from '@skein/transcript'
import { archivedVersion } from '../archive/archived.ts'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { ArchivedBytes } from './archived-bytes.ts'
import { readBatched } from './batches.ts'
import { openFileBytes } from './file-bytes.ts'

/** Where the bytes of a transcript were when somebody last looked. */
export interface FilePlace {
  readonly path: string
  readonly place: 'disk' | 'archive'
}

/** The bytes of one transcript, at the same offsets wherever they are. */
export interface OpenBytes extends ByteSource {
  /** When it was opened; bytes appended since can be read all the same. */
  readonly size: number
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
    place === 'disk'
      ? (fromDisk(path) ?? fromArchive(home, path))
      : (fromArchive(home, path) ?? fromDisk(path))
  if (open !== null) return open
  throw new StoreError('not-found', `neither on disk nor in the archive: ${path}`, {
    remedy: 'it was deleted before it could be archived; `skein ls` shows what is there',
  })
}

function fromDisk(path: string): OpenBytes | null {
  const file = openFileBytes(path)
  return file === null ? null : withRanges(file, path)
}

function fromArchive(home: SkeinHome, path: string): OpenBytes | null {
  const version = archivedVersion(home, path)
  return version === null ? null : withRanges(new ArchivedBytes(home, version), path)
}

/** Adds reading of ranges: those that stand close together are read at once and share one buffer. */
function withRanges(open: Omit<OpenBytes, 'read'>, path: string): OpenBytes {
  return {
    size: open.size,
    readInto: (buffer, offset) => open.readInto(buffer, offset),
    close: () => open.close(),
    read: (ranges) => readBatched(ranges, (batch) => readWhole(open, batch, path)),
  }
}

function readWhole(open: Omit<OpenBytes, 'read'>, range: ByteRange, path: string): Uint8Array {
  const buffer = new Uint8Array(range.length)
  for (let done = 0; done < buffer.length;) {
    const count = open.readInto(done === 0 ? buffer : buffer.subarray(done), range.offset + done)
    if (count === 0)
      throw new StoreError('damaged', `shorter than it was when it was indexed: ${path}`, {
        remedy: 'run it again: it is read anew',
      })
    done += count
  }
  return buffer
}
