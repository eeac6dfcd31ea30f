import { parseArgs } from 'node:util'
import { recordedVersions, type RecordedVersion } from '../claude/versions.ts'
import { capturedSessions, captureSession } from './capture.ts'
import { differences, isRecorded } from './differences.ts'
import { editJobs, tryEdits } from './edits/jobs.ts'
import { editName, loadEdits, writeEdits, type EditedOutcomes } from './edits/recordings.ts'
import {
  isLookupRecorded,
  lookupDifferences,
  lookupJobs,
  recordLookups,
  type LookupJob,
} from './lookup/jobs.ts'
import { lookupCases } from './lookup/lookup-cases.ts'
import { loadLookups, removeStaleLookups, writeFound, writeLookup } from './lookup/recordings.ts'
import { recordAll, type RecordJob } from './record.ts'
import { recordableCases } from './recordable.ts'
import { loadCases, lookupScenario, removeStaleCases, writeCase, writeOutcome } from './recordings.ts'
import { sampled } from './sample.ts'
import { writeTable } from './table.ts'

const usage = `usage: npm run conformance -- <command> [options]

  record    ask the real program about every case and write down what it sends
  check     ask again and compare with what is written; exit 1 on any difference (also: record --check)
  capture   drive the real program through sessions and make cases of what it writes
  edits     edit the base sessions, let the real program go on with them, and write down what became of it
  table     write docs/conformance.md from the recordings

  --only <scenario | scenario/case>   --version <v>   --sample <10%> --seed <n>
  --missing   only what was never recorded or has changed`

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      version: { type: 'string' },
      sample: { type: 'string', default: '100%' },
      seed: { type: 'string', default: '1' },
      check: { type: 'boolean', default: false },
      missing: { type: 'boolean', default: false },
    },
  })
  const command = positionals[0] === 'record' && values.check ? 'check' : positionals[0]
  if (command === 'record') return record(await selectedJobs(values))
  if (command === 'check') return check(await selectedJobs(values))
  if (command === 'capture') return capture(values)
  if (command === 'edits') return edits(values)
  if (command === 'table') return table()
  console.error(usage)
  return 2
}

interface Selection {
  only?: string | undefined
  version?: string | undefined
  sample: string
  seed: string
  missing: boolean
}

interface Jobs {
  transcripts: RecordJob[]
  lookups: LookupJob[]
}

async function selectedJobs(selection: Selection): Promise<Jobs> {
  const transcripts = selected(await recordableCases(), selection).flatMap((recording) =>
    versionsOf(selection).map((version) => ({ recording, version })),
  )
  const named = lookupCases.map((asked) => ({ ...asked, scenario: lookupScenario }))
  const lookups = lookupJobs(selected(named, selection), versionsOf(selection))
  if (!selection.missing) return { transcripts, lookups }
  const [cases, found] = [await loadCases(), await loadLookups()]
  return {
    transcripts: transcripts.filter((job) => !isRecorded(job, cases)),
    lookups: lookups.filter((job) => !isLookupRecorded(job, found)),
  }
}

function selected<T extends { scenario: string; id: string }>(cases: T[], selection: Selection): T[] {
  const { only, sample, seed } = selection
  const wanted = cases.filter(
    ({ scenario, id }) => only === undefined || only === scenario || only === `${scenario}/${id}`,
  )
  return sampled(wanted, Number.parseFloat(sample) / 100, Number(seed))
}

function versionsOf({ version }: Selection): RecordedVersion[] {
  return recordedVersions.filter((known) => version === undefined || known === version)
}

async function record({ transcripts, lookups }: Jobs): Promise<number> {
  const counts = { ...(await recordTranscripts(transcripts)), ...(await recordFound(lookups)) }
  console.log(JSON.stringify({ recorded: transcripts.length + lookups.length, ...counts }))
  return table()
}

type Counts = Record<string, number>

async function recordTranscripts(jobs: RecordJob[]): Promise<Counts> {
  const written = await recordableCases()
  await removeStaleCases(new Set(written.map(({ scenario, id }) => `${scenario}/${id}`)))
  for (const { recording } of jobs) await writeCase(recording)
  const counts: Counts = {}
  await recordAll(jobs, async ({ recording, version }, outcome) => {
    await writeOutcome({ scenario: recording.scenario, id: recording.id, version }, outcome)
    counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1
  })
  return counts
}

async function recordFound(jobs: LookupJob[]): Promise<Counts> {
  await removeStaleLookups(lookupCases)
  for (const { asked } of jobs) await writeLookup(asked)
  const counts: Counts = {}
  await recordLookups(jobs, async ({ asked, version }, outcome) => {
    await writeFound(asked.id, version, outcome)
    counts[`lookup ${outcome.kind}`] = (counts[`lookup ${outcome.kind}`] ?? 0) + 1
  })
  return counts
}

async function check({ transcripts, lookups }: Jobs): Promise<number> {
  const found = [
    ...(await differences(transcripts, await loadCases())),
    ...(await lookupDifferences(lookups, await loadLookups())),
  ]
  for (const line of found) console.error(line)
  console.log(JSON.stringify({ checked: transcripts.length + lookups.length, differences: found.length }))
  return found.length === 0 ? 0 : 1
}

async function capture(selection: Selection): Promise<number> {
  const jobs = [...capturedSessions].flatMap(([scenario, sessions]) =>
    sessions.map((session) => ({ scenario, session, id: session.id })),
  )
  for (const { scenario, session } of selected(jobs, selection)) {
    for (const version of versionsOf(selection)) {
      const recording = await captureSession({ scenario, session, version })
      await writeCase(recording)
      console.log(`captured ${recording.scenario}/${recording.id}`)
    }
  }
  return 0
}

async function edits(selection: Selection): Promise<number> {
  const all = await editJobs()
  const outcomes = await loadEdits()
  // What is no longer tried is forgotten.
  const kept: EditedOutcomes = {}
  for (const name of all.map(editName)) if (outcomes[name] !== undefined) kept[name] = outcomes[name]
  const versions = versionsOf(selection)
  const chosen = selected(all, selection)
    .filter(({ version }) => versions.includes(version))
    .filter((job) => !selection.missing || kept[editName(job)]?.kind !== 'resumed')
  const counts: Counts = {}
  await tryEdits(chosen, (job, outcome) => {
    kept[editName(job)] = outcome
    counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1
    if (outcome.kind !== 'resumed') console.error(`${editName(job)}: ${JSON.stringify(outcome)}`)
  })
  await writeEdits(kept)
  console.log(JSON.stringify({ tried: chosen.length, ...counts }))
  await table()
  return counts['failed'] === undefined ? 0 : 1
}

async function table(): Promise<number> {
  await writeTable({ cases: await loadCases(), lookups: await loadLookups(), edits: await loadEdits() })
  return 0
}
