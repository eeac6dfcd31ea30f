import { describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { claudeAvailable } from '../claude/install.ts'
import { recordedVersions } from '../claude/versions.ts'
import { PROGRAM_TEST_MS } from '../patience.ts'
import { askAgain } from './ask-again.ts'
import { shareToAsk, wholeSample } from './asked-inputs.ts'
import { changedEdits } from './edits/jobs.ts'
import { loadEdits } from './edits/recordings.ts'
import { questionsOf } from './questions.ts'
import { sampled } from './sample.ts'

const seed = 7
const share = await shareToAsk()

const missing = missingVersions()
const program = `claude ${recordedVersions.join(' and ')}`
const skipped = skipUnlessAvailable(program, missing.length === 0)

describe.skipIf(skipped)(`live: ${program}${skipped ? ` (${missing.join('; ')})` : ''}`, async () => {
  const asked = await questionsOf({ share, seed })
  const some = `${share * 100} %`

  it(
    `${some} of the cases (seed ${seed}) still do what is recorded`,
    { timeout: PROGRAM_TEST_MS },
    async () => {
      expect(asked.transcripts.length).toBeGreaterThan(0)
      expect(await askAgain.transcripts(asked.transcripts)).toEqual([])
    },
  )

  it(
    `${some} of the lookups (seed ${seed}) still find what is recorded`,
    { timeout: PROGRAM_TEST_MS },
    async () => {
      expect(asked.lookups.length).toBeGreaterThan(0)
      expect(await askAgain.lookups(asked.lookups)).toEqual([])
    },
  )

  it(
    `${some} of the usages (seed ${seed}) are compacted, or not, as written`,
    { timeout: PROGRAM_TEST_MS },
    async () => {
      expect(asked.usages.length).toBeGreaterThan(0)
      expect(await askAgain.usages(asked.usages)).toEqual([])
    },
  )

  it(
    `goes on with ${some} of the edits (seed ${seed}) as recorded`,
    { timeout: PROGRAM_TEST_MS },
    async () => {
      expect(asked.edits.length).toBeGreaterThan(0)
      expect(await askAgain.edits(asked.edits)).toEqual([])
    },
  )

  it(
    'goes on with edits that write something else than it was asked about',
    { timeout: PROGRAM_TEST_MS },
    async () => {
      const all = await questionsOf({})
      const changed = await changedEdits(all.edits, await loadEdits())
      const atMost = Math.min(1, (wholeSample * all.edits.length) / changed.length)
      if (changed.length > 0) {
        console.warn(`${changed.length} edits write something else than the real program was asked about.
When it goes on with them, \`npm run conformance -- edits --missing\` writes it down.`)
        expect(await askAgain.edits(sampled(changed, atMost, seed))).toEqual([])
      }
    },
  )
})

function missingVersions(): string[] {
  return recordedVersions
    .map(claudeAvailable)
    .filter(({ ok }) => !ok)
    .map(({ reason }) => reason)
}
