// Holds every package to what it may import. DESIGN: dependencies point one way, and the pure
// packages touch no runtime. The table below is the whole truth; docs/architecture.md draws it.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ALLOWED = {
  transcript: [],
  redact: [],
  view: ['transcript', 'redact'],
  store: ['transcript', 'redact', 'view'],
  edit: ['transcript', 'redact', 'view', 'store'],
  trace: ['transcript', 'redact', 'view', 'store', 'edit'],
  agent: ['transcript', 'redact', 'view', 'store', 'edit'],
  server: ['transcript', 'redact', 'view', 'store', 'edit', 'trace', 'agent'],
  web: ['transcript', 'redact', 'view', 'server'],
  cli: ['transcript', 'redact', 'view', 'store', 'edit', 'trace', 'agent', 'server'],
  testkit: ['transcript', 'redact', 'view', 'store', 'edit', 'trace', 'agent', 'server', 'cli'],
}
const PURE = new Set(['transcript', 'redact', 'view'])
/**
 * Rooms of a package, and which of its other rooms each may use. What stands in the hall (`src/` itself, `index.ts` apart) is
 * ground for all rooms and uses none of them.
 */
const ROOMS = { store: { files: [], reader: ['files'], embedded: ['files', 'reader'] } }
/**
 * What a package shows of a room, by file; a room that is not here may be shown as a whole. Whoever reads sessions asks a
 * `SessionReader`: nothing that takes the catalogue's database leaves the store.
 */
const SHOWN = {
  store: {
    embedded: [
      'catalogue/copied-sessions.ts',
      'catalogue/title.ts',
      'index/refresh.ts',
      'search/regex/timed.ts',
      'search/saved-queries.ts',
      'seen-sessions.ts',
      'store.ts',
      'usage/cold-usage.ts',
      'usage/count-usage.ts',
      'workers/start-worker.ts',
    ],
  },
}
/** Of these a package may know the shapes, but nothing that runs. */
const TYPES_ONLY = { web: ['server'] }
/** Packages whose code runs in a browser. */
const BROWSER = new Set(['web'])
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?<type>type\s)?(?:[^'"]*?\sfrom\s)?\s*['"](?<from>[^'"]+)['"]|import\(\s*['"](?<lazy>[^'"]+)['"]\s*\)/g

/** Every breach in a tree of packages, as one line each. */
export function breaches(packagesFolder) {
  const found = []
  for (const name of readdirSync(packagesFolder).sort()) {
    if (!(name in ALLOWED)) {
      found.push(`packages/${name}: not in the table of scripts/boundaries.mjs`)
      continue
    }
    const folder = join(packagesFolder, name)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const declared = { ...manifest.dependencies, ...manifest.devDependencies }
    const used = new Set()
    for (const file of filesOf(folder)) {
      const isTest = /\.test\.tsx?$/.test(file)
      const text = readFileSync(file, 'utf8')
      const where = `packages/${name}/${relative(folder, file).split(sep).join('/')}`
      for (const match of withoutTemplates(text).matchAll(IMPORT)) {
        const target = match.groups.from ?? match.groups.lazy
        const isType = match.groups.type !== undefined
        const problem = check({ name, folder, file, isTest, isType, declared, target })
        if (problem) found.push(`${where}: imports ${target}: ${problem}`)
        used.add(
          target
            .split('/')
            .slice(0, target.startsWith('@') ? 2 : 1)
            .join('/'),
        )
      }
      if (PURE.has(name) && !isTest && /\b(process|Buffer|require)\s*[.(]/.test(withoutComments(text)))
        found.push(`${where}: a pure package uses a Node global`)
    }
    for (const [dependency, version] of Object.entries(declared))
      if (!isUsed(dependency, used) && !isBundledWith(packagesFolder, declared, { dependency, version }))
        found.push(`packages/${name}/package.json: lists ${dependency}, which nothing imports`)
  }
  return found
}

/**
 * A package that is bundled with workspace packages ships what those leave outside the bundle: it may
 * list that, in the same version, without importing it.
 */
function isBundledWith(packagesFolder, declared, { dependency, version }) {
  return Object.keys(declared)
    .filter((name) => name.startsWith('@skein/'))
    .map((name) => join(packagesFolder, name.slice('@skein/'.length), 'package.json'))
    .filter((manifest) => existsSync(manifest))
    .some((manifest) => JSON.parse(readFileSync(manifest, 'utf8')).dependencies?.[dependency] === version)
}

/** The types of a package are used where the package is. */
function isUsed(dependency, used) {
  const of = /^@types\/(?:(?<scope>.+)__)?(?<name>.+)$/.exec(dependency)?.groups
  return (
    used.has(dependency) || (of !== undefined && used.has(of.scope ? `@${of.scope}/${of.name}` : of.name))
  )
}

function check({ name, folder, file, isTest, isType, declared, target }) {
  if (target.startsWith('.')) {
    const inside = resolve(dirname(file), target).startsWith(join(folder, 'src') + sep)
    if (isTest) return null
    return inside ? roomBreach({ name, folder, file, target }) : 'leaves the package; import its public name'
  }
  const isBuild = dirname(file) === folder
  if (target.startsWith('node:')) {
    if (isTest || isBuild) return null
    if (PURE.has(name)) return 'a pure package has no Node'
    return BROWSER.has(name) ? 'a browser has no Node' : null
  }
  const workspace = /^@skein\/([^/]+)(\/.*)?$/.exec(target)
  if (workspace) {
    if (workspace[2]) return 'reaches into a package; import its public name'
    if (!ALLOWED[name].includes(workspace[1])) return `${name} may not use ${workspace[1]}`
    if (TYPES_ONLY[name]?.includes(workspace[1]) && !isType && !isTest)
      return `${name} may use only types of ${workspace[1]}: \`import type\``
  }
  if (isBuild && target === 'vite') return null
  if ((isTest || name === 'testkit') && ['vitest', 'fast-check'].includes(target)) return null
  const dependency = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
  return dependency in declared ? null : 'not in the package.json of this package'
}

function roomBreach({ name, folder, file, target }) {
  const rooms = ROOMS[name]
  const roomOf = (path) => {
    const [room, ...rest] = relative(join(folder, 'src'), path).split(sep)
    return rest.length > 0 ? room : undefined
  }
  const from = roomOf(file)
  const to = roomOf(resolve(dirname(file), target))
  if (rooms === undefined || from === to || to === undefined) return null
  if (from === undefined && file !== join(folder, 'src', 'index.ts')) return `the hall may not use ${to}`
  if (from === undefined) {
    const shown = SHOWN[name]?.[to]
    const path = relative(join(folder, 'src', to), resolve(dirname(file), target))
      .split(sep)
      .join('/')
    return shown === undefined || shown.includes(path) ? null : `${to} does not show it`
  }
  return rooms[from]?.includes(to) ? null : `${from} may not use ${to}`
}

/** Programs that stand in template strings import for themselves. */
function withoutTemplates(text) {
  return text.replaceAll(/`(?:\\.|[^`\\])*`/gs, '``')
}

function withoutComments(text) {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, '')
}

/** The sources, and how they are built where the package says so itself. */
function* filesOf(folder) {
  const build = join(folder, 'vite.config.ts')
  if (existsSync(build)) yield build
  for (const entry of readdirSync(join(folder, 'src'), { withFileTypes: true, recursive: true }))
    if (entry.isFile() && /\.tsx?$/.test(entry.name)) yield join(entry.parentPath ?? entry.path, entry.name)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = breaches(fileURLToPath(new URL('../packages', import.meta.url)))
  for (const line of found) console.error(line)
  process.exit(found.length > 0 ? 1 : 0)
}
