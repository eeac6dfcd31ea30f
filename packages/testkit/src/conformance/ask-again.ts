import { differences } from './differences.ts'
import { editDifferences, type NamedEditJob } from './edits/jobs.ts'
import { loadEdits } from './edits/recordings.ts'
import { lookupDifferences, type LookupJob } from './lookup/jobs.ts'
import { loadLookups } from './lookup/recordings.ts'
import type { RecordJob } from './record.ts'
import { loadCases } from './recordings.ts'
import { usageDifferences, type UsageJob } from './stale-usage/jobs.ts'

/** What the real program can be asked again. */
export interface Questions {
  transcripts: RecordJob[]
  lookups: LookupJob[]
  usages: UsageJob[]
  edits: NamedEditJob[]
}

/** Asks the real program and names every answer that is not the recorded one. */
export const askAgain: { [Kind in keyof Questions]: (jobs: Questions[Kind]) => Promise<string[]> } = {
  transcripts: async (jobs) => differences(jobs, await loadCases()),
  lookups: async (jobs) => lookupDifferences(jobs, await loadLookups()),
  usages: usageDifferences,
  edits: async (jobs) => editDifferences(jobs, await loadEdits()),
}
