// An esbuild plugin: imports from a workspace package become imports from the files that define the names.
// esbuild splits by file, and a package's index.ts names every file of the package; through it every chunk
// would hold whole packages, and every command would load them.
import { readFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const IMPORT = /^import \{([^}]*)\} from '@skein\/([a-z]+)'$/gm
const EXPORT = /^export \{([^}]*)\} from '([^']+)'$/gm

export function withoutBarrels(packagesFolder) {
  const barrels = new Map()
  const fileOf = (name, target) => {
    if (!barrels.has(target)) barrels.set(target, namesOf(join(packagesFolder, target, 'src', 'index.ts')))
    const file = barrels.get(target).get(name)
    if (file === undefined) throw new Error(`@skein/${target} exports no value ${name}`)
    return file
  }
  return {
    name: 'without-barrels',
    setup(build) {
      build.onLoad({ filter: /[\\/]packages[\\/][a-z]+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        return {
          contents: text.replace(IMPORT, (_, names, target) => direct(names, target, fileOf)),
          loader: 'ts',
        }
      })
    },
  }
}

/** One import a name; types are left out, they are gone in the bundle anyway. */
function direct(names, target, fileOf) {
  return listed(names)
    .filter((name) => !name.startsWith('type '))
    .map((name) => `import { ${name} } from ${JSON.stringify(fileOf(name.split(' as ')[0], target))}`)
    .join(';')
}

function namesOf(barrel) {
  const names = new Map()
  for (const [, exported, file] of readFileSync(barrel, 'utf8').matchAll(EXPORT))
    for (const name of listed(exported)) names.set(name, join(dirname(barrel), file))
  return names
}

function listed(names) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
