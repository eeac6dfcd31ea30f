// npm run test:durations: writes down how long each file of the last `npm test` took. The next run begins with the longest.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { testResults } = JSON.parse(readFileSync(`${root}.cache/test-report.json`, 'utf8'))

// Which of the short ones is first makes no difference.
const seconds = testResults
  .map(({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 1000)])
  .filter(([, took]) => took >= 1)
  .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
writeFileSync(`${root}vitest.durations.json`, `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`)
console.log(`${seconds.length} files of a second or more are in vitest.durations.json`)
