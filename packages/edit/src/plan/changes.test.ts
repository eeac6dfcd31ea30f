import { expect, it } from 'vitest'
import { answer, call, prompt, result, sessionOf } from '../../test/sessions.ts'
import { TranscriptDraft } from '../draft/transcript-draft.ts'
import { textChanges } from './changes.ts'

const thought = { type: 'thinking', thinking: 'hm', signature: 's' }
const ROWS = [
  prompt(1, 'look'),
  answer(2, thought),
  call(3, 't1', 'Read', { file_path: '/a' }),
  result(4, 't1', 'long\ntext'),
  answer(5, 'done'),
]

function drafted(): TranscriptDraft {
  return new TranscriptDraft(sessionOf(ROWS).main)
}

it('tells texts that change, are left out or are put in, in the order of the file', () => {
  const draft = drafted()
  draft.drop(1)
  draft.change(3, result(4, 't1', '[trimmed]'))
  draft.change(4, {
    ...answer(5, 'done'),
    message: {
      role: 'assistant',
      content: [
        { type: 'text', text: 'done' },
        { type: 'text', text: 'and more' },
      ],
    },
  })
  expect(textChanges(draft, 10)).toEqual({
    changes: [
      { line: 2, what: 'thinking', before: 'hm', after: null },
      { line: 4, what: 'tool result', before: 'long\ntext', after: '[trimmed]' },
      { line: 5, what: 'answer', before: '', after: 'and more' },
    ],
    more: false,
  })
})

it('passes over what nobody reads, and says that there is more', () => {
  const draft = drafted()
  const usage = { input_tokens: 1, output_tokens: 5 }
  const last = answer(5, 'done')
  draft.change(4, { ...last, message: { ...(last['message'] as object), usage } })
  expect(textChanges(draft, 10)).toEqual({ changes: [], more: false })
  draft.drop(0)
  draft.drop(2)
  expect(textChanges(draft, 1)).toEqual({
    changes: [{ line: 1, what: 'prompt', before: 'look', after: null }],
    more: true,
  })
})
