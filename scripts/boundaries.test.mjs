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

it('holds the rooms of a package to one way', () => {
  const tree = packages({
    'store/package.json': manifest('store', []),
    'store/src/index.ts':
      "export { a } from './files/a.ts'\nexport { b } from './embedded/b.ts'\nexport { s } from './embedded/store.ts'",
    'store/src/home.ts': "import { a } from './files/a.ts'",
    'store/src/files/a.ts': "import { home } from '../home.ts'\nimport { b } from '../embedded/b.ts'",
    'store/src/embedded/b.ts': "import { a } from '../files/a.ts'\nimport { c } from './deep/c.ts'",
    'store/src/reader/r.ts': "import { b } from '../embedded/b.ts'",
  })
  expect(breaches(tree).toSorted()).toEqual([
    'packages/store/src/files/a.ts: imports ../embedded/b.ts: files may not use embedded',
    'packages/store/src/home.ts: imports ./files/a.ts: the hall may not use files',
    'packages/store/src/index.ts: imports ./embedded/b.ts: embedded does not show it',
    'packages/store/src/reader/r.ts: imports ../embedded/b.ts: reader may not use embedded',
  ])
})

it('lets the app know the types of the server alone, and takes what builds it for used', () => {
  const tree = packages({
    'server/package.json': manifest('server', []),
    'server/src/index.ts': 'export interface Api {}',
    'web/package.json': manifest('web', [
      '@skein/server',
      '@types/react',
      '@types/unused',
      'builder',
      'react',
      'unused-by-all',
    ]),
    'web/vite.config.ts':
      "import plugin from 'builder'\nimport { defineConfig } from 'vite'\nimport 'node:path'",
    'web/src/app.tsx': [
      "import type { Api } from '@skein/server'",
      "import { useState } from 'react'",
      "import { serve } from '@skein/server'",
      "const later = await import('@skein/server')",
      "import { readFileSync } from 'node:fs'",
      "import { build } from 'vite'",
    ].join('\n'),
  })
  expect(breaches(tree)).toEqual([
    'packages/web/src/app.tsx: imports @skein/server: web may use only types of server: `import type`',
    'packages/web/src/app.tsx: imports @skein/server: web may use only types of server: `import type`',
    'packages/web/src/app.tsx: imports node:fs: a browser has no Node',
    'packages/web/src/app.tsx: imports vite: not in the package.json of this package',
    'packages/web/package.json: lists @types/unused, which nothing imports',
    'packages/web/package.json: lists unused-by-all, which nothing imports',
  ])
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
