import { createHash, randomBytes } from 'node:crypto'
import { link, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { syncFolder, writeAll } from './archive-folder.ts'
import { absolutePath } from './bundle.ts'
import { readChunks } from './chunk-reader.ts'
import type { FileVersion } from './manifest.ts'
import { isMissing, readObject } from './objects.ts'

/** What stands where a version would be written. */
export async function existingFile(
  root: string,
  path: string,
  version: FileVersion,
): Promise<'none' | 'same' | 'different'> {
  const target = absolutePath(root, path)
  const found = await lstat(target).catch(noneIfMissing)
  if (found === null) return 'none'
  if (!found.isFile() || found.size !== version.size) return 'different'
  const handle = await open(target, 'r')
  try {
    const read = await readChunks(handle, { size: version.size, known: [], take: async () => {} })
    return read?.sha256 === version.sha256 ? 'same' : 'different'
  } finally {
    await handle.close()
  }
}

/**
 * Makes the folder of a file and gives the file's path. A link on the way that leads out of the
 * config folder's own subfolder is refused: whoever put it there decides where files go.
 */
export async function prepareFolder(root: string, path: string): Promise<string> {
  const [top, ...rest] = path.split('/').slice(0, -1)
  let folder = join(root, top)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The subfolder itself may be a link: people keep their projects on another disk.
  const bounds = await realpath(folder)
  for (const name of rest) {
    folder = join(folder, name)
    await mkdir(folder, { mode: 0o700 }).catch(fineIfExisting)
    const real = await realpath(folder)
    if (!real.startsWith(bounds + sep))
      throw new StoreError('exists', `a link leads out of the config folder: ${folder}`, {
        remedy: 'remove the link, or restore into another folder',
      })
  }
  return absolutePath(root, path)
}

/** A restored file before it has its name. */
export class StagedFile {
  readonly target: string
  readonly replaces: boolean
  readonly #staged: string

  constructor(target: string, replaces: boolean) {
    this.target = target
    this.replaces = replaces
    // Not `.jsonl`: Claude Code must not take it for a session.
    this.#staged = join(dirname(target), `.skein-restore-${randomBytes(8).toString('hex')}`)
  }

  /** Writes the bytes of a version and checks them. */
  async write(home: SkeinHome, version: FileVersion): Promise<void> {
    const whole = createHash('sha256')
    const handle = await open(this.#staged, 'wx', 0o600)
    try {
      for (const sha256 of version.chunks) {
        const chunk = await readObject(home, sha256)
        whole.update(chunk)
        await writeAll(handle, chunk)
      }
      await handle.chmod(version.mode)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (whole.digest('hex') === version.sha256) return
    throw new StoreError('damaged', `the archived copy of ${this.target} is not what was stored`, {
      remedy: 'run `skein archive --verify` to see what else it concerns',
    })
  }

  /** Gives the file its name; never over one that was not expected. */
  async publish(): Promise<void> {
    if (this.replaces) return rename(this.#staged, this.target)
    try {
      await link(this.#staged, this.target)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!NO_LINKS.has(code)) throw error
      if ((await lstat(this.target).catch(noneIfMissing)) !== null) throw error
      await rename(this.#staged, this.target)
    }
  }

  async discard(): Promise<void> {
    await rm(this.#staged, { force: true })
  }
}

/** Some disks (FAT, some networks) cannot give a file a second name. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Names the files in order, and makes the names last. */
export async function publish(staged: readonly StagedFile[]): Promise<void> {
  for (const file of staged) await file.publish()
  for (const folder of new Set(staged.map(({ target }) => dirname(target)))) await syncFolder(folder)
}

function noneIfMissing(error: unknown): null {
  if (isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')) return null
  throw error
}

function fineIfExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
