import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { noticesFor } from './notices.mjs'

const folders = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

it('has each package once, with its licence and its notice, and nothing of our own', () => {
  const at = files({
    'src/main.ts': '',
    'node_modules/b/package.json': '{"name":"b","version":"2.0.0","license":"ISC"}',
    'node_modules/b/LICENSE.md': 'b may be used\n',
    'node_modules/b/one.js': '',
    'node_modules/b/two.js': '',
    'node_modules/b/node_modules/@a/c/package.json':
      '{"name":"@a/c","version":"1.0.0","license":"Apache-2.0"}',
    'node_modules/b/node_modules/@a/c/LICENSE': 'c may be used',
    'node_modules/b/node_modules/@a/c/NOTICE': 'c was made by us',
    'node_modules/b/node_modules/@a/c/index.js': '',
  })
  const line = '-'.repeat(80)
  expect(
    noticesFor(
      at(
        'src/main.ts',
        'node_modules/b/one.js',
        'node_modules/b/node_modules/@a/c/index.js',
        'node_modules/b/two.js',
      ),
    ),
  ).toBe(
    `Skein contains the following packages, each under its own licence.

${line}

@a/c 1.0.0 (Apache-2.0)

c may be used

c was made by us

${line}

b 2.0.0 (ISC)

b may be used
`,
  )
})

it('refuses a package without a licence text, and an embedded one that nobody knows', () => {
  const at = files({
    'node_modules/a/package.json': '{"name":"a","version":"1.0.0"}',
    'node_modules/a/index.js': '',
    'node_modules/b/package.json': '{"name":"b","version":"1.0.0"}',
    'node_modules/b/LICENSE': 'b',
    'node_modules/b/known.js':
      '// ../node_modules/.pnpm/js-yaml@4.3.2/node_modules/js-yaml/dist/js-yaml.mjs\n',
    'node_modules/b/unknown.js': '// ../node_modules/.pnpm/x@1.0.0/node_modules/@y/x/index.js\n',
  })
  expect(() => noticesFor(at('node_modules/a/index.js'))).toThrow('a is bundled and brings no licence text')
  expect(noticesFor(at('node_modules/b/known.js'))).toContain(
    'js-yaml (MIT)\n\nCopyright (C) 2011-2015 by Vitaly Puzrin',
  )
  expect(() => noticesFor(at('node_modules/b/unknown.js'))).toThrow(
    '@y/x is bundled and brings no licence text',
  )
})

/** Writes files and returns what gives their paths. */
function files(contents) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-notices-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return (...paths) => paths.map((path) => join(folder, path))
}
