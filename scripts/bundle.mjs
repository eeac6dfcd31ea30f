// Bundles the command with everything it imports into one file, the one that `npm pack` ships.
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../packages/cli/', import.meta.url))

await build({
  entryPoints: [`${cli}src/main.ts`],
  outfile: `${cli}dist/skein.js`,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['skein-source'],
  // commander is CommonJS and asks for Node's own modules with require.
  banner: {
    js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
  },
  logLevel: 'warning',
})
