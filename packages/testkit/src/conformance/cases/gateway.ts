import {
  assistant,
  call,
  callBlock,
  result,
  resultBlock,
  say,
  textBlock,
  thinkingBlock,
  user,
} from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const shapes = '§2: gateway shapes'

export const gateway: WrittenCase[] = [
  writtenCase('call-ids', `${shapes}: call_\u2026 tool ids`, [
    user('a', 'a'),
    call('b', 'call_00_abc'),
    result('c', 'call_00_abc'),
    say('d', 'd'),
  ]),
  writtenCase('odd-tool-ids', `${shapes}: tool ids with dots and colons`, [
    user('a', 'a'),
    call('b', 'functions.Read:0'),
    result('c', 'functions.Read:0'),
    say('d', 'd'),
  ]),
  writtenCase('reused-tool-ids', `${shapes}: the same tool id in each round`, [
    user('a', 'a'),
    call('b', 'Read:0'),
    result('c', 'Read:0'),
    call('d', 'Read:0'),
    result('e', 'Read:0', { content: 'second' }),
    say('f', 'f'),
  ]),
  writtenCase('empty-signature', `${shapes}: empty signatures`, [
    user('a', 'a'),
    assistant('b', [thinkingBlock('hm', ''), callBlock('t1')]),
    result('c', 't1'),
    say('d', 'd'),
  ]),
  writtenCase('several-blocks-in-one-row', `${shapes}: several blocks in one row`, [
    user('a', 'a'),
    assistant('b', [thinkingBlock('hm', ''), textBlock('b'), callBlock('t1'), callBlock('t2')]),
    user('c', [resultBlock('t1'), resultBlock('t2')]),
    say('d', 'd'),
  ]),
  writtenCase('one-id-for-all-messages', `${shapes}: every message has the same id`, [
    user('a', 'a'),
    say('b', 'b', { mid: 'gen-1' }),
    user('c', 'c'),
    say('d', 'd', { mid: 'gen-1' }),
    user('e', 'e'),
    say('f', 'f', { mid: 'gen-1' }),
  ]),
  writtenCase(
    'one-id-for-all-messages-with-branch',
    `${shapes}: every message has the same id, one on a dead branch`,
    [
      user('a', 'a'),
      say('b', 'b', { mid: 'gen-1' }),
      user('c', 'c'),
      say('d', 'd', { mid: 'gen-1' }),
      user('e', 'e', { parent: 'b' }),
      say('f', 'f', { mid: 'gen-1' }),
    ],
  ),
  writtenCase('one-id-for-all-tools', `${shapes}: every message has the same id, tools between`, [
    user('a', 'a'),
    call('b', 't1', { mid: 'gen-1' }),
    result('c', 't1'),
    call('d', 't2', { mid: 'gen-1' }),
    result('e', 't2'),
    say('f', 'f', { mid: 'gen-1' }),
  ]),
  writtenCase('empty-message-id', `${shapes}: an empty message id`, [
    user('a', 'a'),
    call('b', 't1', { mid: '' }),
    call('c', 't2', { mid: '' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    say('f', 'f'),
  ]),
  writtenCase('other-model-name', `${shapes}: a foreign model`, [
    user('a', 'a'),
    assistant('b', void 0, {
      message: { id: 'm', role: 'assistant', model: 'glm-4.6', content: [textBlock('b')] },
    }),
  ]),
  writtenCase('reasoning-block', `${shapes}: a foreign reasoning block`, [
    user('a', 'a'),
    assistant('b', [{ type: 'reasoning', text: 'hm' }, textBlock('b')]),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('empty-text-before-tool', `${shapes}: an empty text block before the call`, [
    user('a', 'a'),
    assistant('b', [textBlock(''), callBlock('t1')]),
    result('c', 't1'),
    say('d', 'd'),
  ]),
  writtenCase('tool-without-id', `${shapes}: a call without an id`, [
    user('a', 'a'),
    assistant('b', [{ type: 'tool_use', name: 'Read', input: {} }]),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('tool-without-input', `${shapes}: a call without input`, [
    user('a', 'a'),
    assistant('b', [{ type: 'tool_use', id: 't1', name: 'Read' }]),
    result('c', 't1'),
    say('d', 'd'),
  ]),
]
