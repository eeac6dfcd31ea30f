import type { ArchivedFile, FileVersion, Manifest } from './manifest.ts'

/** Several manifests of one bundle as one that has everything that any of them has; `null` of none. */
export function mergedManifests(manifests: readonly Manifest[]): Manifest | null {
  if (manifests.length <= 1) return manifests[0] ?? null
  const files = new Map<string, FileVersion[]>()
  for (const { path, versions } of manifests.flatMap((manifest) => manifest.files))
    files.set(path, [...(files.get(path) ?? []), ...versions])
  return {
    bundle: manifests[0].bundle,
    slugs: [...new Set(manifests.flatMap(({ slugs }) => slugs))],
    files: [...files].map(([path, versions]) => ({ path, versions: inOrder(versions) })).toSorted(byPath),
  }
}

/** Each content once, as it was seen last; oldest first. Of two seen at the same moment the longer is newer. */
function inOrder(versions: readonly FileVersion[]): FileVersion[] {
  const seen = new Map<string, FileVersion>()
  for (const version of versions) {
    const known = seen.get(version.sha256)
    if (known === undefined || known.archived < version.archived) seen.set(version.sha256, version)
  }
  return [...seen.values()].toSorted((a, b) => a.archived - b.archived || a.size - b.size)
}

export function byPath(a: ArchivedFile, b: ArchivedFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
