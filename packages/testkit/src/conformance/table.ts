import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { recordedVersions, type RecordedVersion } from '../claude/versions.ts'
import { findings } from './findings.ts'
import type { Outcome } from './outcome.ts'
import type { RecordedCase } from './recordings.ts'

const page = fileURLToPath(new URL('../../../../docs/conformance.md', import.meta.url))

/** Writes `docs/conformance.md`: what was recorded, per scenario and version, and what it taught. */
export async function writeTable(cases: RecordedCase[]): Promise<void> {
  await writeFile(page, conformancePage(cases))
}

export function conformancePage(cases: RecordedCase[]): string {
  const byScenario = Map.groupBy(cases, ({ scenario }) => scenario)
  const rows = [...byScenario].map(([scenario, members]) => tableRow(scenario, members))
  return [
    '# Conformance with the real program',
    '',
    ...findings.introduction,
    '',
    `${cases.length} cases × ${recordedVersions.length} versions. Each cell counts: sent / no conversation / hangs / failed.`,
    '',
    `| scenario | cases | ${recordedVersions.join(' | ')} | differ between versions |`,
    `|---|---|${recordedVersions.map(() => '---|').join('')}---|`,
    ...rows,
    tableRow('**all**', cases),
    '',
    ...findings.sections.flatMap(({ title, points }) => [
      `## ${title}`,
      '',
      ...points.map((point) => `- ${point}`),
      '',
    ]),
  ].join('\n')
}

function tableRow(name: string, cases: RecordedCase[]): string {
  const cells = recordedVersions.map((version) => cell(cases, version))
  const differ = cases.filter(({ outcomes }) => differs(recordedVersions.map((version) => outcomes[version]))).length
  return `| ${name} | ${cases.length} | ${cells.join(' | ')} | ${differ} |`
}

function cell(cases: RecordedCase[], version: RecordedVersion): string {
  const kinds: Outcome['kind'][] = ['sent', 'no-conversation', 'hangs', 'failed']
  return kinds.map((kind) => cases.filter(({ outcomes }) => outcomes[version]?.kind === kind).length).join(' / ')
}

function differs(outcomes: (Outcome | undefined)[]): boolean {
  return new Set(outcomes.map((outcome) => JSON.stringify(plain(outcome)))).size > 1
}

/** 2.0 sends every text as an array of blocks; that alone is no difference worth counting. */
function plain(outcome: Outcome | undefined): unknown {
  if (outcome?.kind !== 'sent') return outcome
  return outcome.messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  }))
}
