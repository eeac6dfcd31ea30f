import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { storeError } from '../../store-error-of.ts'
import type { SkeinHome } from '../../home.ts'
import { folderStamp } from './archive-stamp.ts'
import { manifestFolder, syncFolder, writeDurably } from './archive-folder.ts'
import { bundleKind, bundleStem, type Bundle, type BundleKind } from './bundle.ts'
import { manifestCheck, manifestText, readManifest, type Manifest } from './manifest.ts'
import { mergedManifests } from './merge.ts'

/**
 * Manifests in their folders. A manifest is never changed: a new one is written, then those that went
 * into it are removed. So two programs need no lock; where both wrote, two manifests stand side by side
 * until the next one joins them, and a reader joins them as well.
 */

/** What stands in the archive about one bundle. */
export interface BundleState {
  /** All manifests joined; `null` where there is none. */
  readonly manifest: Manifest | null
  /** The files that went into it. */
  readonly names: readonly string[]
  readonly problems: readonly ManifestProblem[]
}

export interface ManifestProblem {
  readonly path: string
  readonly problem: string
}

/** Names of manifests by the stem of their bundle. */
export type Listing = ReadonlyMap<string, readonly string[]>

/**
 * What stands about a bundle. With a `listing` that was made before, only its names are looked at,
 * unless they are gone: for callers that go through all bundles.
 */
export function readBundle(home: SkeinHome, bundle: Bundle, listing?: Listing): BundleState {
  return readStem(home, bundleKind(bundle), { stem: bundleStem(bundle), listing })
}

/** Every bundle of one kind, or those whose names begin so; `null` manifests (nothing but damage) too. */
export function* readBundles(home: SkeinHome, kind: BundleKind, start = ''): Generator<BundleState> {
  const listing = listManifests(home, kind)
  for (const stem of listing.keys()) {
    if (!stem.startsWith(start)) continue
    const state = readStem(home, kind, { stem, listing })
    if (state.manifest !== null || state.problems.length > 0) yield state
  }
}

/** The manifests there are. */
export function listManifests(home: SkeinHome, kind: BundleKind): Listing {
  return remember(manifestFolder(home, kind)).listing
}

function readStem(
  home: SkeinHome,
  kind: BundleKind,
  { stem, listing }: { readonly stem: string; readonly listing?: Listing },
): BundleState {
  const folder = manifestFolder(home, kind)
  let names = (listing ?? recall(folder)).get(stem) ?? []
  // A manifest can be replaced between the listing and the reading; then the listing is old.
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const state = readNames(folder, names)
    if (state !== null) return state
    names = remember(folder).listing.get(stem) ?? []
  }
  return NOTHING
}

const NOTHING: BundleState = { manifest: null, names: [], problems: [] }

/** Writes the manifest of a bundle and removes those it was made from. */
export async function publishManifest(
  home: SkeinHome,
  manifest: Manifest,
  replaced: readonly string[],
): Promise<void> {
  const folder = manifestFolder(home, bundleKind(manifest.bundle))
  const text = manifestText(manifest)
  const name = `${bundleStem(manifest.bundle)}${manifestCheck(text)}.json`
  try {
    await writeDurably(home, join(folder, name), Buffer.from(text))
    await syncFolder(folder)
    for (const old of replaced) if (old !== name) await rm(join(folder, old), { force: true })
  } catch (error) {
    throw storeError(error, home.archiveFolder)
  }
}

/** Another program replaces a bundle's manifests at most once in a few milliseconds. */
const MOST_ATTEMPTS = 20
const CHECK_LENGTH = `${'0'.repeat(16)}.json`.length
const NAME = /^[\w%-]{1,100}\.[0-9a-f]{16}\.[0-9a-f]{16}\.json$/

interface Remembered {
  readonly stamp: string
  readonly listing: Listing
}

const remembered = new Map<string, Remembered>()

/**
 * The names in a folder of manifests. Opening a hundred archived transcripts asks a hundred times, so
 * the answer is kept while the folder's time stays the same.
 */
function recall(folder: string): Listing {
  const known = remembered.get(folder)
  return known !== undefined && known.stamp === folderStamp(folder) ? known.listing : remember(folder).listing
}

function remember(folder: string): Remembered {
  // The time first: what comes while the folder is listed makes the time another.
  const stamp = folderStamp(folder)
  const listing = new Map<string, string[]>()
  for (const name of stamp === '' ? [] : readdirSync(folder)) {
    if (!NAME.test(name)) continue
    const stem = name.slice(0, -CHECK_LENGTH)
    const names = listing.get(stem)
    if (names === undefined) listing.set(stem, [name])
    else names.push(name)
  }
  const made = { stamp, listing }
  remembered.set(folder, made)
  return made
}

/** `null` where one of the names is gone. */
function readNames(folder: string, names: readonly string[]): BundleState | null {
  const manifests: Manifest[] = []
  const sound: string[] = []
  const problems: ManifestProblem[] = []
  for (const name of names) {
    const path = join(folder, name)
    const text = textOf(path)
    if (text === null) return null
    const manifest = checkedManifest(name, text)
    if ('problem' in manifest) problems.push({ path, problem: manifest.problem })
    else {
      manifests.push(manifest)
      sound.push(name)
    }
  }
  return { manifest: mergedManifests(manifests), names: sound, problems }
}

function checkedManifest(name: string, text: string): ReturnType<typeof readManifest> {
  if (!name.endsWith(`.${manifestCheck(text)}.json`)) return { problem: 'it is not what was written' }
  const manifest = readManifest(text)
  if ('problem' in manifest || name.startsWith(bundleStem(manifest.bundle))) return manifest
  return { problem: 'its name is that of another' }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw storeError(error, path)
  }
}
