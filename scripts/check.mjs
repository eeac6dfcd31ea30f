// npm run check: format, lint (with types, cycles and package boundaries) and types, side by side.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = `${root}node_modules/.bin/`

const checks = {
  format: [`${bin}oxfmt`, '--check'],
  lint: [`${bin}oxlint`, '--type-aware', '--deny-warnings'],
  boundaries: [process.execPath, 'scripts/boundaries.mjs'],
  types: [`${bin}tsc`, '-b', 'tsconfig.json', 'tsconfig.tests.json'],
}

const results = await Promise.all(Object.entries(checks).map(([name, command]) => run(name, command)))
process.exit(results.every(Boolean) ? 0 : 1)

async function run(name, [command, ...args]) {
  const started = performance.now()
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  const code = await new Promise((done) => child.on('close', done))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.trim())
  return code === 0
}
