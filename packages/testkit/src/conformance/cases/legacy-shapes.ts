import { assistant, chain, resultBlock, say, textBlock, user } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const shapes = '§2: old and hand-made files may lack type or keep content at top level'
const needed = '§4.8: type, uuid, parentUuid, message are needed'

export const legacyShapes: WrittenCase[] = [
  writtenCase('no-type', shapes, [user('a', 'a', { type: void 0 }), say('b', 'b', { type: void 0 })]),
  writtenCase('no-type-inside', shapes, [
    user('a', 'a'),
    say('b', 'b', { type: void 0 }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('top-level-content', shapes, [
    chain('a', { type: 'user', content: 'a' }),
    chain('b', { type: 'assistant', content: [textBlock('b')] }),
  ]),
  writtenCase('top-level-content-inside', shapes, [
    user('a', 'a'),
    chain('b', { type: 'assistant', content: [textBlock('b')] }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('no-uuid', needed, [user('a', 'a', { uuid: void 0 }), say('b', 'b', { uuid: void 0 })]),
  writtenCase('no-uuid-inside', needed, [
    user('a', 'a'),
    say('b', 'b', { uuid: void 0 }),
    user('c', 'c', { parent: 'a' }),
    say('d', 'd'),
  ]),
  writtenCase('no-uuid-at-tip', needed, [user('a', 'a'), say('b', 'b'), user('c', 'c', { uuid: void 0 })]),
  writtenCase('no-message', needed, [
    user('a', 'a'),
    say('b', 'b', { message: void 0 }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('no-message-at-tip', needed, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c', { message: void 0 }),
  ]),
  writtenCase('null-message', needed, [
    user('a', 'a'),
    say('b', 'b', { message: null }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('no-content', needed, [
    user('a', 'a'),
    say('b', 'b', { message: { role: 'assistant' } }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('null-content', needed, [
    user('a', 'a'),
    say('b', 'b', { message: { role: 'assistant', content: null } }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('null-user-content', needed, [user('a', null), say('b', 'b')]),
  writtenCase('no-role', needed, [
    user('a', 'a', { message: { content: 'a' } }),
    say('b', 'b', { message: { content: [textBlock('b')] } }),
  ]),
  writtenCase('role-contradicts-type', '§2: classify by type, never by message.role', [
    user('a', 'a', { message: { role: 'assistant', content: 'a' } }),
    say('b', 'b'),
  ]),
  writtenCase('assistant-role-contradicts-type', '§2: classify by type, never by message.role', [
    user('a', 'a'),
    say('b', 'b', { message: { role: 'user', content: [textBlock('b')] } }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('api-request-blob', '§2: api-request-blob has message.role user', [
    user('a', 'a'),
    say('b', 'b'),
    {
      kind: 'side',
      row: { type: 'api-request-blob', hash: 'x', message: { role: 'user', content: 'blob' } },
    },
  ]),
  writtenCase('api-request-blob-with-uuid', '§2: api-request-blob has message.role user', [
    user('a', 'a'),
    say('b', 'b'),
    chain('c', { type: 'api-request-blob', hash: 'x', message: { role: 'user', content: 'blob' } }),
  ]),
  writtenCase('uppercase-type', shapes, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c', { type: 'User' }),
    say('d', 'd'),
  ]),
  writtenCase('usage-and-stop-reason', '§4.8: usage, model, stop_reason are not needed', [
    user('a', 'a'),
    assistant('b', void 0, {
      message: {
        id: 'm',
        role: 'assistant',
        model: 'x',
        content: [textBlock('b')],
        stop_reason: 'max_tokens',
        usage: { input_tokens: 1, output_tokens: 2 },
      },
      requestId: 'req_1',
    }),
  ]),
  writtenCase('message-only-minimal', '§4.8: usage, model, stop_reason are not needed', [
    user('a', 'a'),
    say('b', 'b', { message: { role: 'assistant', content: [textBlock('b')] } }),
  ]),
  writtenCase('message-timestamp', '§4.8: a timestamp inside message', [
    user('a', 'a', {
      timestamp: void 0,
      message: { role: 'user', content: 'a', timestamp: '2026-01-01T00:00:01.000Z' },
    }),
    say('b', 'b'),
  ]),
  writtenCase('old-version-rows', shapes, [
    user('a', 'a', { version: '0.2.9', userType: 'external' }),
    say('b', 'b', { version: '0.2.9', costUSD: 0.1, durationMs: 5, requestId: 'x' }),
  ]),
  writtenCase('extra-message-keys', '§4.8: further keys of message', [
    user('a', 'a', { message: { role: 'user', content: 'a', name: 'x', id: 'y' } }),
    say('b', 'b'),
  ]),
  writtenCase('numeric-content', needed, [user('a', 7), say('b', 'b')]),
  writtenCase('object-content', needed, [user('a', { type: 'text', text: 'a' }), say('b', 'b')]),
  writtenCase('string-blocks', needed, [user('a', ['a']), say('b', 'b')]),
  writtenCase('assistant-with-tool-result', '§2: blocks of the wrong role', [
    user('a', 'a'),
    assistant('b', [textBlock('b'), resultBlock('t1')]),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('user-with-tool-use', '§2: blocks of the wrong role', [
    user('a', [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }, textBlock('a')]),
    say('b', 'b'),
  ]),
]
