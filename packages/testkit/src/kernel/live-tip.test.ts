import { bytesInMemory, readTranscript, resumeView } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { loadCases } from '../conformance/recordings.ts'

/** Where people are shown more than the newest version resumes, and why. */
const SHOWN_ALL_THE_SAME: Readonly<Record<string, readonly string[]>> = {
  'a compaction that broke off is shown, a resume ignores it': [
    'compaction/boundary-then-attachment',
    'compaction/boundary-then-side-row-only',
    'compaction/trailing-boundary',
    'compaction/trailing-boundary-after-compaction',
  ],
  'a cycle of parents is cut elsewhere': ['cycles/cycle-after-a-good-chain', 'cycles/self-parent'],
  'a uuid written again does not end the conversation': [
    'duplicates/second-differs-in-the-middle',
    'duplicates/second-has-another-parent',
    'duplicates/second-has-null-parent',
    'duplicates/second-is-sidechain',
    'duplicates/second-is-system',
  ],
  'the program finds no conversation, people do': [
    'last-prompt/leaf-is-sidechain',
    'legacy-shapes/no-message-at-tip',
    'legacy-shapes/no-type',
    'legacy-shapes/top-level-content',
    'tips/bad-timestamp-branch-beside-good-one',
    'tips/no-timestamps-at-all',
    'tips/tip-with-bad-timestamp',
    'tips/tip-with-numeric-timestamp',
    'tips/tip-without-timestamp',
  ],
  'preserved messages stay where they were written': ['preserved/segment-after-summary-at-tip'],
  'entries the program cannot read are shown': [
    'torn-lines/cr-only',
    'torn-lines/three-objects-on-a-line',
    'torn-lines/torn-and-joined',
    'torn-lines/two-objects-on-a-line',
    'torn-lines/two-objects-on-a-line-no-newline',
    'torn-lines/two-objects-spaced',
  ],
}

const cases = await loadCases()

describe('the tip of the live path', () => {
  it('is where the newest version resumes, but for the listed reasons', () => {
    const differing = cases.filter(({ bytes }) => {
      const transcript = readTranscript(bytes)
      const view = resumeView(transcript, bytesInMemory(bytes))
      return transcript.path.tip !== (view.kind === 'conversation' ? view.tip : -1)
    })
    const names = differing.map(({ scenario, id }) => `${scenario}/${id}`)
    expect(names.toSorted()).toEqual(Object.values(SHOWN_ALL_THE_SAME).flat().toSorted())
  })
})
