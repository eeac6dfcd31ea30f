import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recordingsFolder } from '../recordings.ts'
import type { EditedOutcome } from './edited-outcome.ts'
import type { NamedEditJob } from './jobs.ts'

/** What became of every edit that was tried, by `<operation>/<base> by <version>`. */
export type EditedOutcomes = Record<string, EditedOutcome>

const file = join(recordingsFolder, 'edits.json')

export function editName({ scenario, id, version }: NamedEditJob): string {
  return `${scenario}/${id} by ${version}`
}

export async function loadEdits(): Promise<EditedOutcomes> {
  return JSON.parse(await readFile(file, 'utf8')) as EditedOutcomes // the recorder wrote it
}

/** One line an edit, so that a change shows as the lines it changes. */
export async function writeEdits(outcomes: EditedOutcomes): Promise<void> {
  const lines = Object.entries(outcomes)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, outcome]) => `  ${JSON.stringify(name)}: ${JSON.stringify(outcome)}`)
  await writeFile(file, `{\n${lines.join(',\n')}\n}\n`)
}
