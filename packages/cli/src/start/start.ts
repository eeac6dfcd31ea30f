import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { skeinHome } from '@skein/store'
import { CodeCache } from './code-cache.ts'

/** Put in by whoever bundles: changes with every byte of the scripts. */
declare const BUILD: string

/** What a script of the bundle is: the body of a CommonJS module, which reaches its neighbours through what it is given. */
type Body = (
  ...around: [
    module: { exports: unknown },
    require: NodeJS.Require,
    loadScript: (name: string) => unknown,
    importModule: (specifier: string) => Promise<unknown>,
    url: string,
  ]
) => void

const cache = new CodeCache(join(skeinHome(process.env).folder, 'code'))
let loaded = 0

// Help and errors come before any command is loaded: code without the functions of commands is not worth keeping.
process.on('exit', (code) => {
  if (code === 0 && loaded > 1) cache.keep()
})
loadScript('skein')

/** Runs a script of the bundle. Each is asked for once. */
function loadScript(name: string): unknown {
  loaded++
  const filename = join(__dirname, `${name}.cjs`)
  // The bundle is ASCII, which needs no decoding.
  const source = `(function (module, require, loadScript, importModule, __url) {${readFileSync(filename, 'latin1')}\n})`
  const script = cache.compile(name, source, { build: BUILD, filename })
  const module = { exports: {} }
  // The script is this function expression.
  const body = script.runInThisContext() as Body
  body(module, require, loadScript, importModule, pathToFileURL(filename).href)
  return module.exports
}

function importModule(specifier: string): Promise<unknown> {
  return import(specifier)
}
