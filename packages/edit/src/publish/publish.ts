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
import { dirname } from 'node:path'
import { EditError } from '../errors.ts'
import type { Stage, StagedFile } from './stage.ts'
import { writeError } from './write-error.ts'

/**
 * Gives the files of a new session their names: sidecars first, the transcript last. Only then is there a session.
 *
 * Contract: nothing is overwritten. A failure takes back what got its name; after a crash there may be files of a
 * session without transcript, which the ledger knows and the next edit removes.
 */
export function publishStage(stage: Stage): void {
  const named: string[] = []
  try {
    for (const file of [...stage.others, stage.transcript]) assertFree(file)
    for (const file of stage.others) named.push(nameFile(file))
    for (const folder of new Set(stage.others.map(({ path }) => dirname(path)))) syncFolder(folder)
    named.push(nameFile(stage.transcript))
    syncFolder(dirname(stage.transcript.path))
  } catch (error) {
    for (const path of named) rmSync(path, { force: true })
    throw writeError(error, dirname(stage.transcript.path))
  } finally {
    stage.discard()
  }
}

function assertFree({ path }: StagedFile): void {
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
