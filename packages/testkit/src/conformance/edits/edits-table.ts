import { recordedVersions } from '../../claude/versions.ts'
import { markdownTable } from '../markdown-table.ts'
import { baseName } from './jobs.ts'
import type { EditedOutcomes } from './recordings.ts'

/** Operation and version that resumes × base session: how many of the new sessions' originals came through. */
export function editsTable(outcomes: EditedOutcomes): string {
  const tried = Object.entries(outcomes).map(([name, outcome]) => ({ ...parsed(name), outcome }))
  const operations = [...new Set(tried.map(({ operation }) => operation))]
  const bases = [...new Set(tried.map(({ base }) => base))].toSorted()
  const rows = operations.flatMap((operation) =>
    recordedVersions.map((version) => [
      operation,
      version,
      ...bases.map((base) => {
        const here = tried.filter(
          (one) => one.operation === operation && one.base === base && one.version === version,
        )
        return cell(here.map(({ outcome }) => outcome.kind))
      }),
    ]),
  )
  return markdownTable([['edit', 'resumed by', ...bases], ...rows])
}

function parsed(name: string): { operation: string; base: string; version: string } {
  const [what, version] = name.split(' by ')
  const [operation, id] = what.split('/')
  return { operation, base: baseName(id), version }
}

function cell(kinds: EditedOutcomes[string]['kind'][]): string {
  const counted = (['resumed', 'refused', 'failed'] as const)
    .map((kind) => [kinds.filter((one) => one === kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => (kind === 'resumed' ? String(count) : `${count} ${kind}`))
  return counted.length === 0 ? '' : counted.join(', ')
}
