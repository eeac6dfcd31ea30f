import {
  assistant,
  call,
  callBlock,
  result,
  say,
  textBlock,
  think,
  thinkingBlock,
  user,
  type RowSpec,
} from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const dropped = '§4.6: thinking-only assistant messages are dropped'
const verbatim = '§4.6: unsigned thinking passes verbatim'
const turn: RowSpec[] = [user('y', 'y'), say('z', 'z')]

export const thinkings: WrittenCase[] = [
  writtenCase('thinking-and-text', verbatim, [
    user('a', 'a'),
    think('b', 'hm', { mid: 'm' }),
    say('c', 'c', { mid: 'm' }),
    ...turn,
  ]),
  writtenCase('thinking-and-text-in-one-row', verbatim, [
    user('a', 'a'),
    assistant('b', [thinkingBlock('hm'), textBlock('b')]),
    ...turn,
  ]),
  writtenCase('thinking-and-text-at-tip', verbatim, [
    user('a', 'a'),
    think('b', 'hm', { mid: 'm' }),
    say('c', 'c', { mid: 'm' }),
  ]),
  writtenCase('thinking-only', dropped, [user('a', 'a'), think('b', 'hm'), ...turn]),
  writtenCase('thinking-only-at-tip', dropped, [user('a', 'a'), think('b', 'hm')]),
  writtenCase('thinking-only-last-before-tip', dropped, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    think('d', 'hm'),
  ]),
  writtenCase('thinking-only-two-rows', dropped, [
    user('a', 'a'),
    think('b', 'hm', { mid: 'm' }),
    think('c', 'hm2', { mid: 'm' }),
    ...turn,
  ]),
  writtenCase('thinking-only-other-id-then-text', dropped, [
    user('a', 'a'),
    think('b', 'hm', { mid: 'm1' }),
    say('c', 'c', { mid: 'm2' }),
    ...turn,
  ]),
  writtenCase('thinking-then-tool', verbatim, [
    user('a', 'a'),
    think('b', 'hm', { mid: 'm' }),
    call('c', 't1', { mid: 'm' }),
    result('d', 't1'),
    say('e', 'e'),
    ...turn,
  ]),
  writtenCase('thinking-then-tool-at-tip', verbatim, [
    user('a', 'a'),
    think('b', 'hm', { mid: 'm' }),
    call('c', 't1', { mid: 'm' }),
    result('d', 't1'),
  ]),
  writtenCase('thinking-between-tools', verbatim, [
    user('a', 'a'),
    assistant('b', [thinkingBlock('one'), callBlock('t1')]),
    result('c', 't1'),
    assistant('d', [thinkingBlock('two'), callBlock('t2')]),
    result('e', 't2'),
    say('f', 'f'),
    ...turn,
  ]),
  writtenCase('trailing-thinking-in-row', dropped, [
    user('a', 'a'),
    assistant('b', [textBlock('b'), thinkingBlock('hm')]),
    ...turn,
  ]),
  writtenCase('trailing-thinking-at-tip', dropped, [
    user('a', 'a'),
    assistant('b', [textBlock('b'), thinkingBlock('hm')]),
  ]),
  writtenCase('unsigned', verbatim, [
    user('a', 'a'),
    assistant('b', [{ type: 'thinking', thinking: 'hm' }, textBlock('b')]),
    ...turn,
  ]),
  writtenCase('empty-signature', verbatim, [
    user('a', 'a'),
    assistant('b', [thinkingBlock('hm', ''), textBlock('b')]),
    ...turn,
  ]),
  writtenCase('emptied-text-kept-signature', '§4: a thinking block emptied while its signature stayed', [
    user('a', 'a'),
    assistant('b', [thinkingBlock(''), textBlock('b')]),
    ...turn,
  ]),
  writtenCase('redacted', verbatim, [
    user('a', 'a'),
    assistant('b', [{ type: 'redacted_thinking', data: 'eA==' }, textBlock('b')]),
    ...turn,
  ]),
  writtenCase('redacted-only', dropped, [
    user('a', 'a'),
    assistant('b', [{ type: 'redacted_thinking', data: 'eA==' }]),
    ...turn,
  ]),
  writtenCase('other-model', '§4.6: thinking of another model', [
    user('a', 'a'),
    otherModel('b', [thinkingBlock('hm'), textBlock('b')]),
    ...turn,
  ]),
  writtenCase('other-model-with-tool', '§4.6: thinking of another model', [
    user('a', 'a'),
    otherModel('b', [thinkingBlock('hm'), callBlock('t1')]),
    result('c', 't1'),
    say('d', 'd'),
    ...turn,
  ]),
  writtenCase('other-model-at-tip', '§4.6: thinking of another model', [
    user('a', 'a'),
    otherModel('b', [thinkingBlock('hm'), textBlock('b')]),
  ]),
  writtenCase('no-model', '§4.6: thinking of a row without a model', [
    user('a', 'a'),
    assistant('b', void 0, {
      message: { id: 'm', role: 'assistant', content: [thinkingBlock('hm'), textBlock('b')] },
    }),
    ...turn,
  ]),
  writtenCase('first-of-two-models', '§4.6: thinking of two models', [
    user('a', 'a'),
    otherModel('b', [thinkingBlock('one'), textBlock('b')]),
    user('c', 'c'),
    assistant('d', [thinkingBlock('two'), textBlock('d')]),
    ...turn,
  ]),
  writtenCase('ultrathink-prompt', '§4.6: a keyword in an old prompt', [
    user('a', 'ultrathink'),
    say('b', 'b'),
    ...turn,
  ]),
]

function otherModel(label: string, content: unknown[]): RowSpec {
  return assistant(label, void 0, {
    message: {
      id: `msg_${label}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-1-20250805',
      content,
    },
  })
}
