import { link, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { storeError } from '../../store-error-of.ts'
import type { SkeinHome } from '../../home.ts'
import { incomingFolder } from './archive-folder.ts'
import { readBundles } from './manifest-files.ts'
import { isMissing, UNUSED_GRACE_MS } from './objects.ts'
import { objectsIn } from './verify.ts'

export interface CollectReport {
  readonly objects: number
  readonly bytes: number
}

/**
 * Removes what nothing refers to: last chunks of files that grew since, and files that an interrupted
 * archiving left. Only what is older than `UNUSED_GRACE_MS`, since another program may be about to name
 * what it stored. Nothing is removed while a manifest cannot be read: it might name anything.
 */
export async function collectUnused(home: SkeinHome, now: number = Date.now()): Promise<CollectReport> {
  const sum = { objects: 0, bytes: 0 }
  const named = namedObjects(home)
  if (named === null) return sum
  const limit = now - UNUSED_GRACE_MS
  try {
    for await (const { sha256, path } of objectsIn(home)) {
      if (named.has(sha256)) continue
      const bytes = await removeIfOld(path, limit)
      if (bytes < 0) continue
      sum.objects++
      sum.bytes += bytes
    }
    for (const name of await readdir(incomingFolder(home)))
      await removeIfOld(join(incomingFolder(home), name), limit)
  } catch (error) {
    if (!isMissing(error)) throw storeError(error, home.archiveFolder)
  }
  return sum
}

function namedObjects(home: SkeinHome): Set<string> | null {
  const named = new Set<string>()
  for (const kind of ['sessions', 'projects'] as const)
    for (const { manifest, problems } of readBundles(home, kind)) {
      if (problems.length > 0) return null
      for (const { versions } of manifest?.files ?? [])
        for (const { chunks } of versions) for (const chunk of chunks) named.add(chunk)
    }
  return named
}

/** The size of what was removed; -1 where it is too young, or another program was faster. */
async function removeIfOld(path: string, limit: number): Promise<number> {
  try {
    return await removed(path, limit)
  } catch (error) {
    if (isMissing(error)) return -1
    throw error
  }
}

async function removed(path: string, limit: number): Promise<number> {
  if ((await stat(path)).mtimeMs > limit) return -1
  // An archiver that finds an object gives it new time. Looked at under another name, it is either
  // found new here and put back, or not found there and stored again.
  const aside = `${path}.unused`
  await rename(path, aside)
  const { mtimeMs, size } = await stat(aside)
  if (mtimeMs > limit) await link(aside, path).catch(fineIfExisting)
  await rm(aside)
  return mtimeMs > limit ? -1 : size
}

function fineIfExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
