// Runs once before all tests: bundles what tests start as programs of their own, from the sources as they are now.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram } from './bundle-program.mjs'
import { WORKERS } from './worker-programs.mjs'

export default async function setup() {
  // Each project of the configuration asks for it.
  if (process.env.SKEIN_TEST_WORKERS !== undefined) return
  const folder = mkdtempSync(join(tmpdir(), 'skein-test-workers-'))
  process.env.SKEIN_TEST_WORKERS = join(folder, 'workers')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await bundleProgram({ entry: WORKERS, outdir: folder })
  return () => rmSync(folder, { recursive: true, force: true })
}
