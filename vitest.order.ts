import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds by file, of those that take some; `npm run test:durations` writes it from the last run. */
const SECONDS = JSON.parse(readFileSync(new URL('vitest.durations.json', import.meta.url), 'utf8')) as Record<
  string,
  number
> // scripts/durations.mjs wrote it

/**
 * The longest files begin first, so that at the end no core waits for one that began late. Files of a project follow on each other,
 * since a worker that files share ends when the next file is another project's.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { config, projects } = this.ctx
    const seconds = ({ moduleId }: TestSpecification): number => SECONDS[relative(config.root, moduleId)] ?? 0
    const turn = ({ project }: TestSpecification): number => projects.indexOf(project)
    return (await super.sort(files)).toSorted((a, b) => turn(a) - turn(b) || seconds(b) - seconds(a))
  }
}
