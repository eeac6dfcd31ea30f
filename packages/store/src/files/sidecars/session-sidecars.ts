import { lstatSync, type Stats } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { absolutePath, type Bundle } from '../archive/bundle.ts'
import type { ArchiveDiagnostic } from '../archive/diagnostic.ts'
import { readBundle } from '../archive/manifest-files.ts'
import { FolderReader, RootSidecars } from '../archive/session-files.ts'
import { SlugCollector } from '../archive/slugs.ts'
import { openFile } from '../bytes/open-file.ts'
import { openFileBytes } from '../bytes/open-bytes.ts'
import { readPieces } from '../session/open-transcript.ts'
import { sessionPlace } from '../session/session-place.ts'
import type { SkeinHome } from '../../home.ts'
import { unreadableReason } from '../../unreadable.ts'
import { readJson } from './read-json.ts'

export type SidecarKind =
  | 'tool-result'
  | 'task'
  | 'plan'
  | 'paste'
  | 'file-history'
  | 'memory'
  | 'sub-agent'
  | 'other'

/** A file that Claude Code keeps beside a transcript. */
export interface Sidecar {
  readonly kind: SidecarKind
  readonly path: string
  /** `archive`: the original is gone. */
  readonly place: 'disk' | 'archive'
  readonly size: number
  /** ms: when it was last written. */
  readonly time: number
}

export interface SidecarDiagnostic {
  readonly code: ArchiveDiagnostic['code'] | 'empty' | 'damaged'
  readonly path: string
  readonly message: string
}

export interface SidecarListing {
  /** By kind, then by path. */
  readonly sidecars: readonly Sidecar[]
  readonly diagnostics: readonly SidecarDiagnostic[]
}

/**
 * The sidecars of the session whose transcript stands, or stood, at a path, with the memory of its project: those on
 * disk, and those that only the archive has. Of a transcript outside a config root there is the folder beside it.
 *
 * Contract: what cannot be listed or read, is empty where something must be, or is no JSON where it should be, is
 * listed as far as it is there, and a diagnostic.
 */
export async function sessionSidecars(home: SkeinHome, transcript: string): Promise<SidecarListing> {
  const listing = new Listing()
  const path = resolve(transcript)
  const place = sessionPlace(path)
  if (place === null) {
    const noted: ArchiveDiagnostic[] = []
    const folder = new FolderReader(dirname(path), noted)
    const own = basename(path, '.jsonl')
    for (const file of folder.filesBelow(own))
      listing.add(absolutePath(folder.root, file), kindInSession(file.slice(own.length + 1)))
    listing.diagnostics.push(...noted)
    return listing.sorted()
  }
  // A flat sub-agent by itself has none: its name does not even tell its session.
  if (place.session === '' || place.agent !== null) return listing.sorted()
  const bundle: Bundle = { root: place.root, project: place.project, session: place.session }
  const project = { ...bundle, session: null }
  for (const file of await filesOnDisk(bundle, path, listing.diagnostics))
    listing.add(absolutePath(bundle.root, file), kindOf(bundle, file))
  for (const one of [bundle, project]) listing.addArchived(home, one)
  return listing.sorted()
}

async function filesOnDisk(
  bundle: Bundle,
  transcript: string,
  diagnostics: SidecarDiagnostic[],
): Promise<string[]> {
  const noted: ArchiveDiagnostic[] = []
  const root = await RootSidecars.read(bundle.root, noted)
  const own = `projects/${bundle.project}/${bundle.session ?? ''}`
  const found = [
    ...root.folder.filesBelow(own),
    ...root.folder.filesBelow(`projects/${bundle.project}/memory`),
    ...root.of(bundle.session ?? '', slugsIn(transcript)),
  ]
  diagnostics.push(...noted)
  return found
}

/** A transcript that is gone has its names in its manifest, and its plans with them. */
function slugsIn(transcript: string): ReadonlySet<string> {
  const slugs = new SlugCollector([])
  try {
    const bytes = openFileBytes(transcript)
    try {
      for (const piece of readPieces(bytes, { from: 0 })) slugs.add(piece)
    } finally {
      bytes.close()
    }
  } catch {
    // Whoever asks for the sidecars of a transcript opens it too, and is told.
  }
  return slugs.found
}

/** What a file of a bundle is; null for a transcript. */
function kindOf({ project, session }: Bundle, file: string): SidecarKind | null {
  const [top] = file.split('/', 1)
  if (top !== 'projects') return KINDS[top] ?? 'other'
  const own = `projects/${project}/${session ?? ''}/`
  if (session !== null && file.startsWith(own)) return kindInSession(file.slice(own.length))
  return file.endsWith('.jsonl') ? null : file.startsWith(`projects/${project}/memory/`) ? 'memory' : 'other'
}

const KINDS: Readonly<Record<string, SidecarKind | undefined>> = {
  'file-history': 'file-history',
  tasks: 'task',
  todos: 'task',
  plans: 'plan',
  'paste-cache': 'paste',
}

function kindInSession(file: string): SidecarKind | null {
  if (file.startsWith('tool-results/')) return 'tool-result'
  if (!file.startsWith('subagents/')) return 'other'
  return file.endsWith('.jsonl') ? null : 'sub-agent'
}

const ORDER: readonly SidecarKind[] = [
  'tool-result',
  'task',
  'plan',
  'paste',
  'file-history',
  'sub-agent',
  'memory',
  'other',
]

/** Sidecars as they are found; one on disk hides its archived copy. */
class Listing {
  readonly diagnostics: SidecarDiagnostic[] = []
  readonly #found = new Map<string, Sidecar>()

  add(path: string, kind: SidecarKind | null): void {
    if (kind === null) return
    let stats: Stats
    try {
      stats = lstatSync(path)
    } catch (error) {
      this.#note('unreadable', path, `cannot be read (${unreadableReason(error)})`)
      return
    }
    this.#found.set(path, { kind, path, place: 'disk', size: stats.size, time: stats.mtimeMs })
    this.#look(path, kind, stats.size)
  }

  addArchived(home: SkeinHome, bundle: Bundle): void {
    const { manifest, problems } = readBundle(home, bundle)
    for (const { path, problem } of problems) this.#note('damaged-manifest', path, problem)
    for (const { path: file, versions } of manifest?.files ?? []) {
      const path = absolutePath(bundle.root, file)
      const kind = kindOf(bundle, file)
      const version = versions.at(-1)
      if (kind === null || version === undefined || this.#found.has(path)) continue
      this.#found.set(path, { kind, path, place: 'archive', size: version.size, time: version.mtime })
    }
  }

  sorted(): SidecarListing {
    const sidecars = [...this.#found.values()].toSorted(
      (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.path < b.path ? -1 : 1),
    )
    return { sidecars, diagnostics: this.diagnostics }
  }

  /** Opened, not only asked for: rights are not all that can keep a file from being read. */
  #look(path: string, kind: SidecarKind, size: number): void {
    try {
      openFile(path).close()
    } catch (error) {
      return this.#note('unreadable', path, `cannot be read (${unreadableReason(error)})`)
    }
    // Locks and counters of task lists begin with a dot.
    if (basename(path).startsWith('.')) return
    if (size === 0 && !MAY_BE_EMPTY.has(kind)) return this.#note('empty', path, 'nothing stands in it')
    const isJson = path.endsWith('.json') && kind !== 'tool-result' && kind !== 'memory'
    if (isJson && readJson(path) === undefined) this.#note('damaged', path, 'it is not JSON')
  }

  #note(code: SidecarDiagnostic['code'], path: string, message: string): void {
    this.diagnostics.push({ code, path, message })
  }
}

/** Copies of files that were empty, and notes that somebody emptied. */
const MAY_BE_EMPTY: ReadonlySet<SidecarKind> = new Set(['file-history', 'memory', 'other'])
