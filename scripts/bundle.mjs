// Bundles the command into packages/cli/dist/bundle, the folder that `npm pack` ships.
//
// What every run loads, and the commands that people run all day, are scripts (`.cjs`) of one file each: every file of a
// program costs Node a millisecond, and the code of a script can be kept compiled (packages/cli/src/start). What the others
// need are modules (`.js`) that share their parts and are loaded when they are asked for.
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noticesFor } from './notices.mjs'
import { withoutBarrels } from './without-barrels.mjs'
import { WORKERS } from './worker-programs.mjs'

const packages = fileURLToPath(new URL('../packages/', import.meta.url))
const outdir = `${packages}cli/dist/bundle`

const SQLITE = '@photostructure/sqlite'

const SCRIPTS = {
  skein: `${packages}cli/src/main.ts`,
  'run-ls': `${packages}cli/src/list/run-ls.ts`,
  'run-usage': `${packages}cli/src/usage/run-usage.ts`,
  'run-search': `${packages}cli/src/search/run-search.ts`,
}

const options = {
  outdir,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  conditions: ['skein-source'],
  // Its binaries lie beside it, so it is installed.
  external: [SQLITE],
  // Reading the text is a good part of starting; names stay, for the traces of bugs.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
  metafile: true,
}

const bundled = new Set()
/** The programs in WebAssembly contain its library. */
const COMPILED = [fileURLToPath(new URL('../node_modules/assemblyscript/package.json', import.meta.url))]

rmSync(outdir, { recursive: true, force: true })
const modules = await buildScripts()
await buildModules(modules)
await buildStart()
await buildHook()
copyApp()
writeNotices()

/** Builds, and remembers which files are in it. */
async function bundle(own) {
  const built = await build({ ...options, ...own })
  for (const { inputs } of Object.values(built.metafile.outputs))
    for (const [path, { bytesInOutput }] of Object.entries(inputs))
      // Files have no namespace before them; ours are relative to the working directory.
      if (bytesInOutput > 0 && existsSync(path)) bundled.add(resolve(path))
  return built
}

/** Returns the sources of the modules that the scripts load. */
async function buildScripts() {
  const found = new Map()
  const { outputFiles } = await bundle({
    write: false,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': '__url' },
    entryPoints: SCRIPTS,
    external: [],
    plugins: [withoutBarrels(packages), withoutChildren(), loadedLate(), withSqlite(), loadedApart(found)],
  })
  mkdirSync(outdir, { recursive: true })
  // A script has no `import()` of its own without a flag of Node's: `start` does it for them.
  for (const { path, text } of outputFiles)
    writeFileSync(path, text.replaceAll(/\bimport\((?="(?:\.\/[\w-]+\.js|node:\w+)"\))/g, 'importModule('))
  return Object.fromEntries(found)
}

async function buildModules(entryPoints) {
  await bundle({
    format: 'esm',
    splitting: true,
    entryPoints: {
      ...entryPoints,
      ...WORKERS,
    },
    // Some packages are CommonJS and ask for Node's own modules with require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'\nconst require = __createRequire(import.meta.url)",
    },
    plugins: [withoutBarrels(packages)],
  })
}

async function buildStart() {
  const hash = createHash('sha256')
  for (const name of Object.keys(SCRIPTS)) hash.update(readFileSync(join(outdir, `${name}.cjs`)))
  await bundle({
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    entryPoints: { start: `${packages}cli/src/start/start.ts` },
    define: { BUILD: JSON.stringify(hash.digest('hex').slice(0, 32)) },
    plugins: [withoutBarrels(packages)],
  })
}

/** All of `skein trace hook` in one small file: what it does takes less time than looking up compiled code. */
async function buildHook() {
  await bundle({
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    entryPoints: { hook: `${packages}cli/src/trace/hook.ts` },
    plugins: [withoutBarrels(packages)],
  })
}

/** The app as Vite built it; a checkout without one is served from where it will be. */
function copyApp() {
  const app = `${packages}web/dist/app`
  if (existsSync(app)) cpSync(app, join(outdir, 'web'), { recursive: true })
}

/** The licences of all that is in the package. The list beside it, which is not shipped, is for whoever checks them. */
function writeNotices() {
  const ofApp = `${packages}web/dist/bundled-modules.json`
  const modules = [
    ...bundled,
    ...(existsSync(ofApp) ? JSON.parse(readFileSync(ofApp, 'utf8')) : []),
    ...COMPILED,
  ]
  writeFileSync(join(outdir, 'THIRD-PARTY-NOTICES.txt'), noticesFor(modules))
  writeFileSync(join(outdir, '..', 'bundled-modules.json'), JSON.stringify(modules))
}

/** Leaves `import()` of our files to the run time: a script by its name, all others as the module of their name beside it. */
function loadedApart(modules) {
  return {
    name: 'loaded-apart',
    setup(builder) {
      builder.onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import') return null
        const name = basename(path, '.ts')
        if (Object.hasOwn(SCRIPTS, name)) return { path: name, namespace: 'script' }
        modules.set(name, join(resolveDir, path))
        return { path: `./${name}.js`, external: true }
      })
      builder.onLoad({ filter: /./, namespace: 'script' }, ({ path }) => ({
        contents: `module.exports = loadScript(${JSON.stringify(path)})`,
      }))
    },
  }
}

/** commander can start commands that are programs of their own. Ours are not, and Node takes long to load what starts them. */
function withoutChildren() {
  return {
    name: 'without-children',
    setup(builder) {
      builder.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
        importer.includes('commander') ? { path: 'none', namespace: 'none' } : null,
      )
      builder.onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'module.exports = {}' }))
    },
  }
}

/** What Node takes long to load and the archive alone needs: a script loads it when one of its functions is asked for. */
function loadedLate() {
  return {
    name: 'loaded-late',
    setup(builder) {
      builder.onResolve({ filter: /^node:(crypto|zlib)$/ }, ({ path, namespace }) =>
        namespace === 'late' ? { path, external: true } : { path, namespace: 'late' },
      )
      builder.onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
        contents: Object.keys(process.getBuiltinModule(path))
          .map(
            (name) =>
              `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require('${path}').${name} })`,
          )
          .join('\n'),
      }))
    },
  }
}

/** The scripts hold the JavaScript of SQLite's package, so that its code is kept too; the binary it loads stays where npm put it. */
function withSqlite() {
  const file = createRequire(import.meta.url).resolve(SQLITE)
  return {
    name: 'with-sqlite',
    setup(builder) {
      builder.onResolve({ filter: new RegExp(`^${SQLITE}$`) }, ({ path, kind }) =>
        kind === 'require-resolve' ? { path, external: true } : { path: file },
      )
      builder.onLoad({ filter: /[\\/]sqlite[\\/]dist[\\/]index\.cjs$/ }, ({ path }) => ({
        contents: `const __dirname = require('node:path').dirname(require.resolve('${SQLITE}'))\n${readFileSync(path, 'utf8')}`,
      }))
    },
  }
}
