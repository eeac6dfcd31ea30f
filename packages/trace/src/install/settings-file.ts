import {
  chmodSync,
  constants,
  copyFileSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { makeFolder } from '@skein/store'
import { SettingsProblem } from './settings-problem.ts'

/** A settings file as it was read, to be written only if it still is so. */
export interface SettingsFile {
  readonly path: string
  /** Null where there is none. */
  readonly text: string | null
}

export function readSettingsFile(path: string): SettingsFile {
  const real = behindLinks(path)
  let bytes: Buffer
  try {
    bytes = readFileSync(real)
  } catch (error) {
    if (isMissing(error)) return { path: real, text: null }
    throw error
  }
  const text = bytes.toString('utf8')
  // Whatever cannot be decoded could not be written back as it was.
  if (!Buffer.from(text).equals(bytes)) throw new SettingsProblem('it is not UTF-8')
  return { path: real, text }
}

/** Somebody else wrote the file since it was read. */
export class SettingsChanged extends Error {
  override readonly name = 'SettingsChanged'
}

/**
 * Writes settings in one step, with a copy of what was there beside them. Returns the copy's path, null where there was
 * nothing. Mode and links stay as they are.
 */
export function writeSettingsFile({ path, text }: SettingsFile, next: string): string | null {
  // As Claude Code makes them: the settings of a project are for all who work on it.
  makeFolder(dirname(path), 0o777)
  const partial = `${path}.${process.pid}.partial`
  try {
    writeFileSync(partial, next, { flag: 'wx' })
    if (text !== null) chmodSync(partial, statSync(path).mode & 0o777)
    if (readSettingsFile(path).text !== text) throw new SettingsChanged('the settings have changed meanwhile')
    const backup = text === null ? null : backedUp(path)
    renameSync(partial, path)
    return backup
  } finally {
    rmSync(partial, { force: true })
  }
}

/** No copy takes the place of an earlier one: the first is what was there before us. */
function backedUp(path: string): string {
  for (let number = 1; ; number++) {
    const backup = `${path}.skein-backup${number === 1 ? '' : `-${number}`}`
    try {
      copyFileSync(path, backup, constants.COPYFILE_EXCL)
      return backup
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** Where a link leads, also one to a file that is not there yet. */
function behindLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  try {
    return resolve(dirname(path), readlinkSync(path))
  } catch {
    // No link either: this is where the file will be.
    return path
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
