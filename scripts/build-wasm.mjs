// Compiles packages/transcript/wasm/walker.ts (AssemblyScript) into the generated
// packages/transcript/src/scan/wasm-module.ts. Run it after every change of the source:
//   node scripts/build-wasm.mjs [--print]
// A test compares the committed file with what --print gives, so a forgotten run is noticed.
import { readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'

const SOURCE = new URL('../packages/transcript/wasm/walker.ts', import.meta.url)
const MODULE_FILE = new URL('../packages/transcript/src/scan/wasm-module.ts', import.meta.url)

const text = await wasmModuleText()
if (process.argv.includes('--print')) process.stdout.write(text)
else writeFileSync(MODULE_FILE, text)

/** The text of the generated file for the present source. */
async function wasmModuleText() {
  let binary
  const { error } = await asc.main(
    [
      'walker.ts',
      '-O3',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--initialMemory',
      '32',
      '--outFile',
      'out.wasm',
    ],
    {
      readFile: (name) => (name === 'walker.ts' ? readFileSync(SOURCE, 'utf8') : null),
      writeFile: (_name, contents) => (binary = contents),
      listFiles: () => [],
    },
  )
  if (error) throw new Error(`asc failed: ${error.message}`, { cause: error })
  const base64 = Buffer.from(binary).toString('base64')
  return [
    '// Generated from packages/transcript/wasm/walker.ts by scripts/build-wasm.mjs; do not edit.',
    '',
    '/** The compiled walker, base64. */',
    'export const WASM_MODULE =',
    `  '${base64}'`,
    '',
  ].join('\n')
}
