import { resolve } from 'node:path'
import { storeError } from '../../store-error-of.ts'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { archiveBundle } from './archive-bundle.ts'
import { manifestsOf } from './archived.ts'
import { absolutePath, isShared, type Bundle } from './bundle.ts'
import type { FileVersion, Manifest } from './manifest.ts'
import { readBundle } from './manifest-files.ts'
import { existingFile, prepareFolder, publish, StagedFile } from './restore-file.ts'

export interface RestoreOptions {
  /** A config folder to restore into; by default where the session stood. */
  readonly to?: string
  /** Which one, where the session stood in several places. */
  readonly root?: string
  readonly project?: string
  /** Replaces files that differ. They are archived first. */
  readonly force?: boolean
  /** Beginning of the SHA-256 of one version of the session's transcript; the newest by default. */
  readonly version?: string
  readonly signal?: AbortSignal
}

/** Absolute paths. */
export interface RestoreReport {
  /** The config folder that was restored into. */
  readonly root: string
  readonly written: readonly string[]
  /** They were there already, the same. */
  readonly present: readonly string[]
  /** Plans, pastes and memory that are there and differ: other sessions use them too, so they stay. */
  readonly kept: readonly string[]
}

/**
 * Gives an archived session back: its transcript, its sub-agents and its sidecars, byte for byte.
 *
 * Contract: every file is checked against its hash before any gets its name; the transcript gets its
 * name last. A file that differs from what would be written is a `StoreError` `exists`, and then nothing
 * was changed. Files get the time of now, because Claude Code deletes old ones, and their old rights.
 */
export async function restore(
  home: SkeinHome,
  session: string,
  options: RestoreOptions = {},
): Promise<RestoreReport> {
  const manifest = chosenManifest(home, session, options)
  const root = resolve(options.to ?? manifest.bundle.root)
  const plan = await planned(root, wantedFiles(home, manifest, options.version))
  const conflicts = plan.filter(({ action }) => action === 'replace')
  if (conflicts.length > 0) {
    if (options.force !== true) throw differs(conflicts.map(({ path }) => absolutePath(root, path)))
    await archiveFirst(home, { ...manifest.bundle, root }, conflicts)
  }
  const changes = plan.filter(({ action }) => action === 'write' || action === 'replace')
  await writeAll(home, root, changes, options.signal)
  const pathsOf = (wanted: readonly Planned[]): string[] => wanted.map(({ path }) => absolutePath(root, path))
  return {
    root,
    written: pathsOf(changes),
    present: pathsOf(plan.filter(({ action }) => action === 'present')),
    kept: pathsOf(plan.filter(({ action }) => action === 'keep')),
  }
}

interface Wanted {
  readonly path: string
  readonly version: FileVersion
}

interface Planned extends Wanted {
  readonly action: 'write' | 'replace' | 'present' | 'keep'
}

function chosenManifest(home: SkeinHome, session: string, { root, project }: RestoreOptions): Manifest {
  const found = manifestsOf(home, session).filter(
    ({ bundle }) =>
      (root === undefined || bundle.root === resolve(root)) &&
      (project === undefined || bundle.project === project),
  )
  if (found.length === 1) return found[0]
  if (found.length === 0)
    throw new StoreError('not-found', `the archive has no session ${session}`, {
      remedy: '`skein ls` shows the sessions there are',
    })
  const places = found.map(({ bundle }) => absolutePath(bundle.root, `projects/${bundle.project}`))
  throw new StoreError('ambiguous', `session ${session} stood in several places: ${places.join(', ')}`, {
    remedy: 'name the root and the project',
  })
}

/** What a restore brings back, the session's own transcript last. */
function wantedFiles(home: SkeinHome, manifest: Manifest, version: string | undefined): Wanted[] {
  const { root, project, session } = manifest.bundle
  const transcript = `projects/${project}/${session}.jsonl`
  const memory = readBundle(home, { root, project, session: null }).manifest?.files ?? []
  const wanted = [...memory, ...manifest.files].map(({ path, versions }) => {
    const named = path === transcript && version !== undefined
    const fitting = named ? versions.filter(({ sha256 }) => sha256.startsWith(version)) : versions.slice(-1)
    if (fitting.length === 1) return { path, version: fitting[0] }
    throw new StoreError(
      fitting.length === 0 ? 'not-found' : 'ambiguous',
      `session ${session} has ${fitting.length === 0 ? 'no version' : 'several versions'} ${version}`,
      { remedy: `name one of ${versions.map(({ sha256 }) => sha256.slice(0, 12)).join(', ')}` },
    )
  })
  return wanted.toSorted((a, b) => Number(a.path === transcript) - Number(b.path === transcript))
}

async function planned(root: string, wanted: readonly Wanted[]): Promise<Planned[]> {
  const plan: Planned[] = []
  for (const { path, version } of wanted) {
    const existing = await existingFile(root, path, version)
    const differing = isShared(path) ? 'keep' : 'replace'
    const action = existing === 'none' ? 'write' : existing === 'same' ? 'present' : differing
    plan.push({ path, version, action })
  }
  return plan
}

function differs(paths: readonly string[]): StoreError {
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : ''
  return new StoreError('exists', `a different file stands at ${paths[0]}${more}; nothing was changed`, {
    remedy: 'restore into another folder, or replace it: it is archived first',
  })
}

/** Originals are never lost: what a forced restore replaces goes into the archive before. */
async function archiveFirst(home: SkeinHome, bundle: Bundle, conflicts: readonly Wanted[]): Promise<void> {
  const paths = conflicts.map(({ path }) => path)
  const { diagnostics } = await archiveBundle({
    home,
    bundle,
    transcripts: paths.filter((path) => path.endsWith('.jsonl')),
    sidecars: () => paths.filter((path) => !path.endsWith('.jsonl')),
  })
  const problem = diagnostics.find(({ code }) => code !== 'damaged-manifest')
  if (problem === undefined) return
  throw new StoreError('exists', `cannot be archived before it is replaced: ${problem.path}`, {
    remedy: `move it away (${problem.message})`,
  })
}

async function writeAll(
  home: SkeinHome,
  root: string,
  changes: readonly Planned[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const staged: StagedFile[] = []
  try {
    for (const { path, version, action } of changes) {
      if (signal?.aborted === true)
        throw new StoreError('cancelled', 'restoring was stopped; nothing was changed', {
          remedy: 'run it again',
        })
      const target = await prepareFolder(root, path)
      const file = new StagedFile(target, action === 'replace')
      staged.push(file)
      await file.write(home, version)
    }
    await publish(staged)
  } catch (error) {
    throw storeError(error, root)
  } finally {
    for (const file of staged) await file.discard()
  }
}
