import { chmodSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { storeError } from './store-error-of.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Skein's own data directory, with its three lifetimes in three places that never mix:
 * `cache.db` can be deleted and is rebuilt, `state.db` is migrated and never rebuilt, `archive/`
 * can be read without either.
 */
export interface SkeinHome {
  readonly folder: string
  readonly cacheFile: string
  readonly stateFile: string
  readonly archiveFolder: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Where the data directory is: `$SKEIN_HOME`, else `$XDG_DATA_HOME/skein`, else `~/.local/share/skein`. */
export function skeinHome(env: Environment): SkeinHome {
  const folder = resolve(env['SKEIN_HOME'] || join(dataHome(env), 'skein'))
  return {
    folder,
    cacheFile: join(folder, 'cache.db'),
    stateFile: join(folder, 'state.db'),
    archiveFolder: join(folder, 'archive'),
  }
}

/** Makes the data directory, readable by its owner only. Throws a `StoreError` where that cannot be. */
export function makeHome(home: SkeinHome): void {
  try {
    // A mask can only take rights away from a new folder; an old one may have more than it should.
    if (!makeFolder(home.folder)) chmodSync(home.folder, 0o700)
  } catch (error) {
    // On a disk that cannot be written Node says that the folder is not there, which is why it was to be made.
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw storeError(isMissing ? Object.assign(new Error(), { code: 'EROFS' }) : error, home.folder)
  }
}

/** The XDG specification: a relative value is to be ignored. */
function dataHome(env: Environment): string {
  const named = env['XDG_DATA_HOME'] ?? ''
  return named.startsWith('/') ? named : join(env['HOME'] || homedir(), '.local', 'share')
}
