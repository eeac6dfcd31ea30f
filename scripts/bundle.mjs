// Bundles the command into packages/cli/dist/bundle, the folder that `npm pack` ships: one file to start
// with, and what single commands need in files that are loaded when they are asked for.
import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutBarrels } from './without-barrels.mjs'

const packages = fileURLToPath(new URL('../packages/', import.meta.url))
const outdir = `${packages}cli/dist/bundle`

/** Commands that people run all day: one file each, since every file of a program costs Node a millisecond. */
const OWN_FILE = ['list/run-ls', 'usage/run-usage', 'search/run-search']
/** What those load only when there is something to do; the other commands have it in chunks that they share. */
const WHEN_NEEDED = ['index/apply-plan', 'archive/archived', 'usage/cold-usage']

const options = {
  outdir,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['skein-source'],
  // Its binaries lie beside it, so it is installed and not bundled.
  external: ['@photostructure/sqlite'],
  // Reading the text is a good part of starting; names stay, for the traces of bugs.
  minifyWhitespace: true,
  minifySyntax: true,
  // commander is CommonJS and asks for Node's own modules with require.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'\nconst require = __createRequire(import.meta.url)",
  },
  logLevel: 'warning',
}

rmSync(outdir, { recursive: true, force: true })
await build({
  ...options,
  splitting: true,
  entryPoints: {
    skein: `${packages}cli/src/main.ts`,
    // The programs of worker threads, where `startWorker` of the store looks for them.
    'workers/index-worker': `${packages}store/src/workers/index-worker.ts`,
    'workers/search-worker': `${packages}store/src/workers/search-worker.ts`,
    'workers/usage-worker': `${packages}store/src/workers/usage-worker.ts`,
    ...Object.fromEntries(WHEN_NEEDED.map((name) => [basename(name), `${packages}store/src/${name}.ts`])),
  },
  plugins: [withoutBarrels(packages), loadedApart(OWN_FILE)],
})
await build({
  ...options,
  entryPoints: OWN_FILE.map((name) => `${packages}cli/src/${name}.ts`),
  entryNames: '[name]',
  plugins: [withoutBarrels(packages), loadedApart(WHEN_NEEDED)],
})

/** Leaves `import()` of some files to the run time, from the file of their name beside the bundle. */
function loadedApart(names) {
  return {
    name: 'loaded-apart',
    setup(builder) {
      builder.onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
        if (kind !== 'dynamic-import') return null
        const name = names.find((one) => basename(path) === `${basename(one)}.ts`)
        return name === undefined ? null : { path: `./${basename(name)}.js`, external: true }
      })
    },
  }
}
