import type { OpenFile } from '../bytes/open-file.ts'
import { Ends } from './ends.ts'
import type { FileLook } from './file-look.ts'

/** How far a file was read, and by what to know that it still begins with that. */
export interface FileMark {
  readonly offset: number
  /** Hash of the first and the last bytes before the offset, see `Ends`. */
  readonly ends: Uint8Array
}

/** A file as it was when it was read. */
export interface FileState extends FileLook, FileMark {}

/** `same`: nothing new. `grown`: what was read still stands, and there is more. `other`: it is to be read anew. */
export type FileChange = 'same' | 'grown' | 'other'

/** Whether nothing has happened to a file, by the file system alone. */
export function isSameLook(known: FileLook, now: FileLook): boolean {
  return isSameFile(known, now) && known.size === now.size && known.mtime === now.mtime
}

/** The same of numbers that stand one behind the other, for a look at thousands of files. */
export function isSameNumbers(now: FileLook, numbers: Float64Array, at: number): boolean {
  return now.inode === numbers[at] && now.size === numbers[at + 1] && now.mtime === numbers[at + 2]
}

/** What has happened to a file, by the file system alone: `grown` is a guess, its bytes have the last word. */
export function changeByLook(known: FileLook & Pick<FileMark, 'offset'>, now: FileLook): FileChange {
  if (!isSameFile(known, now) || now.size < known.offset) return 'other'
  if (now.size !== known.size) return 'grown'
  if (now.mtime === known.mtime) return 'same'
  // Written to and no longer: other bytes may stand anywhere in it.
  return Number.isNaN(known.mtime) ? 'grown' : 'other'
}

/** What has happened to a file. `bytes` are read where the file system does not tell. */
export function changeOf(known: FileState, now: FileLook, bytes: Pick<OpenFile, 'readInto'>): FileChange {
  const change = changeByLook(known, now)
  if (change !== 'grown') return change
  if (standing(known, bytes) === null) return 'other'
  return now.size === known.offset ? 'same' : 'grown'
}

/** The ends of what was read, where the file still begins with it; else null. */
export function standing({ offset, ends }: FileMark, bytes: Pick<OpenFile, 'readInto'>): Ends | null {
  const now = Ends.at(bytes, offset)
  return Buffer.compare(now.hash(), ends) === 0 ? now : null
}

/** Those in the archive have no inode, nor have files of some file systems. */
function isSameFile(known: FileLook, now: FileLook): boolean {
  return known.inode === now.inode || known.inode === 0 || now.inode === 0
}
