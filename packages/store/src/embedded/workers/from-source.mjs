// Runs a worker program from its TypeScript source; start-worker.ts names it as the first argument.
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

const source = process.argv[2]
// `npm test` bundles the sources once (scripts/test-setup.mjs): loading them takes each thread a second.
const bundled = process.env.SKEIN_TEST_PROGRAMS

if (bundled === undefined) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(source)
} else await import(pathToFileURL(`${bundled}/workers/${basename(source, '.ts')}.js`).href)
