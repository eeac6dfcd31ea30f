import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { recordedVersions, type RecordedVersion } from '../claude/versions.ts'
import { outcomeDifference } from './difference.ts'
import { editsTable } from './edits/edits-table.ts'
import type { EditedOutcomes } from './edits/recordings.ts'
import { findings } from './findings.ts'
import { knownDifferences } from './known-differences.ts'
import { lookupDifference, type LookupOutcome } from './lookup/outcome.ts'
import type { RecordedLookup } from './lookup/recordings.ts'
import { markdownTable } from './markdown-table.ts'
import type { Outcome } from './outcome.ts'
import type { RecordedCase } from './recordings.ts'

const page = fileURLToPath(new URL('../../../../docs/conformance.md', import.meta.url))

/** Writes docs/conformance.md: the figures of the recordings and what they taught. */
export async function writeTable(recorded: Recorded): Promise<void> {
  await writeFile(page, conformancePage(recorded))
}

/** Everything that was recorded. */
export interface Recorded {
  cases: RecordedCase[]
  lookups: RecordedLookup[]
  edits: EditedOutcomes
}

export function conformancePage({ cases, lookups, edits }: Recorded): string {
  const outcomes = (cases.length + lookups.length) * recordedVersions.length
  return [
    '# Conformance with the real program',
    '',
    ...findings.introduction,
    '',
    `${cases.length} cases × ${recordedVersions.length} versions. Each cell counts: sent / no conversation / hangs / failed.`,
    '',
    tableOf(cases),
    '',
    ...findings.lookup,
    '',
    `${lookups.length} cases × ${recordedVersions.length} versions. Each cell counts: resumed / nothing sent of a past / refused / hangs.`,
    '',
    lookupTable(lookups),
    '',
    '## Edited sessions',
    '',
    ...findings.edits,
    '',
    editsTable(edits),
    '',
    '## Where Skein says something else',
    '',
    `In ${outcomes - knownDifferences.size} of ${outcomes} outcomes the kernel says exactly what the program did; \`npm test\` holds it to that. The others:`,
    '',
    ...[...knownDifferences].map(([name, reason]) => `- \`${name}\`: ${reason}`),
    '',
    ...findings.sections.flatMap(({ title, points }) => [
      `## ${title}`,
      '',
      ...points.map((point) => `- ${point}`),
      '',
    ]),
  ].join('\n')
}

/** Scenario × version × result, one row a scenario and the sums at the end. */
function tableOf(cases: RecordedCase[]): string {
  const scenarios = [...new Set(cases.map(({ scenario }) => scenario))]
  const rows = scenarios.map((name) =>
    tableRow(
      name,
      cases.filter(({ scenario }) => scenario === name),
    ),
  )
  const head = ['scenario', 'cases', ...recordedVersions, 'differ between versions']
  return markdownTable([head, ...rows, tableRow('**all**', cases)])
}

function tableRow(name: string, cases: RecordedCase[]): string[] {
  const cells = recordedVersions.map((version) => cell(cases, version))
  return [name, String(cases.length), ...cells, String(cases.filter(differs).length)]
}

function cell(cases: RecordedCase[], version: RecordedVersion): string {
  const kinds: Outcome['kind'][] = ['sent', 'no-conversation', 'hangs', 'failed']
  return kinds
    .map((kind) => cases.filter(({ outcomes }) => outcomes[version]?.kind === kind).length)
    .join(' / ')
}

/** What is looked up by × version × result; the first word of a case says by what. */
function lookupTable(lookups: RecordedLookup[]): string {
  const wordOf = ({ id }: RecordedLookup) => id.split('-')[0]
  const rows = [...new Set(lookups.map(wordOf))].map((word) =>
    lookupRow(
      word,
      lookups.filter((one) => wordOf(one) === word),
    ),
  )
  const head = ['lookup by', 'cases', ...recordedVersions, 'differ between versions']
  return markdownTable([head, ...rows, lookupRow('**all**', lookups)])
}

function lookupRow(name: string, lookups: RecordedLookup[]): string[] {
  const kinds: LookupOutcome['kind'][] = ['resumed', 'new', 'refused', 'hangs']
  const cells = recordedVersions.map((version) =>
    kinds
      .map((kind) => lookups.filter(({ outcomes }) => outcomes[version]?.kind === kind).length)
      .join(' / '),
  )
  const parting = lookups.filter(({ outcomes }) => {
    const [first, ...others] = recordedVersions.map((version) => outcomes[version])
    return others.some((other) => first && other && lookupDifference(first, other) !== undefined)
  })
  return [name, String(lookups.length), ...cells, String(parting.length)]
}

/** Whether the versions part in more than the string that newer ones keep where 2.0 sends one text block. */
function differs({ outcomes }: RecordedCase): boolean {
  const [first, ...others] = recordedVersions.map((version) => inBlocks(outcomes[version]))
  return others.some(
    (other) => first !== undefined && other !== undefined && outcomeDifference(first, other) !== undefined,
  )
}

function inBlocks(outcome: Outcome | undefined): Outcome | undefined {
  if (outcome?.kind !== 'sent') return outcome
  const messages = outcome.messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  }))
  return { kind: 'sent', messages }
}
