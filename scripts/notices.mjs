// The licences of what is bundled, from the modules that the bundlers say they put in.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The notices for modules, given by their paths. Throws where a package brings no licence text. */
export function noticesFor(modules) {
  const folders = new Set(modules.flatMap((path) => packageFolder(path) ?? []))
  const found = [...folders].map(fromFolder)
  const names = new Set(found.map(({ name }) => name))
  const embedded = new Set(modules.flatMap(embeddedIn).filter((name) => !names.has(name)))
  const all = [...found, ...Array.from(embedded, fromTable)].toSorted((a, b) => (a.title < b.title ? -1 : 1))
  return [HEAD, ...all.map(({ title, text }) => `${title}\n\n${text.trim()}\n`)].join(
    `\n${'-'.repeat(80)}\n\n`,
  )
}

/** `…/node_modules/@a/b` of `…/node_modules/@a/b/c.js`; null of our own files. */
export function packageFolder(path) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replaceAll('\\', '/'))?.[0] ?? null
}

function fromFolder(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  if (files.length === 0) return fromTable(name)
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  return { name, title: `${name} ${version}${license === undefined ? '' : ` (${license})`}`, text }
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|unlicense)(?:\.(?:md|txt))?$/i

/** Packages that were bundled into a module before it was published, by the comments that esbuild left there. */
function embeddedIn(path) {
  if (packageFolder(path) === null) return []
  return Array.from(readFileSync(path, 'utf8').matchAll(EMBEDDED), ([, name]) => name)
}

const EMBEDDED = /^\/\/ .*\/node_modules\/\.pnpm\/[^/]+\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm

function fromTable(name) {
  const copyright = UNDER_MIT[name]
  if (copyright === undefined) throw new Error(`${name} is bundled and brings no licence text`)
  return { name, title: `${name} (MIT)`, text: `${copyright}\n\n${MIT}` }
}

/** Packages that come without their text: of those that npm installs, and of those inside mermaid, its parser and shiki. */
const UNDER_MIT = {
  'ansi-sequence-parser': 'Copyright (c) Blake Mealey',
  'chevrotain-allstar': 'Copyright 2022 TypeFox GmbH',
  fastdom: 'Copyright (c) 2016 Wilson Page <wilsonpage@me.com>',
  'js-yaml': 'Copyright (C) 2011-2015 by Vitaly Puzrin',
  langium: 'Copyright 2021 TypeFox GmbH',
  standardwebhooks: 'Copyright (c) 2023 Svix (https://www.svix.com)',
  'vscode-jsonrpc': 'Copyright (c) Microsoft Corporation',
  'vscode-languageserver-protocol': 'Copyright (c) Microsoft Corporation',
  'vscode-languageserver-textdocument': 'Copyright (c) Microsoft Corporation',
  'vscode-languageserver-types': 'Copyright (c) Microsoft Corporation',
  'vscode-uri': 'Copyright (c) Microsoft Corporation',
}

const HEAD = `Skein contains the following packages, each under its own licence.
`

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
