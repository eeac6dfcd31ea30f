import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { objectsFolder } from './archive-folder.ts'
import { absolutePath } from './bundle.ts'
import type { FileVersion } from './manifest.ts'
import { readBundles } from './manifest-files.ts'
import { isMissing, readObject } from './objects.ts'

export interface VerifyReport {
  readonly manifests: number
  readonly files: number
  readonly versions: number
  /** Objects read, each once a version that has it. */
  readonly objects: number
  readonly bytes: number
  /** Objects that no manifest names: what an interrupted or a later archiving left behind. */
  readonly unused: number
  readonly problems: readonly ArchiveProblem[]
}

export interface ArchiveProblem {
  /** The manifest, or the original file whose copy is damaged. */
  readonly path: string
  readonly message: string
}

export interface VerifyOptions {
  readonly onProgress?: (progress: { readonly versions: number; readonly bytes: number }) => void
  readonly signal?: AbortSignal
}

/** Reads the whole archive and checks every manifest, every chunk and every file against its hash. */
export async function verifyArchive(home: SkeinHome, options: VerifyOptions = {}): Promise<VerifyReport> {
  const sum = { manifests: 0, files: 0, versions: 0, objects: 0, bytes: 0 }
  const problems: ArchiveProblem[] = []
  const named = new Set<string>()
  for (const kind of ['sessions', 'projects'] as const) {
    for (const { manifest, names, problems: found } of readBundles(home, kind)) {
      sum.manifests += names.length
      problems.push(...found.map(({ path, problem }) => ({ path, message: problem })))
      for (const { path, versions } of manifest?.files ?? []) {
        sum.files++
        for (const version of versions) {
          if (options.signal?.aborted === true)
            throw new StoreError('cancelled', 'verifying was stopped', { remedy: 'run it again' })
          sum.versions++
          sum.objects += version.chunks.length
          sum.bytes += version.size
          for (const chunk of version.chunks) named.add(chunk)
          const message = await problemOf(home, version)
          if (message !== null)
            problems.push({ path: absolutePath(manifest?.bundle.root ?? '', path), message })
          options.onProgress?.({ versions: sum.versions, bytes: sum.bytes })
        }
      }
    }
  }
  let unused = 0
  for await (const { sha256 } of objectsIn(home)) if (!named.has(sha256)) unused++
  return { ...sum, unused, problems }
}

export interface StoredObject {
  readonly sha256: string
  readonly path: string
}

export async function* objectsIn(home: SkeinHome): AsyncGenerator<StoredObject> {
  const folder = objectsFolder(home)
  for (const shard of await namesIn(folder))
    for (const name of await namesIn(join(folder, shard))) {
      const sha256 = /^([0-9a-f]{64})\.gz$/.exec(name)?.[1]
      if (sha256 !== undefined) yield { sha256, path: join(folder, shard, name) }
    }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function problemOf(home: SkeinHome, version: FileVersion): Promise<string | null> {
  const whole = createHash('sha256')
  try {
    for (const chunk of version.chunks) whole.update(await readObject(home, chunk))
  } catch (error) {
    if (error instanceof StoreError) return error.message
    throw error
  }
  return whole.digest('hex') === version.sha256 ? null : 'its chunks together are not what was stored'
}
