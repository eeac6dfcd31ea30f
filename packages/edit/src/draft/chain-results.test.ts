import { resumeRequest } from '@skein/transcript'
import { expect, test } from 'vitest'
import { answer, call, chainRow, COPY, prompt, result, sessionOf, time } from '../../test/sessions.ts'
import { faultsOf, newFaults } from '../check/faults.ts'
import { renderInMemory } from '../render/render-in-memory.ts'
import type { EditSession } from '../source/edit-session.ts'
import { chainResults } from './chain-results.ts'
import { Draft } from './draft.ts'

/** The ids of the calls whose results a version sends. */
function answered({ main }: EditSession, version: string): string[] {
  const request = resumeRequest(main.transcript, main.source, { version })
  if (request.kind !== 'sent') return [request.kind]
  return request.messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .flatMap((block) => ('tool_use_id' in block ? [String(block['tool_use_id'])] : []))
}

const PARALLEL = [
  prompt(1, 'a'),
  call(2, 'toolu_1', 'Bash', { command: '1' }, { id: 'msg_2' }),
  call(3, 'toolu_2', 'Bash', { command: '2' }, { id: 'msg_2' }),
  call(4, 'toolu_3', 'Bash', { command: '3' }, { id: 'msg_2' }),
  result(5, 'toolu_1', 'one', { parent: 2 }),
  result(6, 'toolu_2', 'two', { parent: 3 }),
  result(7, 'toolu_3', 'three', { parent: 4 }),
  answer(8, 'done'),
]

test('2.0.76 resumes all results of parallel calls when they are chained, and one when they are not', () => {
  const session = sessionOf(PARALLEL)
  const draft = new Draft(session, 'clone')
  expect(answered(session, '2.0.76')).toEqual(['toolu_3'])
  expect(chainResults(draft.main)).toBe(1)
  const copy = renderInMemory(draft, COPY)
  expect(answered(copy, '2.0.76')).toEqual(['toolu_1', 'toolu_2', 'toolu_3'])
  expect(answered(copy, '2.1.325')).toEqual(['toolu_1', 'toolu_2', 'toolu_3'])
})

test('what is chained already stays as it is', () => {
  const draft = new Draft(sessionOf(PARALLEL), 'clone')
  chainResults(draft.main)
  const again = new Draft(renderInMemory(draft, COPY), 'clone')
  expect(chainResults(again.main)).toBe(0)
  expect(again.isUntouched).toBe(true)
})

test('one call a message is nothing to chain', () => {
  const draft = new Draft(
    sessionOf([prompt(1, 'a'), call(2, 'toolu_1', 'Bash', {}), result(3, 'toolu_1', 'x'), answer(4, 'b')]),
    'clone',
  )
  expect(chainResults(draft.main)).toBe(0)
})

/** A call had its result, and a hook its say, before the message had its last block. */
const STREAMED = [
  prompt(1, 'a'),
  call(2, 'toolu_1', 'Bash', { command: '1' }, { id: 'msg_2' }),
  result(3, 'toolu_1', 'one', { parent: 2 }),
  chainRow(4, 'attachment', { attachment: { type: 'hook_success', content: 'fine' } }),
  call(5, 'toolu_2', 'Bash', { command: '2' }, { id: 'msg_2' }),
  call(6, 'toolu_3', 'Bash', { command: '3' }, { id: 'msg_2' }),
  result(7, 'toolu_2', 'two', { parent: 5 }),
  { ...result(8, 'toolu_3', 'three', { parent: 6 }), timestamp: time(40) },
  answer(9, 'done', { parent: 7 }),
]

test('results that came before the last block of their message, or late, are chained with times that rise', () => {
  const session = sessionOf(STREAMED)
  const draft = new Draft(session, 'clone')
  expect(chainResults(draft.main)).toBe(1)
  const copy = renderInMemory(draft, COPY)
  expect(answered(copy, '2.0.76')).toEqual(['toolu_1', 'toolu_2', 'toolu_3'])
  expect(newFaults(faultsOf(session.main), faultsOf(copy.main))).toEqual([])
  const { path, scan } = copy.main.transcript
  expect(Array.from({ length: path.length }, (_, at) => path.at(at))).toEqual([0, 1, 4, 5, 2, 6, 7, 3, 8])
  expect(scan.columns.time[path.tip]).toBe(Date.parse(time(9)))
})

test('what goes on behind a row that was dropped goes on from the last result', () => {
  const draft = new Draft(sessionOf([...STREAMED, prompt(10, 'more'), answer(11, 'b')]), 'clone')
  draft.main.drop(8)
  chainResults(draft.main)
  expect(answered(renderInMemory(draft, COPY), '2.0.76')).toEqual(['toolu_1', 'toolu_2', 'toolu_3'])
})
