// Compiles the AssemblyScript sources of packages/transcript/wasm into the generated modules beside
// the code that loads them. Run it after every change of a source:
//   node scripts/build-wasm.mjs [--print walker|usage]
// A test compares each committed file with what --print gives, so a forgotten run is noticed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'

const TRANSCRIPT = new URL('../packages/transcript/', import.meta.url)
const MODULES = [
  { name: 'walker', file: 'src/scan/wasm-module.ts', what: 'walker' },
  { name: 'usage', file: 'src/usage-scan/wasm-module.ts', what: 'usage scan' },
]

const print = process.argv.indexOf('--print')
if (print >= 0) process.stdout.write(await moduleText(moduleNamed(process.argv[print + 1])))
else for (const module of MODULES) writeFileSync(new URL(module.file, TRANSCRIPT), await moduleText(module))

function moduleNamed(name = 'walker') {
  const found = MODULES.find((module) => module.name === name)
  if (found === undefined)
    throw new Error(`no module ${name}; there are ${MODULES.map((m) => m.name).join(', ')}`)
  return found
}

/** The text of the generated file for the present source. */
async function moduleText({ name, what }) {
  const source = `${name}.ts`
  let binary
  const { error } = await asc.main(
    [
      source,
      '-O3',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      // Vectors between functions of one module are no exchange with the host.
      '--disableWarning',
      '112',
      '--initialMemory',
      '32',
      '--outFile',
      'out.wasm',
    ],
    {
      readFile: sourceText,
      writeFile: (_name, contents) => (binary = contents),
      listFiles: () => [],
      stderr: process.stderr,
    },
  )
  if (error) throw new Error(`asc failed: ${error.message}`, { cause: error })
  const base64 = Buffer.from(binary).toString('base64')
  return [
    `// Generated from packages/transcript/wasm/${source} by scripts/build-wasm.mjs; do not edit.`,
    '',
    `/** The compiled ${what}, base64. */`,
    'export const WASM_MODULE =',
    `  '${base64}'`,
    '',
  ].join('\n')
}

/** A source of the folder; the compiler also asks for files that are not there, as compilers do. */
function sourceText(file) {
  const path = new URL(`wasm/${file}`, TRANSCRIPT)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
