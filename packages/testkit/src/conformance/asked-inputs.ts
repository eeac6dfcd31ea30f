import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { filesUnder } from '../files-under.ts'
import { isLong } from '../long-runs.ts'
import { recordingsFolder } from './recordings.ts'

/**
 * What the answers of the real program depend on. Its versions are pinned, so the answers change only with the code that asks
 * and with what it asks about; `npm test` asks a little while both are what they were when a whole sample was asked.
 */

/** The share that has to be asked when something changed. */
export const wholeSample = 0.1
/** The share that is asked otherwise: whether the program can still be asked at all. */
const smoke = 0.01

const remembered = join(recordingsFolder, 'asked-inputs.json')
const bundler = fileURLToPath(new URL('../../../../scripts/bundle-program.mjs', import.meta.url))
const asking = fileURLToPath(new URL('ask-again.ts', import.meta.url))

/** How much `npm test` asks. */
export async function shareToAsk(): Promise<number> {
  if (isLong) return wholeSample
  if ((await askedInputs()) === (await hashOfInputs())) return smoke
  console.warn(
    `The real program is asked ${wholeSample * 100} % of all questions: what its answers depend on has changed. ` +
      'When they are right, `npm run conformance -- check --sample 10%` writes down that they were asked.',
  )
  return wholeSample
}

/** What `rememberInputs` wrote; none where no whole sample was asked yet. */
async function askedInputs(): Promise<string | undefined> {
  if (!existsSync(remembered)) return undefined
  return (JSON.parse(await readFile(remembered, 'utf8')) as { inputs: string }).inputs
}

/** Writes down that a whole sample was asked, and answered as recorded. */
export async function rememberInputs(): Promise<void> {
  await writeFile(remembered, `${JSON.stringify({ inputs: await hashOfInputs() }, null, 2)}\n`)
}

/**
 * A hash of the code that asks, without comments and without Skein's own packages, and of the recordings. Edits are not in it:
 * `changedEdits` knows of each whether the program was asked about what it writes now.
 */
async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256').update(await codeThatAsks())
  const files = await filesUnder(recordingsFolder)
  for (const name of Object.keys(files).toSorted())
    if (name.includes('/')) hash.update(`${name}\n`).update(files[name])
  return hash.digest('hex')
}

export async function codeThatAsks(): Promise<string> {
  const bundled = JSON.stringify({ entry: asking, outside: true })
  const { stdout } = await promisify(execFile)(process.execPath, [bundler, bundled], { maxBuffer: 1e8 })
  return stdout
}
