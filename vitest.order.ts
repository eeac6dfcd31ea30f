import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take more than ten seconds, the longest first. A fresh clone has no times of its own to go by. Two journeys at once
 * ask more of two cores than a journey and another file, so they take turns.
 */
const LONGEST = [
  'packages/testkit/src/conformance/live.test.ts',
  'packages/testkit/src/browser/journeys-transcript.test.ts',
  'packages/testkit/src/browser/journeys-panels.test.ts',
  'packages/testkit/src/edit/crash.test.ts',
  'packages/testkit/src/browser/journeys-edits.test.ts',
  'packages/testkit/src/conformance/edits/edits.test.ts',
  'packages/testkit/src/browser/journeys-list.test.ts',
  'packages/trace/src/export/incremental.test.ts',
  'packages/testkit/src/conformance/stale-usage/stale-usage.test.ts',
  'packages/testkit/src/browser/journeys-phone.test.ts',
  'packages/testkit/src/store/index-crash.test.ts',
  'packages/testkit/src/browser/journeys-reading.test.ts',
  'packages/testkit/src/trace/delivery.test.ts',
  'packages/testkit/src/browser/journeys-security.test.ts',
  'packages/testkit/src/trace/drain-crash.test.ts',
  'packages/testkit/src/browser/journeys-live.test.ts',
  'packages/testkit/src/edit/trim.test.ts',
  'packages/testkit/src/fuzz/usage-check.test.ts',
  'packages/testkit/src/trace/hook.test.ts',
  'packages/cli/src/commands/json-shape.test.ts',
]

/** The longest files begin first, so that at the end no core waits for one that began late. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const moved = LONGEST.filter((file) => !existsSync(join(root, file)))
    if (moved.length > 0) throw new Error(`vitest.order.ts names what is not there: ${moved.join(', ')}`)
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(root, moduleId))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
