import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs'
import { dirname, sep } from 'node:path'
import { EditError } from '../errors.ts'
import type { Stage, StagedFile } from './stage.ts'
import { writeError } from './write-error.ts'

/**
 * Gives the files of a new session their names: sidecars first, the transcript last. Only then is there a session.
 *
 * Contract: everything is on the disk before anything has its name, and nothing is overwritten. A failure takes back what got
 * its name; after a crash there may be files of a session without transcript, which the ledger knows and the next edit removes.
 */
export async function publishStage(stage: Stage): Promise<void> {
  const named: string[] = []
  const loose = stage.others.filter(
    ({ staged }) => !stage.folders.some((folder) => isBelow(staged, folder.staged)),
  )
  try {
    for (const { path } of [...stage.folders, ...loose, stage.transcript]) assertFree(path)
    await stage.synced()
    for (const folder of foldersIn(stage)) syncFolder(folder)
    for (const { staged, path } of stage.folders) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      renameSync(staged, path)
      named.push(path)
      syncFolder(dirname(path))
    }
    for (const file of [...loose, stage.transcript]) {
      named.push(nameFile(file))
      syncFolder(dirname(file.path))
    }
  } catch (error) {
    for (const path of named) rmSync(path, { recursive: true, force: true })
    throw writeError(error, dirname(stage.transcript.path))
  } finally {
    stage.discard()
  }
}

function foldersIn({ folders, others }: Stage): string[] {
  const inner = others.map(({ staged }) => dirname(staged))
  return [...new Set(inner)].filter((path) =>
    folders.some(({ staged }) => path === staged || isBelow(path, staged)),
  )
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder + sep)
}

function assertFree(path: string): void {
  if (existsSync(path)) throw taken(path)
}

function taken(path: string): EditError {
  return new EditError('exists', `there is already a file ${path}`, { remedy: 'run it again' })
}

/** A second name, then the first one away: a rename would overwrite. */
function nameFile({ staged, path }: StagedFile): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    linkSync(staged, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EEXIST') throw taken(path)
    // Some disks (FAT, some networks) cannot give a file a second name.
    if (!NO_LINKS.has(code)) throw error
    if (existsSync(path)) throw taken(path)
    renameSync(staged, path)
    return path
  }
  unlinkSync(staged)
  return path
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Makes names in a folder last through a power cut. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder; it keeps names by itself.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
