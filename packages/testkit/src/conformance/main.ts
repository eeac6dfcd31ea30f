import { parseArgs } from 'node:util'
import { recordedVersions, type RecordedVersion } from '../claude/versions.ts'
import { captureSession } from './capture.ts'
import { differences, isRecorded } from './differences.ts'
import { realSessions } from './real-sessions.ts'
import { recordAll, type RecordJob } from './record.ts'
import { recordableCases } from './recordable.ts'
import {
  loadCases,
  recordingsFolder,
  removeStaleCases,
  writeCase,
  writeOutcome,
  type NewRecording,
} from './recordings.ts'
import { sampled } from './sample.ts'
import { writeTable } from './table.ts'

const usage = `usage: npm run conformance -- <command> [options]

  record    ask the real program about every case and write down what it sends
  check     ask again and compare with what is written; exit 1 on any difference (also: record --check)
  capture   drive the real program through sessions and make cases of what it writes
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

async function selectedJobs(selection: Selection): Promise<RecordJob[]> {
  const cases = (await recordableCases()).filter((recording) => isSelected(recording, selection.only))
  const jobs = sampled(cases, Number.parseFloat(selection.sample) / 100, Number(selection.seed)).flatMap(
    (recording) => versionsOf(selection).map((version) => ({ recording, version })),
  )
  if (!selection.missing) return jobs
  const onDisk = await loadCases()
  return jobs.filter((job) => !isRecorded(job, onDisk))
}

function isSelected({ scenario, id }: NewRecording, only: string | undefined): boolean {
  return only === undefined || only === scenario || only === `${scenario}/${id}`
}

function versionsOf({ version }: Selection): RecordedVersion[] {
  return recordedVersions.filter((known) => version === undefined || known === version)
}

async function record(jobs: RecordJob[]): Promise<number> {
  const written = await recordableCases()
  await removeStaleCases(new Set(written.map(({ scenario, id }) => `${scenario}/${id}`)))
  for (const { recording } of jobs) await writeCase(recording)
  const counts: Record<string, number> = {}
  await recordAll(jobs, async ({ recording, version }, outcome) => {
    await writeOutcome({ scenario: recording.scenario, id: recording.id, version }, outcome)
    counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1
  })
  console.log(JSON.stringify({ recorded: jobs.length, ...counts }))
  return table()
}

async function check(jobs: RecordJob[]): Promise<number> {
  const found = await differences(jobs, await loadCases())
  for (const line of found) console.error(line)
  console.log(JSON.stringify({ checked: jobs.length, differences: found.length }))
  return found.length === 0 ? 0 : 1
}

async function capture(selection: Selection): Promise<number> {
  for (const version of versionsOf(selection)) {
    for (const session of realSessions) {
      if (selection.only !== undefined && selection.only !== session.id) continue
      const recording = await captureSession(session, version)
      await writeCase(recording)
      console.log(`captured ${recording.scenario}/${recording.id}`)
    }
  }
  return 0
}

async function table(): Promise<number> {
  await writeTable(await loadCases(recordingsFolder))
  return 0
}
