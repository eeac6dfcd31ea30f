import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LaidOutFile } from '../../claude/laid-out.ts'
import { recordedVersions, type RecordedVersion } from '../../claude/versions.ts'
import { filesUnder } from '../../files-under.ts'
import { foldersIn, lookupScenario, recordingsFolder } from '../recordings.ts'
import type { LookupCase } from './lookup-case.ts'
import type { LookupOutcome } from './outcome.ts'

/**
 * The lookups on disk: `lookup/<case-id>/` holds `about.json` (what it tests, the arguments, the age of each file),
 * the laid out files under `files/`, and `found.<version>.json` (what the real program made of them).
 */
export interface RecordedLookup extends LookupCase {
  outcomes: Partial<Record<RecordedVersion, LookupOutcome>>
}

const lookupFolder = join(recordingsFolder, lookupScenario)

export async function loadLookups(folder = lookupFolder): Promise<RecordedLookup[]> {
  const lookups: RecordedLookup[] = []
  for (const id of await foldersIn(folder)) lookups.push(await loadLookup(join(folder, id), id))
  return lookups
}

/** Writes what a case is; the outcomes are written one by one as they are recorded. */
export async function writeLookup(written: LookupCase, folder = lookupFolder): Promise<void> {
  const place = join(folder, written.id)
  await rm(join(place, 'files'), { recursive: true, force: true })
  await mkdir(place, { recursive: true })
  const minutesOld: About['minutesOld'] = {}
  for (const [path, file] of Object.entries(written.files)) {
    minutesOld[path] = file.minutesOld
    await mkdir(dirname(join(place, 'files', path)), { recursive: true })
    await writeFile(join(place, 'files', path), file.bytes)
  }
  const about: About = { statement: written.statement, args: written.args, minutesOld }
  await writeFile(join(place, 'about.json'), `${JSON.stringify(about, null, 2)}\n`)
}

export async function writeFound(
  id: string,
  version: RecordedVersion,
  outcome: LookupOutcome,
): Promise<void> {
  await writeFile(join(lookupFolder, id, foundName(version)), `${JSON.stringify(outcome, null, 1)}\n`)
}

/** Removes the recordings of cases that are no longer written. */
export async function removeStaleLookups(kept: LookupCase[]): Promise<void> {
  const ids = new Set(kept.map(({ id }) => id))
  await mkdir(lookupFolder, { recursive: true })
  for (const id of await foldersIn(lookupFolder))
    if (!ids.has(id)) await rm(join(lookupFolder, id), { recursive: true })
}

interface About {
  statement: string
  args: string[]
  /** By laid out path. */
  minutesOld: Record<string, number>
}

async function loadLookup(place: string, id: string): Promise<RecordedLookup> {
  // The recorder wrote these files; their shape is its own.
  const about = JSON.parse(await readFile(join(place, 'about.json'), 'utf8')) as About
  const names = new Set(await readdir(place))
  const bytes = names.has('files') ? await filesUnder(join(place, 'files')) : {}
  const files: Record<string, LaidOutFile> = {}
  for (const [path, minutesOld] of Object.entries(about.minutesOld))
    files[path] = { bytes: bytes[path], minutesOld }
  const outcomes: RecordedLookup['outcomes'] = {}
  for (const version of recordedVersions) {
    const name = foundName(version)
    if (names.has(name))
      outcomes[version] = JSON.parse(await readFile(join(place, name), 'utf8')) as LookupOutcome
  }
  return { id, statement: about.statement, args: about.args, files, outcomes }
}

function foundName(version: RecordedVersion): string {
  return `found.${version}.json`
}
