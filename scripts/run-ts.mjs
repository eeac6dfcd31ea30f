// Runs a TypeScript file of the workspace from its source: node scripts/run-ts.mjs FILE [ARGS…]
import { spawnSync } from 'node:child_process'

const [file, ...args] = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  ['--conditions=skein-source', '--import', 'tsx', file, ...args],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
