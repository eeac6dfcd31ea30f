import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { readFile, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip } from 'node:zlib'
import { storeError } from '../../store-error-of.ts'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { objectsFolder, syncFolder, writeDurably } from './archive-folder.ts'
import { CHUNK_BYTES } from './manifest.ts'

/** Chunks, each once, named by the SHA-256 of its bytes. An object is never changed. */

export function objectPath(home: SkeinHome, sha256: string): string {
  return join(objectsFolder(home), sha256.slice(0, 2), `${sha256}.gz`)
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export interface PutObject {
  /** Compressed bytes written; 0 where the object was there. */
  readonly stored: number
  /** To be synced before anything names the object. */
  readonly folder: string
}

/** Stores a chunk unless it is there. `bytes` must not change until this is done. */
export async function putObject(home: SkeinHome, sha256: string, bytes: Uint8Array): Promise<PutObject> {
  const path = objectPath(home, sha256)
  const folder = dirname(path)
  if (await isThere(path)) return { stored: 0, folder }
  const packed = await compress(bytes, { level: LEVEL })
  try {
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) await syncFolder(dirname(folder))
  } catch (error) {
    throw storeError(error, home.archiveFolder)
  }
  await writeDurably(home, path, packed)
  return { stored: packed.length, folder }
}

/**
 * What no manifest names may be removed after this time (`collectUnused`); until then an archiver can
 * count on it, however long it takes from storing a chunk to naming it.
 */
export const UNUSED_GRACE_MS = 24 * 60 * 60 * 1000

/** Whether an object is there and will be: one that nobody has named for long gets new time. */
async function isThere(path: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > UNUSED_GRACE_MS / 2) await utimes(path, new Date(), new Date())
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw storeError(error, path)
  }
}

/** The bytes of a chunk, which are what was stored: else a `StoreError` `damaged`. */
export async function readObject(home: SkeinHome, sha256: string): Promise<Uint8Array> {
  const path = objectPath(home, sha256)
  try {
    const bytes = await decompress(await readFile(path), { maxOutputLength: CHUNK_BYTES })
    if (sha256Of(bytes) === sha256) return bytes
  } catch (error) {
    throw damaged(path, error)
  }
  throw damaged(path)
}

/** For readers of ranges: gzip's own checksum has to do, `length` is what the manifest says. */
export function readObjectSync(home: SkeinHome, sha256: string, length: number): Uint8Array {
  const path = objectPath(home, sha256)
  try {
    const bytes = gunzipSync(readFileSync(path), { maxOutputLength: CHUNK_BYTES })
    if (bytes.length === length) return bytes
  } catch (error) {
    throw damaged(path, error)
  }
  throw damaged(path)
}

function damaged(path: string, cause?: unknown): StoreError {
  const what = isMissing(cause) ? 'missing' : 'not what was stored'
  return new StoreError('damaged', `an object of the archive is ${what}: ${path}`, {
    remedy: 'run `skein archive --verify` to see what it concerns',
    cause,
  })
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/**
 * Measured on 57 MB of public transcripts: level 1 packs 4.4 to 1 at 106 MB/s, 5 5.2 to 1 at 64 MB/s,
 * 6 5.3 to 1 at 51 MB/s, 9 5.3 to 1 at 27 MB/s, a thread.
 */
const LEVEL = 5

/** Whoever only reads what lies on disk loads this file too, and Node takes a while to load what compresses. */
const compress = (bytes: Uint8Array, options: { level: number }): Promise<Buffer> =>
  promisify<Uint8Array, { level: number }, Buffer>(gzip)(bytes, options)
const decompress = (bytes: Uint8Array, options: { maxOutputLength: number }): Promise<Buffer> =>
  promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip)(bytes, options)
