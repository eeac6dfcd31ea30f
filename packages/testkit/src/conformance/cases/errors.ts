import { assistant, call, result, say, system, textBlock, user, type RowSpec } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const rule = '§4.6: api-error and empty assistant messages are dropped'
const synthetic = '§2: <synthetic> rows are the program’s own'
const turn: RowSpec[] = [user('y', 'y'), say('z', 'z')]

export const errors: WrittenCase[] = [
  writtenCase('api-error-middle', rule, [user('a', 'a'), failure('b', true), ...turn]),
  writtenCase('api-error-at-tip', rule, [user('a', 'a'), failure('b', true)]),
  writtenCase('api-error-after-turn', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    failure('d', true),
  ]),
  writtenCase('api-error-then-retry', rule, [
    user('a', 'a'),
    failure('b', true),
    user('c', 'a'),
    say('d', 'd'),
  ]),
  writtenCase('two-api-errors', rule, [
    user('a', 'a'),
    failure('b', true),
    user('c', 'c'),
    failure('d', true),
    ...turn,
  ]),
  writtenCase('api-error-not-synthetic', rule, [
    user('a', 'a'),
    say('b', 'API Error: 500', { isApiErrorMessage: true }),
    ...turn,
  ]),
  writtenCase('api-error-after-tool', rule, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1'),
    failure('d', true),
    ...turn,
  ]),
  writtenCase('only-api-error', rule, [failure('a', true)]),
  writtenCase('synthetic-text', synthetic, [user('a', 'a'), failure('b', false), ...turn]),
  writtenCase('synthetic-no-response', synthetic, [
    user('a', 'a'),
    synthetical('b', 'No response requested.'),
    ...turn,
  ]),
  writtenCase('synthetic-no-response-at-tip', synthetic, [
    user('a', 'a'),
    synthetical('b', 'No response requested.'),
  ]),
  writtenCase('empty-content-array', rule, [user('a', 'a'), assistant('b', []), ...turn]),
  writtenCase('empty-content-array-at-tip', rule, [user('a', 'a'), assistant('b', [])]),
  writtenCase('empty-text-block', rule, [user('a', 'a'), say('b', ''), ...turn]),
  writtenCase('blank-text-block', rule, [user('a', 'a'), say('b', ' \n'), ...turn]),
  writtenCase('blank-text-block-newlines', rule, [user('a', 'a'), say('b', '\n\n'), ...turn]),
  writtenCase('blank-text-at-tip', rule, [user('a', 'a'), say('b', '\n\n')]),
  writtenCase('blank-text-beside-text', rule, [
    user('a', 'a'),
    assistant('b', [textBlock('\n\n'), textBlock('b')]),
    ...turn,
  ]),
  writtenCase('blank-text-row-of-a-message', rule, [
    user('a', 'a'),
    say('b', '\n\n', { mid: 'm' }),
    say('c', 'c', { mid: 'm' }),
    ...turn,
  ]),
  writtenCase('blank-text-then-tool', rule, [
    user('a', 'a'),
    say('b', '\n\n', { mid: 'm' }),
    call('c', 't1', { mid: 'm' }),
    result('d', 't1'),
    say('e', 'e'),
  ]),
  writtenCase('no-content-text', rule, [user('a', 'a'), say('b', '(no content)'), ...turn]),
  writtenCase('padded-text', '§4.6: text is sent as it is', [
    user('a', '  a  '),
    say('b', '  b \n'),
    ...turn,
  ]),
  writtenCase('assistant-string-content', '§4.6: assistant content as a string', [
    user('a', 'a'),
    assistant('b', 'b'),
    ...turn,
  ]),
  writtenCase('assistant-string-content-at-tip', '§4.6: assistant content as a string', [
    user('a', 'a'),
    assistant('b', 'b'),
  ]),
  writtenCase('empty-user-string', '§4.6: empty user messages', [user('a', ''), say('b', 'b')]),
  writtenCase('empty-user-array', '§4.6: empty user messages', [user('a', []), say('b', 'b')]),
  writtenCase('blank-user-string', '§4.6: empty user messages', [user('a', ' \n'), say('b', 'b')]),
  writtenCase('empty-user-between', '§4.6: empty user messages', [
    user('a', 'a'),
    say('b', 'b'),
    user('c', ''),
    say('d', 'd'),
  ]),
  writtenCase('system-api-error-rows', '§2: api_error rows', [
    user('a', 'a'),
    system('b', 'api_error', { error: { status: 529 }, retryAttempt: 1 }),
    system('c', 'api_error', { error: { status: 529 }, retryAttempt: 2 }),
    say('d', 'd'),
  ]),
]

function synthetical(label: string, text: string, extra: Record<string, unknown> = {}): RowSpec {
  return assistant(label, void 0, {
    message: {
      id: `msg_${label}`,
      type: 'message',
      role: 'assistant',
      model: '<synthetic>',
      content: [textBlock(text)],
    },
    ...extra,
  })
}

function failure(label: string, flagged: boolean): RowSpec {
  return synthetical(label, 'API Error: 500', flagged ? { isApiErrorMessage: true, error: 'unknown' } : {})
}
