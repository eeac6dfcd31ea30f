// Bundles the command into packages/cli/dist/bundle, the folder that `npm pack` ships: one file to start
// with, and what single commands need in chunks that are loaded when they are asked for.
import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../packages/', import.meta.url))
const outdir = `${packages}cli/dist/bundle`

rmSync(outdir, { recursive: true, force: true })
await build({
  entryPoints: {
    skein: `${packages}cli/src/main.ts`,
    // The programs of worker threads, where `startWorker` of the store looks for them.
    'workers/index-worker': `${packages}store/src/workers/index-worker.ts`,
    'workers/usage-worker': `${packages}store/src/workers/usage-worker.ts`,
  },
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['skein-source'],
  // Its binaries lie beside it, so it is installed and not bundled.
  external: ['@photostructure/sqlite'],
  // commander is CommonJS and asks for Node's own modules with require.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'\nconst require = __createRequire(import.meta.url)",
  },
  logLevel: 'warning',
})
