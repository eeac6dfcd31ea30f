import { constants, lstatSync, statSync, type Stats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { unreadableReason } from '../../unreadable.ts'
import { absolutePath } from './bundle.ts'
import { readChunks, type ReadFile } from './chunk-reader.ts'
import type { ArchiveDiagnostic } from './diagnostic.ts'
import type { ArchivedFile, FileVersion } from './manifest.ts'
import { isMissing, putObject, type PutObject } from './objects.ts'

export interface FileTask {
  readonly home: SkeinHome
  readonly root: string
  /** Relative to the root. */
  readonly path: string
  readonly known: ArchivedFile | undefined
  /** Compares it with what is archived even if it looks unchanged. */
  readonly reread: boolean
  /** A link that discovery followed is followed here too; sidecars are not worth the risk. */
  readonly followLink: boolean
  /** Is shown every chunk. */
  readonly onBytes?: (chunk: Uint8Array) => void
  readonly signal?: AbortSignal
}

export interface FileOutcome {
  /** The file with its versions, the one just read among them; `undefined` where nothing is to be changed. */
  readonly file?: ArchivedFile
  readonly bytesRead: number
  readonly bytesStored: number
  /** Folders to be synced before a manifest names the file's chunks. */
  readonly folders: readonly string[]
  readonly diagnostic?: ArchiveDiagnostic
}

/**
 * Copies a file into the archive if it changed since it was last copied.
 *
 * Contract: a version is what stood in the file at one moment. Where the file begins with a known
 * version, byte for byte, the new one takes its place; any other known version is kept. What cannot
 * be read is a diagnostic; what cannot be written is a `StoreError`.
 */
export async function archiveFile(task: FileTask): Promise<FileOutcome> {
  const path = absolutePath(task.root, task.path)
  try {
    // Nearly all files are unchanged, and a call that waits for a thread costs ten times as much.
    const found = (task.followLink ? statSync : lstatSync)(path)
    if (!found.isFile()) return failed({ code: 'not-a-file', path, message: 'not a file; left out' })
    const last = task.known?.versions.at(-1)
    if (!task.reread && last !== undefined && isSame(found, last)) return NOTHING
  } catch (error) {
    return failed(unreadable(error, path))
  }
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const handle = await opened(path, task.followLink)
    if ('code' in handle) return failed(handle)
    try {
      const outcome = await copied(task, handle)
      if (outcome !== null) return outcome
    } catch (error) {
      if (error instanceof StoreError || task.signal?.aborted === true) throw error
      return failed(unreadable(error, path))
    } finally {
      await handle.close()
    }
  }
  return failed({
    code: 'changing',
    path,
    message: 'became shorter each time it was read; left out this time',
  })
}

const NOTHING: FileOutcome = { bytesRead: 0, bytesStored: 0, folders: [] }

/** A file is cut once in a while; one that is cut again and again has to wait. */
const MOST_ATTEMPTS = 3

function failed(diagnostic: ArchiveDiagnostic): FileOutcome {
  return { ...NOTHING, diagnostic }
}

function isSame(found: Stats, { size, mtime, inode }: FileVersion): boolean {
  return found.size === size && found.mtimeMs === mtime && found.ino === inode
}

async function opened(path: string, followLink: boolean): Promise<FileHandle | ArchiveDiagnostic> {
  // Not to wait for a pipe that took the file's place. Windows knows neither flag.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
  try {
    return await open(path, followLink ? flags : flags | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    return unreadable(error, path)
  }
}

function unreadable(error: unknown, path: string): ArchiveDiagnostic {
  if (isMissing(error)) return { code: 'vanished', path, message: 'it was deleted before it could be read' }
  return { code: 'unreadable', path, message: `cannot be read (${unreadableReason(error)}); left out` }
}

/** `null` where the file became shorter meanwhile. */
async function copied(task: FileTask, handle: FileHandle): Promise<FileOutcome | null> {
  const known = task.known?.versions ?? []
  const before = await handle.stat()
  const archived = Math.max(Date.now(), (known.at(-1)?.archived ?? 0) + 1)
  const puts = new Puts()
  let read: ReadFile | null
  try {
    read = await readChunks(handle, {
      size: before.size,
      known,
      take: async (chunk, sha256) => {
        task.signal?.throwIfAborted()
        task.onBytes?.(chunk)
        await puts.add(putObject(task.home, sha256, chunk))
      },
    })
  } finally {
    await puts.settle()
  }
  if (read === null) return null
  const { sha256, chunks, continued } = read
  const version: FileVersion = {
    size: before.size,
    mtime: before.mtimeMs,
    inode: before.ino,
    mode: before.mode & 0o777,
    sha256,
    archived,
    chunks,
  }
  return {
    file: { path: task.path, versions: [...known.filter((old) => !continued.has(old)), version] },
    bytesRead: before.size,
    bytesStored: puts.stored,
    folders: [...puts.folders],
  }
}

/** Objects being stored: one is compressed while the next chunk is read, no more, for the memory's sake. */
class Puts {
  stored = 0
  readonly folders = new Set<string>()
  readonly #running: Promise<PutObject>[] = []

  async add(put: Promise<PutObject>): Promise<void> {
    this.#running.push(put)
    // Its failure is heard when its turn comes, and must not count as unheard until then.
    put.catch(() => {})
    if (this.#running.length > 1) await this.#finishFirst()
  }

  async settle(): Promise<void> {
    while (this.#running.length > 0) await this.#finishFirst()
  }

  async #finishFirst(): Promise<void> {
    const put = this.#running.shift()
    if (put === undefined) return
    const { stored, folder } = await put
    this.stored += stored
    this.folders.add(folder)
  }
}
