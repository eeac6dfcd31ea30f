// Bundles TypeScript programs of the workspace with esbuild, for tests that start them: one file of plain JavaScript starts in a
// fraction of the time that loading its sources takes. `node scripts/bundle-program.mjs '{"entry":…,"outfile":…}'`
import { build } from 'esbuild'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { withoutBarrels } from './without-barrels.mjs'

const SQLITE = '@photostructure/sqlite'

/**
 * The text of the bundle, or of nothing where `outfile` or `outdir` says where to write it. `entry` is a file, or names of
 * programs with theirs. `outside` keeps Skein's own packages out of it, and all of
 * the other code in it.
 */
export async function bundleProgram({ entry, outfile, outdir, outside = false }) {
  const packages = fileURLToPath(new URL('../packages/', import.meta.url))
  const { outputFiles } = await build({
    entryPoints: typeof entry === 'string' ? [entry] : entry,
    ...(outdir === undefined ? { outfile } : { outdir }),
    write: outfile !== undefined || outdir !== undefined,
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: outdir !== undefined,
    conditions: ['skein-source'],
    minifyWhitespace: true,
    logLevel: 'warning',
    external: outside ? ['@skein/*'] : [],
    treeShaking: !outside,
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'\nconst require = __createRequire(import.meta.url)",
    },
    plugins: outside ? [] : [withoutBarrels(packages), installedSqlite()],
  })
  return outputFiles?.[0].text ?? ''
}

/** Its binaries lie beside it, so it stays where it is installed, wherever the bundle is. */
function installedSqlite() {
  const path = createRequire(import.meta.url).resolve(SQLITE)
  return {
    name: 'installed-sqlite',
    setup(builder) {
      builder.onResolve({ filter: new RegExp(`^${SQLITE}$`) }, () => ({ path, external: true }))
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(await bundleProgram(JSON.parse(process.argv[2])))
