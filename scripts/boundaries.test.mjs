import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { breaches } from './boundaries.mjs'

const folders = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

it('finds nothing in packages that keep to their bounds', () => {
  const tree = packages({
    'view/package.json': manifest('view', ['@skein/transcript']),
    'view/src/index.ts': "import { a } from '@skein/transcript'\nexport { b } from './b.ts'",
    'view/src/b.ts': '/** process.env is only named here */\nexport const b = 1',
    'view/src/b.test.ts': "import { readFileSync } from 'node:fs'\nimport { it } from 'vitest'",
  })
  expect(breaches(tree)).toEqual([])
})

it('names an import against the direction, over the fence, of Node in a pure package, and of the unlisted', () => {
  const tree = packages({
    'transcript/package.json': manifest('transcript', ['@skein/store', 'left-pad']),
    'transcript/src/a.ts': [
      "import { x } from '@skein/store'",
      "import { y } from '../../view/src/y.ts'",
      "import { readFileSync } from 'node:fs'",
      "import zod from 'zod'",
      "import { z } from '@skein/view/src/z.ts'",
      'export const home = process.env',
    ].join('\n'),
    'utils/package.json': manifest('utils', []),
  })
  expect(breaches(tree)).toEqual([
    'packages/transcript/src/a.ts: imports @skein/store: transcript may not use store',
    'packages/transcript/src/a.ts: imports ../../view/src/y.ts: leaves the package; import its public name',
    'packages/transcript/src/a.ts: imports node:fs: a pure package has no Node',
    'packages/transcript/src/a.ts: imports zod: not in the package.json of this package',
    'packages/transcript/src/a.ts: imports @skein/view/src/z.ts: reaches into a package; import its public name',
    'packages/transcript/src/a.ts: a pure package uses a Node global',
    'packages/transcript/package.json: lists left-pad, which nothing imports',
    'packages/utils: not in the table of scripts/boundaries.mjs',
  ])
})

it('lets a package that is bundled ship what its parts leave outside the bundle, in the same version', () => {
  const tree = packages({
    'store/package.json': manifest('store', ['native']),
    'store/src/index.ts': "import { open } from 'native'",
    'cli/package.json': manifest('cli', ['@skein/store', 'native', 'other']),
    'cli/src/main.ts': "import { store } from '@skein/store'",
  })
  expect(breaches(tree)).toEqual(['packages/cli/package.json: lists other, which nothing imports'])
})

function packages(files) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-boundaries-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

function manifest(name, dependencies) {
  return JSON.stringify({ name, dependencies: Object.fromEntries(dependencies.map((one) => [one, '1.0.0'])) })
}
