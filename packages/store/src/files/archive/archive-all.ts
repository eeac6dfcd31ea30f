import { setImmediate } from 'node:timers/promises'
import { relative, resolve, sep } from 'node:path'
import { storeError } from '../../store-error-of.ts'
import type { FoundTranscript } from '../discovery/found.ts'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { archiveBundle, type BundleOutcome } from './archive-bundle.ts'
import { makeArchive } from './archive-folder.ts'
import { bundleKind, isPlainName, type Bundle } from './bundle.ts'
import type { ArchiveDiagnostic } from './diagnostic.ts'
import { headSession } from './head-session.ts'
import { listManifests } from './manifest-files.ts'
import { RootSidecars } from './session-files.ts'

export interface ArchiveOptions {
  readonly onProgress?: (progress: ArchiveProgress) => void
  readonly signal?: AbortSignal
}

/** Sessions, and projects with a memory, done and in all. */
export interface ArchiveProgress {
  readonly done: number
  readonly total: number
  readonly bytesRead: number
}

export interface ArchiveReport extends BundleOutcome {
  readonly sessions: number
}

/**
 * Keeps copies of transcripts and their sidecars, reading what changed since the last time.
 *
 * Contract: nothing that was archived is ever lost, whatever happens to the originals, to this
 * process or to another one that does the same. What cannot be read is a diagnostic. A full or
 * read-only disk is a `StoreError`; so is `cancelled`; both leave a sound archive with whatever was done.
 */
export async function archiveAll(
  home: SkeinHome,
  transcripts: readonly FoundTranscript[],
  options: ArchiveOptions = {},
): Promise<ArchiveReport> {
  const { onProgress, signal } = options
  await makeArchive(home)
  const diagnostics: ArchiveDiagnostic[] = []
  const groups = await groupedTranscripts(transcripts)
  const listings = { sessions: listManifests(home, 'sessions'), projects: listManifests(home, 'projects') }
  const roots = new Map<string, RootSidecars>()
  for (const { bundle } of groups)
    if (!roots.has(bundle.root)) roots.set(bundle.root, await RootSidecars.read(bundle.root, diagnostics))
  const sum = { filesSeen: 0, filesStored: 0, bytesRead: 0, bytesStored: 0, diagnostics }
  let done = 0
  const archiveOne = async (group: Group): Promise<void> => {
    const { bundle, paths } = group
    const root = roots.get(bundle.root)
    const outcome = await archiveBundle({
      home,
      bundle,
      transcripts: paths,
      listing: listings[bundleKind(bundle)],
      sidecars: (slugs) => (root === undefined ? [] : sidecarsOf(group, root, slugs)),
      signal,
    })
    sum.filesSeen += outcome.filesSeen
    sum.filesStored += outcome.filesStored
    sum.bytesRead += outcome.bytesRead
    sum.bytesStored += outcome.bytesStored
    diagnostics.push(...outcome.diagnostics)
    onProgress?.({ done: ++done, total: groups.length, bytesRead: sum.bytesRead })
  }
  try {
    await eachOf(groups, archiveOne)
  } catch (error) {
    if (signal?.aborted !== true) throw storeError(error, home.archiveFolder)
    throw new StoreError('cancelled', 'archiving was stopped', {
      remedy: 'run it again: it goes on where it stopped',
      cause: error,
    })
  }
  return { ...sum, sessions: groups.filter(({ bundle }) => bundle.session !== null).length }
}

interface Group {
  readonly bundle: Bundle
  readonly paths: string[]
}

/** Transcripts by session and place, and for each project one group without transcripts. */
async function groupedTranscripts(transcripts: readonly FoundTranscript[]): Promise<Group[]> {
  const groups = new Map<string, Group>()
  const group = (bundle: Bundle): Group => {
    const key = JSON.stringify([bundle.root, bundle.project, bundle.session])
    const known = groups.get(key)
    if (known !== undefined) return known
    const made: Group = { bundle, paths: [] }
    groups.set(key, made)
    return made
  }
  for (const { path, root: foundRoot, project, session: named, agent } of transcripts) {
    const root = resolve(foundRoot)
    const owner = named !== '' ? named : await headSession(path)
    // The rows may say anything, and a session's id becomes part of paths.
    const session = owner !== null && isPlainName(owner) ? owner : `agent-${agent ?? ''}`
    group({ root, project, session }).paths.push(relative(root, path).split(sep).join('/'))
    group({ root, project, session: null })
  }
  return [...groups.values()]
}

function sidecarsOf({ bundle, paths }: Group, root: RootSidecars, slugs: ReadonlySet<string>): string[] {
  const { project, session } = bundle
  if (session === null) return root.folder.filesBelow(`projects/${project}/memory`)
  const own = root.folder.filesBelow(`projects/${project}/${session}`)
  return [...own.filter((path) => !paths.includes(path)), ...root.of(session, slugs)]
}

/** 4: as many as Node compresses at once; the waiting is for the disk. */
const AT_ONCE = 4

/** Does the work for all items, some at a time. The first failure ends it, when what is under way is done. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const failures: unknown[] = []
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (failures.length > 0) return
      try {
        await work(item)
        // Of a session that did not change nothing is awaited: let a server answer in between.
        await setImmediate()
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (failures.length > 0) throw failures[0]
}
