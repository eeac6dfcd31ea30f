import { attachmentVariants } from './cases/attachment-variants.ts'
import { attachments } from './cases/attachments.ts'
import { brokenParents } from './cases/broken-parents.ts'
import { clones } from './cases/clones.ts'
import { compaction } from './cases/compaction.ts'
import { cycles } from './cases/cycles.ts'
import { deepAndWide } from './cases/deep-and-wide.ts'
import { duplicates } from './cases/duplicates.ts'
import { errors } from './cases/errors.ts'
import { gateway } from './cases/gateway.ts'
import { generatedCases } from './cases/generated.ts'
import { lastPrompts } from './cases/last-prompt.ts'
import { legacyShapes } from './cases/legacy-shapes.ts'
import { merging } from './cases/merging.ts'
import { metaAndCommands } from './cases/meta-and-commands.ts'
import { orphans } from './cases/orphans.ts'
import { parallelTools } from './cases/parallel-tools.ts'
import { preserved } from './cases/preserved.ts'
import { sideRows } from './cases/side-rows.ts'
import { sidechains } from './cases/sidechains.ts'
import { snapshots } from './cases/snapshots.ts'
import { thinkings } from './cases/thinking.ts'
import { tips } from './cases/tips.ts'
import { toolNames } from './cases/tool-names.ts'
import { tornLines } from './cases/torn-lines.ts'
import type { WrittenCase } from './written-case.ts'

/** Every scenario with its cases; the names are the folders of the recordings. */
export const scenarios: Record<string, WrittenCase[]> = {
  tips,
  'last-prompt': lastPrompts,
  orphans,
  'parallel-tools': parallelTools,
  compaction,
  preserved,
  'broken-parents': brokenParents,
  'torn-lines': tornLines,
  cycles,
  duplicates,
  sidechains,
  clones,
  'meta-and-commands': metaAndCommands,
  attachments,
  'attachment-variants': attachmentVariants,
  thinking: thinkings,
  errors,
  merging,
  'tool-names': toolNames,
  snapshots,
  'legacy-shapes': legacyShapes,
  gateway,
  'deep-and-wide': deepAndWide,
  generated: generatedCases(),
  'side-rows': sideRows,
}

export interface ScenarioCase {
  scenario: string
  written: WrittenCase
}

export function allCases(): ScenarioCase[] {
  return Object.entries(scenarios).flatMap(([scenario, cases]) =>
    cases.map((written) => ({ scenario, written })),
  )
}
