import { resolve } from 'node:path'
import { sessionPlace } from '../session/session-place.ts'
import type { SkeinHome } from '../../home.ts'
import { absolutePath, encodedName, type Bundle } from './bundle.ts'
import type { ArchivedFile, FileVersion, Manifest } from './manifest.ts'
import { readBundle, readBundles, type ManifestProblem } from './manifest-files.ts'

/** A transcript of which the archive has a copy, as it was when it was last copied. */
export interface ArchivedTranscript {
  /** Where it stood, or still stands. */
  readonly path: string
  readonly root: string
  readonly project: string
  readonly session: string
  /** `null`: the session's own transcript. */
  readonly agent: string | null
  readonly size: number
  /** ms */
  readonly mtime: number
  readonly sha256: string
}

/** Every transcript in the archive, sub-agents' too; each once, in its newest version. */
export function listArchived(home: SkeinHome): ArchivedTranscript[] {
  const found: ArchivedTranscript[] = []
  for (const { manifest } of readBundles(home, 'sessions')) {
    if (manifest === null) continue
    const { root, project, session } = manifest.bundle
    for (const { path, version } of newestVersions(manifest)) {
      const absolute = absolutePath(root, path)
      const place = sessionPlace(absolute)
      if (place === null || session === null) continue
      const { size, mtime, sha256 } = version
      found.push({ path: absolute, root, project, session, agent: place.agent, size, mtime, sha256 })
    }
  }
  return found
}

/** A session as the archive holds it, for people: every file with every version. */
export interface ArchivedSession extends Bundle {
  readonly session: string
  readonly files: readonly ArchivedFile[]
}

/** All archived sessions, and manifests that cannot be used. */
export function archivedSessions(home: SkeinHome): {
  readonly sessions: ArchivedSession[]
  readonly problems: ManifestProblem[]
} {
  const sessions: ArchivedSession[] = []
  const problems: ManifestProblem[] = []
  for (const state of readBundles(home, 'sessions')) {
    problems.push(...state.problems)
    const session = state.manifest?.bundle.session ?? null
    if (state.manifest === null || session === null) continue
    sessions.push({ ...state.manifest.bundle, session, files: state.manifest.files })
  }
  return { sessions, problems }
}

/** The newest archived version of the transcript that stood at a path; `null` where there is none. */
export function archivedVersion(home: SkeinHome, path: string): FileVersion | null {
  const place = sessionPlace(path)
  if (place === null) return null
  const { root, project, session } = place
  if (session !== '') return versionAt(readBundle(home, { root, project, session }).manifest, path)
  // A flat sub-agent belongs to a session that its path does not name.
  for (const { manifest } of readBundles(home, 'sessions')) {
    if (manifest?.bundle.root !== root || manifest.bundle.project !== project) continue
    const version = versionAt(manifest, path)
    if (version !== null) return version
  }
  return null
}

/** The newest archived version of another file of a session; `null` where there is none. */
export function archivedSidecar(home: SkeinHome, bundle: Bundle, path: string): FileVersion | null {
  return versionAt(readBundle(home, bundle).manifest, path)
}

/** The manifests of a session, wherever it stood. */
export function manifestsOf(home: SkeinHome, session: string): Manifest[] {
  const found: Manifest[] = []
  for (const { manifest } of readBundles(home, 'sessions', `${encodedName(session)}.`))
    if (manifest?.bundle.session === session) found.push(manifest)
  return found
}

function versionAt(manifest: Manifest | null, path: string): FileVersion | null {
  if (manifest === null) return null
  const { root } = manifest.bundle
  const file = manifest.files.find((known) => absolutePath(root, known.path) === resolve(path))
  return file?.versions.at(-1) ?? null
}

function newestVersions(manifest: Manifest): { path: string; version: FileVersion }[] {
  return manifest.files.flatMap(({ path, versions }) => {
    const version = versions.at(-1)
    return version === undefined ? [] : [{ path, version }]
  })
}
