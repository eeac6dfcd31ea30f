import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesUnder } from '../files-under.ts'
import { recordedVersions, type RecordedVersion } from '../claude/versions.ts'
import type { Outcome } from './outcome.ts'

/**
 * The recordings on disk: `<scenario>/<case-id>/` holds `case.jsonl` (the transcript), `about.json` (what it
 * tests), `messages.<version>.json` (what the real program did with it) and, where the case has them, further
 * files of the project folder under `files/`.
 */
export interface RecordedCase {
  scenario: string
  id: string
  statement: string
  bytes: Uint8Array
  extraFiles: Record<string, Uint8Array>
  outcomes: Partial<Record<RecordedVersion, Outcome>>
}

/** What is asked there is which session is found; lookup/recordings.ts reads and writes it. */
export const lookupScenario = 'lookup'

export const recordingsFolder = fileURLToPath(new URL('../../conformance', import.meta.url))

/** All recorded transcripts, by scenario and id. */
export async function loadCases(folder = recordingsFolder): Promise<RecordedCase[]> {
  const cases: RecordedCase[] = []
  for (const scenario of await scenariosIn(folder)) {
    for (const id of await foldersIn(join(folder, scenario))) cases.push(await loadCase(folder, scenario, id))
  }
  return cases
}

export interface NewRecording {
  scenario: string
  id: string
  statement: string
  bytes: Uint8Array
  extraFiles: Record<string, Uint8Array>
}

/** Writes what a case is; the outcomes are written one by one as they are recorded. */
export async function writeCase(recording: NewRecording, folder = recordingsFolder): Promise<void> {
  const target = join(folder, recording.scenario, recording.id)
  await mkdir(target, { recursive: true })
  await writeFile(join(target, 'case.jsonl'), recording.bytes)
  await writeFile(
    join(target, 'about.json'),
    `${JSON.stringify({ statement: recording.statement }, null, 2)}\n`,
  )
  await rm(join(target, 'files'), { recursive: true, force: true })
  for (const [name, bytes] of Object.entries(recording.extraFiles)) {
    const file = join(target, 'files', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
}

export interface OutcomePlace {
  scenario: string
  id: string
  version: RecordedVersion
}

export async function writeOutcome(
  place: OutcomePlace,
  outcome: Outcome,
  folder = recordingsFolder,
): Promise<void> {
  const file = join(folder, place.scenario, place.id, `messages.${place.version}.json`)
  await writeFile(file, `${JSON.stringify(outcome, null, 1)}\n`)
}

/** Removes the recordings of cases that are no longer written. */
export async function removeStaleCases(kept: Set<string>, folder = recordingsFolder): Promise<void> {
  for (const scenario of await scenariosIn(folder)) {
    for (const id of await foldersIn(join(folder, scenario))) {
      if (!kept.has(`${scenario}/${id}`)) await rm(join(folder, scenario, id), { recursive: true })
    }
    if ((await foldersIn(join(folder, scenario))).length === 0)
      await rm(join(folder, scenario), { recursive: true })
  }
}

async function loadCase(folder: string, scenario: string, id: string): Promise<RecordedCase> {
  const place = join(folder, scenario, id)
  // The recorder wrote these files; their shape is its own.
  const about = JSON.parse(await readFile(join(place, 'about.json'), 'utf8')) as { statement: string }
  const outcomes: RecordedCase['outcomes'] = {}
  const names = new Set(await readdir(place))
  for (const version of recordedVersions) {
    const name = `messages.${version}.json`
    if (names.has(name)) outcomes[version] = JSON.parse(await readFile(join(place, name), 'utf8')) as Outcome
  }
  return {
    scenario,
    id,
    statement: about.statement,
    bytes: new Uint8Array(await readFile(join(place, 'case.jsonl'))),
    extraFiles: names.has('files') ? await filesUnder(join(place, 'files')) : {},
    outcomes,
  }
}

async function scenariosIn(folder: string): Promise<string[]> {
  return (await foldersIn(folder)).filter((name) => name !== lookupScenario)
}

export async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
}
