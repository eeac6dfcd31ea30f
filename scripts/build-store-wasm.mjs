// Compiles packages/store/wasm/*.ts (AssemblyScript) into the generated
// packages/store/src/embedded/signatures/wasm-module.ts. Run it after every change of the sources:
//   node scripts/build-store-wasm.mjs [--print]
// A test compares the committed file with what --print gives, so a forgotten run is noticed.
import { readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'

const SOURCES = new URL('../packages/store/wasm/', import.meta.url)
const MODULE_FILE = new URL('../packages/store/src/embedded/signatures/wasm-module.ts', import.meta.url)

const text = await wasmModuleText()
if (process.argv.includes('--print')) process.stdout.write(text)
else writeFileSync(MODULE_FILE, text)

/** The text of the generated file for the present sources. */
async function wasmModuleText() {
  let binary
  const { error } = await asc.main(
    [
      'index.ts',
      '-O3',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--initialMemory',
      '8',
      '--outFile',
      'out.wasm',
    ],
    {
      readFile: (name) => (/^[a-z-]+\.ts$/.test(name) ? readFileSync(new URL(name, SOURCES), 'utf8') : null),
      writeFile: (_name, contents) => (binary = contents),
      listFiles: () => [],
    },
  )
  if (error) throw new Error(`asc failed: ${error.message}`, { cause: error })
  const base64 = Buffer.from(binary).toString('base64')
  return [
    '// Generated from packages/store/wasm by scripts/build-store-wasm.mjs; do not edit.',
    '',
    '/** The compiled module, base64. */',
    'export const WASM_MODULE =',
    `  '${base64}'`,
    '',
  ].join('\n')
}
