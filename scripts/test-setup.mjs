// Runs once before all tests: bundles what tests start as programs of their own, from the sources as they are now. Loading
// the sources costs a process or a thread a second.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from './bundle-program.mjs'
import { WORKERS } from './worker-programs.mjs'

const packages = fileURLToPath(new URL('../packages/', import.meta.url))

/** Programs that tests start, by the names under which they are in the folder `SKEIN_TEST_PROGRAMS`. */
const PROGRAMS = {
  archiver: `${packages}store/test/archiver.ts`,
  indexer: `${packages}store/test/indexer.ts`,
  'lock-holder': `${packages}trace/test/lock-holder.ts`,
  'writer-holder': `${packages}store/test/writer-holder.ts`,
  'endless-writer': `${packages}testkit/test/endless-writer.ts`,
  'full-disk-writer': `${packages}testkit/test/full-disk-writer.ts`,
}

export default async function setup() {
  // Each project of the configuration asks for it.
  if (process.env.SKEIN_TEST_PROGRAMS !== undefined) return
  const folder = mkdtempSync(join(tmpdir(), 'skein-test-programs-'))
  process.env.SKEIN_TEST_PROGRAMS = folder
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await bundleProgram({ entry: { ...WORKERS, ...PROGRAMS }, outdir: folder })
  return () => rmSync(folder, { recursive: true, force: true })
}
