// npm test: every suite once, then what was skipped, by name, and the count on the last line.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const report = `${root}.cache/test-report.json`
mkdirSync(`${root}.cache`, { recursive: true })
rmSync(report, { force: true })

const args = [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]
const { status } = spawnSync(`${root}node_modules/.bin/vitest`, args, { cwd: root, stdio: 'inherit' })

const { testResults, numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
const skipped = testResults.flatMap((file) =>
  file.assertionResults.filter(
    (test) => test.status === 'skipped' || test.status === 'pending' || test.status === 'todo',
  ),
)
// A file that failed to load has no tests to count, but it is a failure all the same.
const broken = testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
).length
const strict = process.env.SKEIN_REQUIRE_ALL === '1'
for (const test of skipped) console.log(`${strict ? 'MISSING' : 'skipped'}: ${test.fullName}`)
const failed = numFailedTests + broken + (strict ? skipped.length : 0)
const rest = skipped.length > 0 && !strict ? `, ${skipped.length} skipped` : ''
console.log(`${numPassedTests} passed, ${failed} failed${rest}`)
process.exit(status === 0 && failed === 0 ? 0 : 1)
