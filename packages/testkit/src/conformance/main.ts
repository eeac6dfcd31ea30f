import { parseArgs } from 'node:util'
import { askAgain, type Questions } from './ask-again.ts'
import { rememberInputs, wholeSample } from './asked-inputs.ts'
import { capturedSessions, captureSession } from './capture.ts'
import { isRecorded } from './differences.ts'
import { changedEdits, editJobs, tryEdits } from './edits/jobs.ts'
import { editName, loadEdits, writeEdits, type EditedOutcomes } from './edits/recordings.ts'
import { isLookupRecorded, recordLookups, type LookupJob } from './lookup/jobs.ts'
import { lookupCases } from './lookup/lookup-cases.ts'
import { loadLookups, removeStaleLookups, writeFound, writeLookup } from './lookup/recordings.ts'
import { questionsOf, selected, versionsOf, type Selection } from './questions.ts'
import { recordAll, type RecordJob } from './record.ts'
import { recordableCases } from './recordable.ts'
import { loadCases, removeStaleCases, writeCase, writeOutcome } from './recordings.ts'
import { writeTable } from './table.ts'
import { tryTurns } from '../turns/commands.ts'

const usage = `usage: npm run conformance -- <command> [options]

  record    ask the real program about every case and write down what it sends
  check     ask again and compare with what is written; exit 1 on any difference (also: record --check). With --sample 10%
            or more, and no difference, npm test asks little until something that the answers depend on changes
  capture   drive the real program through sessions and make cases of what it writes
  edits     edit the base sessions, let the real program go on with them, and write down what became of it
  table     write docs/conformance.md from the recordings
  turns     DIR: ask every part and the built command how it numbers the turns of DIR's transcripts; exit 1 where they differ

  --only <scenario | scenario/case>   --version <v>   --sample <10%> --seed <n>
  --missing   only what was never recorded or has changed
  --all       of turns: ask the command about every transcript, not only where turns are hard to count`

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
      all: { type: 'boolean', default: false },
    },
  })
  const command = positionals[0] === 'record' && values.check ? 'check' : positionals[0]
  if (command === 'record') return record(await selectedJobs(values))
  if (command === 'check') return check(await selectedJobs(values), values)
  if (command === 'capture') return capture(values)
  if (command === 'edits') return edits(values)
  if (command === 'table') return table()
  if (command === 'turns' && positionals[1] !== undefined) return tryTurns(positionals[1], values.all)
  console.error(usage)
  return 2
}

interface Options {
  only?: string | undefined
  version?: string | undefined
  sample: string
  seed: string
  missing: boolean
}

function selectionOf({ only, version, sample, seed }: Options): Selection {
  return { only, version, share: Number.parseFloat(sample) / 100, seed: Number(seed) }
}

async function selectedJobs(options: Options): Promise<Questions> {
  const questions = await questionsOf(selectionOf(options))
  if (!options.missing) return questions
  const [cases, found] = [await loadCases(), await loadLookups()]
  return {
    transcripts: questions.transcripts.filter((job) => !isRecorded(job, cases)),
    lookups: questions.lookups.filter((job) => !isLookupRecorded(job, found)),
    usages: [],
    edits: [],
  }
}

async function record({ transcripts, lookups }: Questions): Promise<number> {
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

async function check(questions: Questions, options: Options): Promise<number> {
  const found = [
    ...(await askAgain.transcripts(questions.transcripts)),
    ...(await askAgain.lookups(questions.lookups)),
    ...(await askAgain.usages(questions.usages)),
    ...(await askAgain.edits(questions.edits)),
  ]
  for (const line of found) console.error(line)
  const checked = Object.values(questions).reduce((sum, { length }) => sum + length, 0)
  console.log(JSON.stringify({ checked, differences: found.length }))
  if (found.length > 0) return 1
  const { only, version, share } = selectionOf(options)
  if (!options.missing && only === undefined && version === undefined && Number(share) >= wholeSample)
    await rememberInputs()
  return 0
}

async function capture(options: Options): Promise<number> {
  const jobs = [...capturedSessions].flatMap(([scenario, sessions]) =>
    sessions.map((session) => ({ scenario, session, id: session.id })),
  )
  for (const { scenario, session } of selected(jobs, selectionOf(options))) {
    for (const version of versionsOf(selectionOf(options))) {
      const recording = await captureSession({ scenario, session, version })
      await writeCase(recording)
      console.log(`captured ${recording.scenario}/${recording.id}`)
    }
  }
  return 0
}

async function edits(options: Options): Promise<number> {
  const all = await editJobs()
  const outcomes = await loadEdits()
  // What is no longer tried is forgotten.
  const kept: EditedOutcomes = {}
  for (const name of all.map(editName)) if (outcomes[name] !== undefined) kept[name] = outcomes[name]
  const { edits: asked } = await questionsOf(selectionOf(options))
  const chosen = options.missing ? await changedEdits(asked, outcomes) : asked
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
