import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { isRecord } from '../sidecars/read-json.ts'
import { belongsTo, type Bundle } from './bundle.ts'

/** What is kept of a bundle. Paths are relative to the bundle's root; see `README.txt` of an archive. */
export interface Manifest {
  readonly bundle: Bundle
  /** Names that the session's rows give it: its plans are named so. */
  readonly slugs: readonly string[]
  readonly files: readonly ArchivedFile[]
}

export interface ArchivedFile {
  readonly path: string
  /** Oldest first, never empty. More than one where a file was rewritten or cut. */
  readonly versions: readonly FileVersion[]
}

export interface FileVersion {
  readonly size: number
  /** ms, as it was on the original. */
  readonly mtime: number
  readonly inode: number
  /** Rights only. */
  readonly mode: number
  readonly sha256: string
  /** ms: when reading of these bytes began. */
  readonly archived: number
  /** SHA-256 of each piece of `CHUNK_BYTES`; the last one may be shorter. */
  readonly chunks: readonly string[]
}

/** 1 MiB of raw bytes: a hit in a search unpacks one piece, and appending stores one anew. */
export const CHUNK_BYTES = 1024 * 1024

const FORMAT = 'skein archive manifest'
const VERSION = 1

/** The text of a manifest, for people too. */
export function manifestText({ bundle, slugs, files }: Manifest): string {
  const value = {
    format: FORMAT,
    version: VERSION,
    session: bundle.session,
    project: bundle.project,
    root: bundle.root,
    slugs,
    chunkBytes: CHUNK_BYTES,
    files: files.map(({ path, versions }) => ({
      path,
      versions: versions.map((version) => ({
        size: version.size,
        mtime: version.mtime,
        modified: new Date(version.mtime).toISOString(),
        inode: version.inode,
        mode: version.mode.toString(8).padStart(4, '0'),
        sha256: version.sha256,
        archived: new Date(version.archived).toISOString(),
        chunks: version.chunks,
      })),
    })),
  }
  return `${JSON.stringify(value, null, 1)}\n`
}

/** The part of a manifest's file name that its text must fit. */
export function manifestCheck(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/**
 * Reads the text of a manifest, or says what is wrong with it.
 *
 * Contract: whatever stands in the text, the paths of the result belong to its bundle and stay below
 * its root, hashes are hashes and sizes fit their chunks.
 */
export function readManifest(text: string): Manifest | { readonly problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'it is not JSON' }
  }
  if (!isRecord(value) || value['format'] !== FORMAT) return { problem: 'it is not a manifest' }
  if (value['version'] !== VERSION) return { problem: 'another version of Skein wrote it' }
  if (value['chunkBytes'] !== CHUNK_BYTES) return { problem: 'its chunks have another size' }
  const { root, project, session, slugs, files } = value
  if (typeof root !== 'string' || !isAbsolute(root) || root.includes('\0'))
    return { problem: 'its root is not an absolute path' }
  if (typeof project !== 'string' || !(session === null || typeof session === 'string'))
    return { problem: 'it names no session and no project' }
  if (!Array.isArray(slugs) || !slugs.every((slug) => typeof slug === 'string'))
    return { problem: 'its slugs are no names' }
  if (!Array.isArray(files)) return { problem: 'it lists no files' }
  const bundle: Bundle = { root, project, session }
  const read: ArchivedFile[] = []
  for (const item of files) {
    const file = readFile(item, bundle)
    if ('problem' in file) return file
    read.push(file)
  }
  return { bundle, slugs, files: read }
}

function readFile(value: unknown, bundle: Bundle): ArchivedFile | { readonly problem: string } {
  if (!isRecord(value) || typeof value['path'] !== 'string') return { problem: 'a file has no path' }
  const { path, versions } = value
  if (!belongsTo(bundle, path)) return { problem: `a path does not belong to it: ${JSON.stringify(path)}` }
  const read = Array.isArray(versions) ? versions.map(readVersion) : []
  if (read.length === 0 || !read.every((version) => version !== null))
    return { problem: `a version of ${JSON.stringify(path)} is not whole` }
  return { path, versions: read }
}

function readVersion(value: unknown): FileVersion | null {
  if (!isRecord(value)) return null
  const { size, mtime, inode, mode, sha256, archived, chunks } = value
  if (!isCount(size) || !isTime(mtime) || typeof inode !== 'number' || !isHash(sha256)) return null
  if (typeof mode !== 'string' || !/^[0-7]{1,5}$/.test(mode)) return null
  const time = typeof archived === 'string' ? Date.parse(archived) : Number.NaN
  if (Number.isNaN(time)) return null
  if (!Array.isArray(chunks) || chunks.length !== Math.ceil(size / CHUNK_BYTES) || !chunks.every(isHash))
    return null
  return { size, mtime, inode, mode: Number.parseInt(mode, 8) & 0o777, sha256, archived: time, chunks }
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** What a `Date` can hold. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15
}
