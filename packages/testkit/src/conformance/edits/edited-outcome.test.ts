import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../../availability.ts'
import { claudeAvailable } from '../../claude/install.ts'
import { recordedVersions } from '../../claude/versions.ts'
import { shareToAsk, wholeSample } from '../asked-inputs.ts'
import { editBases } from './bases.ts'
import { editedOutcome } from './edited-outcome.ts'
import type { EditOperation } from './operation.ts'
import { firstMissing, sentTexts } from './sent-texts.ts'

const bases = await editBases()
const newId = '5e551017-0000-4000-8000-00000000c0de'

/** A copy made by hand, changed by the test. */
function byHand(change: (text: string) => string): EditOperation {
  return {
    id: 'by hand',
    isFor: () => true,
    edit: ({ transcript, project }) => {
      const text = change(readFileSync(transcript, 'utf8'))
      writeFileSync(join(project, `${newId}.jsonl`), text)
      return [newId]
    },
    kept: (original) => ({ texts: sentTexts(original), alone: true }),
  }
}

const edits: Record<string, [EditOperation, reason: string | undefined]> = {
  'a plain copy holds': [byHand((text) => text), undefined],
  'a text that was changed shows': [
    byHand((text) => text.replace('Nothing has changed.', 'All has changed.')),
    'not kept: Nothing has changed.',
  ],
  'a text that was cut shows': [
    byHand((text) => text.replace('I look at them at once.', 'I look.')),
    'not kept: I look at them at once.',
  ],
  'usage that is not true shows': [
    byHand((text) => text.replace(/"output_tokens":\d+/g, '"output_tokens":190000')),
    'not what our resume view says',
  ],
  'a row written to the original shows': [
    {
      ...byHand((text) => text),
      edit: (place) => {
        appendFileSync(place.transcript, '{"type":"tag"}\n')
        return byHand((text) => text).edit(place)
      },
    },
    'of the original was changed',
  ],
}

/** Whether the checks see what they should depends on nothing but the code that asks. */
const versions = (await shareToAsk()) < wholeSample ? recordedVersions.slice(0, 1) : recordedVersions

for (const version of versions) {
  const { ok, reason } = claudeAvailable(version)
  const skipped = skipUnlessAvailable(`claude ${version}`, ok)
  describe.skipIf(skipped)(
    `what an edit must not do: claude ${version}${skipped ? ` (${reason})` : ''}`,
    () => {
      const base = bases.find(({ id }) => id === `parallel-tools-by-${version}`)
      it.each(Object.entries(edits))('%s', async (_name, [operation, expected]) => {
        if (base === undefined) throw new Error('the base is not recorded')
        const outcome = await editedOutcome({ base, operation, version })
        if (expected === undefined) expect(outcome.kind).toBe('resumed')
        else expect(outcome).toEqual({ kind: 'failed', reason: expect.stringContaining(expected) as unknown })
      })
    },
  )
}

describe('what was kept', () => {
  it('is found in its order', () => {
    expect(firstMissing(['a', 'c'], ['a', 'b', 'c'])).toBeUndefined()
    expect(firstMissing(['c', 'a'], ['a', 'b', 'c'])).toBe('a')
    expect(firstMissing(['a', 'a'], ['a', 'b'])).toBe('a')
  })

  it('is what a request says', () => {
    const texts = sentTexts([
      { role: 'user', content: 'p' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 't', signature: 's' },
          { type: 'tool_use', id: 'x', name: 'Read', input: { file_path: 'f' } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'x', content: [{ type: 'text', text: 'r' }] }],
      },
    ])
    expect(texts).toEqual(['p', 't', 's', 'Read {"file_path":"f"}', 'r'])
  })
})
