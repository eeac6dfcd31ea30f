import type { SkeinHome } from '../../home.ts'
import { syncFolder } from './archive-folder.ts'
import { archiveFile } from './archive-file.ts'
import { absolutePath, belongsTo, type Bundle } from './bundle.ts'
import type { ArchiveDiagnostic } from './diagnostic.ts'
import type { ArchivedFile, Manifest } from './manifest.ts'
import { publishManifest, readBundle, type Listing } from './manifest-files.ts'
import { byPath } from './merge.ts'
import { SlugCollector } from './slugs.ts'

export interface BundleTask {
  readonly home: SkeinHome
  readonly bundle: Bundle
  /** Paths of transcripts, relative to the root. */
  readonly transcripts: readonly string[]
  /** Everything else, asked for when the transcripts have said the session's names. */
  readonly sidecars: (slugs: ReadonlySet<string>) => readonly string[]
  /** Manifests as they were listed, for callers that archive many bundles. */
  readonly listing?: Listing
  readonly signal?: AbortSignal
}

export interface BundleOutcome {
  readonly filesSeen: number
  readonly filesStored: number
  readonly bytesRead: number
  readonly bytesStored: number
  readonly diagnostics: readonly ArchiveDiagnostic[]
}

/**
 * Archives what changed of one bundle, then writes its manifest. Files that are gone stay as they
 * were. Stopped at any point it leaves the manifest that was, and at worst objects that nothing names.
 */
export async function archiveBundle(task: BundleTask): Promise<BundleOutcome> {
  const { home, bundle } = task
  const state = readBundle(home, bundle, task.listing)
  const before = state.manifest ?? { bundle, slugs: [], files: [] }
  const work = new BundleWork(task, before, state.names.length > 1)
  for (const { path, problem } of state.problems)
    work.diagnostics.push({ code: 'damaged-manifest', path, message: problem })
  const slugs = new SlugCollector(before.slugs)
  for (const path of task.transcripts) {
    slugs.reset()
    await work.archive(path, (chunk) => slugs.add(chunk))
  }
  for (const path of task.sidecars(slugs.found)) await work.archive(path)
  const changed = work.filesStored > 0 || slugs.found.size > before.slugs.length || state.names.length > 1
  if (changed) {
    for (const folder of work.folders) await syncFolder(folder)
    const manifest = { bundle, slugs: [...slugs.found], files: [...work.files.values()].toSorted(byPath) }
    await publishManifest(home, manifest, state.names)
  }
  return work
}

/** The files of one bundle on their way, and what it took. */
class BundleWork implements BundleOutcome {
  filesSeen = 0
  filesStored = 0
  bytesRead = 0
  bytesStored = 0
  readonly diagnostics: ArchiveDiagnostic[] = []
  readonly files: Map<string, ArchivedFile>
  readonly folders = new Set<string>()
  readonly #task: BundleTask
  readonly #reread: boolean

  constructor(task: BundleTask, before: Manifest, reread: boolean) {
    this.#task = task
    // Two archivers at once may each have kept another beginning of one file.
    this.#reread = reread
    this.files = new Map(before.files.map((file) => [file.path, file]))
  }

  async archive(path: string, onBytes?: (chunk: Uint8Array) => void): Promise<void> {
    const { home, bundle, signal } = this.#task
    signal?.throwIfAborted()
    this.filesSeen++
    if (!belongsTo(bundle, path)) {
      const message = 'its name cannot stand in an archive; left out'
      this.diagnostics.push({ code: 'odd-name', path: absolutePath(bundle.root, path), message })
      return
    }
    const outcome = await archiveFile({
      home,
      root: bundle.root,
      path,
      known: this.files.get(path),
      reread: this.#reread,
      followLink: onBytes !== undefined,
      onBytes,
      signal,
    })
    this.bytesRead += outcome.bytesRead
    this.bytesStored += outcome.bytesStored
    for (const folder of outcome.folders) this.folders.add(folder)
    if (outcome.diagnostic !== undefined) this.diagnostics.push(outcome.diagnostic)
    if (outcome.file === undefined) return
    this.filesStored++
    this.files.set(path, outcome.file)
  }
}
