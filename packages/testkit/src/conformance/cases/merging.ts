import {
  assistant,
  call,
  callBlock,
  result,
  resultBlock,
  say,
  textBlock,
  user,
  type RowSpec,
} from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const users = '§4.6: consecutive user messages merge'
const assistants = '§2: rows of one message.id are one message'
const results = '§4.8: only message.content is sent'
const blocks = '§4.6: unknown blocks pass verbatim'
const end = say('z', 'z')
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const goodImage = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } }

export const merging: WrittenCase[] = [
  writtenCase('string-string', users, [user('a', 'a'), user('b', 'b'), end]),
  writtenCase('string-array', users, [user('a', 'a'), user('b', [textBlock('b')]), end]),
  writtenCase('array-string', users, [user('a', [textBlock('a')]), user('b', 'b'), end]),
  writtenCase('array-array', users, [user('a', [textBlock('a')]), user('b', [textBlock('b')]), end]),
  writtenCase('two-blocks-and-one', users, [
    user('a', [textBlock('a1'), textBlock('a2')]),
    user('b', 'b'),
    end,
  ]),
  writtenCase('three-users', users, [user('a', 'a'), user('b', 'b'), user('c', 'c'), end]),
  writtenCase('ends-with-newline', users, [user('a', 'a\n'), user('b', 'b'), end]),
  writtenCase('three-users-at-tip', users, [user('a', 'a'), user('b', 'b'), user('c', 'c')]),
  writtenCase('users-after-assistant', users, [
    user('x', 'x'),
    say('y', 'y'),
    user('a', 'a'),
    user('b', 'b'),
    end,
  ]),
  writtenCase('result-then-text', users, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1'),
    user('d', 'd'),
    end,
  ]),
  writtenCase('result-then-two-texts', users, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1'),
    user('d', 'd'),
    user('e', 'e'),
    end,
  ]),
  writtenCase('text-then-result', users, [
    user('a', 'a'),
    call('b', 't1'),
    user('c', 'c'),
    result('d', 't1'),
    end,
  ]),
  writtenCase('result-and-text-in-one-row', users, [
    user('a', 'a'),
    call('b', 't1'),
    user('c', [resultBlock('t1'), textBlock('c')]),
    end,
  ]),
  writtenCase('text-and-result-in-one-row', users, [
    user('a', 'a'),
    call('b', 't1'),
    user('c', [textBlock('c'), resultBlock('t1')]),
    end,
  ]),
  writtenCase('result-then-array-text', users, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1'),
    user('d', [textBlock('d')]),
    end,
  ]),
  writtenCase('image-then-text', users, [user('a', [goodImage]), user('b', 'b'), end]),
  writtenCase('text-then-image', users, [user('a', 'a'), user('b', [goodImage]), end]),
  writtenCase('image-and-text-in-one-row', users, [user('a', [textBlock('a'), goodImage]), end]),
  writtenCase('meta-then-text', users, [user('a', 'meta', { isMeta: true }), user('b', 'b'), end]),
  writtenCase('array-of-two-texts-alone', users, [user('a', [textBlock('a1'), textBlock('a2')]), end]),
  writtenCase('rows-of-one-message', assistants, [
    user('a', 'a'),
    say('b', 'b', { mid: 'm' }),
    say('c', 'c', { mid: 'm' }),
    user('y', 'y'),
    end,
  ]),
  writtenCase('rows-of-two-messages', assistants, [
    user('a', 'a'),
    say('b', 'b'),
    say('c', 'c'),
    user('y', 'y'),
    end,
  ]),
  writtenCase('rows-without-id', assistants, [
    user('a', 'a'),
    say('b', 'b', { mid: null }),
    say('c', 'c', { mid: null }),
    user('y', 'y'),
    end,
  ]),
  writtenCase('rows-of-one-message-parted-by-another', assistants, [
    user('a', 'a'),
    say('b', 'b', { mid: 'm' }),
    say('c', 'c', { mid: 'n' }),
    say('d', 'd', { mid: 'm' }),
    user('y', 'y'),
    end,
  ]),
  writtenCase('tool-then-text-same-message', assistants, [
    user('a', 'a'),
    call('b', 't1', { mid: 'm' }),
    say('c', 'c', { mid: 'm' }),
    result('d', 't1'),
    end,
  ]),
  writtenCase('text-after-result-same-message', assistants, [
    user('a', 'a'),
    call('b', 't1', { mid: 'm' }),
    result('d', 't1'),
    say('c', 'c', { mid: 'm' }),
    user('y', 'y'),
    end,
  ]),
  writtenCase('tool-then-text-in-one-row', assistants, [
    user('a', 'a'),
    assistant('b', [callBlock('t1'), textBlock('b')]),
    result('c', 't1'),
    end,
  ]),
  writtenCase('tools-between-other-blocks', assistants, [
    user('a', 'a'),
    assistant('b', [textBlock('x'), callBlock('t1'), textBlock('y'), callBlock('t2'), textBlock('w')]),
    result('c', 't1'),
    result('d', 't2'),
    end,
  ]),
  writtenCase('two-messages-interleaved-with-tools', assistants, [
    user('a', 'a'),
    say('b', 'b', { mid: 'm' }),
    say('c', 'c', { mid: 'n' }),
    call('d', 't1', { mid: 'm' }),
    result('e', 't1'),
    call('f', 't2', { mid: 'n' }),
    result('g', 't2'),
    end,
  ]),
  writtenCase('text-result-text-in-one-row-then-text', users, [
    user('a', 'a'),
    call('b', 't1'),
    user('c', [textBlock('c'), resultBlock('t1'), textBlock('d')]),
    user('d', 'dd'),
    end,
  ]),
  writtenCase('assistants-at-tip', assistants, [user('a', 'a'), say('b', 'b'), say('c', 'c')]),
  writtenCase('several-blocks-in-one-row', assistants, [
    user('a', 'a'),
    assistant('b', [textBlock('b1'), textBlock('b2'), callBlock('t1')]),
    result('c', 't1'),
    end,
  ]),
  writtenCase('result-array-content', results, tool([textBlock('r1'), textBlock('r2')])),
  writtenCase('result-single-text-array', results, tool([textBlock('r1')])),
  writtenCase('result-empty-string', results, tool('')),
  writtenCase('result-empty-array', results, tool([])),
  writtenCase('result-no-content', results, [
    user('a', 'a'),
    call('b', 't1'),
    user('c', [{ tool_use_id: 't1', type: 'tool_result' }]),
    end,
  ]),
  writtenCase('result-image', results, tool([goodImage])),
  writtenCase('result-bad-image', results, tool([image])),
  writtenCase('result-error', results, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1', { content: 'no', isError: true }),
    end,
  ]),
  writtenCase('result-error-array', results, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1', { content: [textBlock('no')], isError: true }),
    end,
  ]),
  writtenCase('result-error-with-image', results, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1', { content: [textBlock('no'), goodImage], isError: true }),
    end,
  ]),
  writtenCase('result-error-empty', results, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1', { content: '', isError: true }),
    end,
  ]),
  writtenCase('result-is-error-false', results, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1', { isError: false }),
    end,
  ]),
  writtenCase('result-with-tool-use-result', results, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1', { toolUseResult: { type: 'text', file: { content: 'other' } } }),
    end,
  ]),
  writtenCase(
    'result-with-tool-reference',
    results,
    tool([{ type: 'tool_reference', tool_name: 'WebFetch' }]),
  ),
  writtenCase('result-with-extra-key', results, [
    user('a', 'a'),
    call('b', 't1'),
    user('c', [{ ...resultBlock('t1'), extra: 1 }]),
    end,
  ]),
  writtenCase(
    'result-persisted-output',
    results,
    tool('<persisted-output>\nOutput too large. Full output saved to: /x/y.txt\n</persisted-output>'),
  ),
  writtenCase('unknown-assistant-block', blocks, [
    user('a', 'a'),
    assistant('b', [{ type: 'hologram', x: 1 }, textBlock('b')]),
    user('y', 'y'),
    end,
  ]),
  writtenCase('unknown-user-block', blocks, [user('a', [{ type: 'hologram', x: 1 }, textBlock('a')]), end]),
  writtenCase('unknown-assistant-block-alone', blocks, [
    user('a', 'a'),
    assistant('b', [{ type: 'hologram', x: 1 }]),
    user('y', 'y'),
    end,
  ]),
  writtenCase('document-block', blocks, [
    user('a', [
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
      textBlock('a'),
    ]),
    end,
  ]),
  writtenCase('server-tool-blocks', blocks, [
    user('a', 'a'),
    assistant('b', [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      textBlock('b'),
    ]),
    user('y', 'y'),
    end,
  ]),
  writtenCase('server-tool-unanswered', blocks, [
    user('a', 'a'),
    assistant('b', [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
      textBlock('b'),
    ]),
    user('y', 'y'),
    end,
  ]),
  writtenCase('text-with-citations', blocks, [
    user('a', 'a'),
    assistant('b', [{ type: 'text', text: 'b', citations: null }]),
    user('y', 'y'),
    end,
  ]),
  writtenCase('text-with-extra-key', blocks, [
    user('a', [{ type: 'text', text: 'a', extra: 1 }]),
    assistant('b', [{ type: 'text', text: 'b', extra: 1 }]),
    user('y', 'y'),
    end,
  ]),
  writtenCase('cache-control-in-the-middle', blocks, [
    user('a', [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }]),
    say('b', 'b'),
    user('c', 'c'),
    say('d', 'd'),
    user('y', 'y'),
    end,
  ]),
  writtenCase('tool-use-with-extra-key', blocks, [
    user('a', 'a'),
    assistant('b', [{ ...callBlock('t1'), caller: { type: 'direct' }, extra: 1 }]),
    result('c', 't1'),
    end,
  ]),
  writtenCase('tool-unknown-name', blocks, [
    user('a', 'a'),
    call('b', 't1', { name: 'mcp__gone__tool' }),
    result('c', 't1'),
    end,
  ]),
  writtenCase('tool-string-input', blocks, [
    user('a', 'a'),
    assistant('b', [{ ...callBlock('t1'), input: '{"file_path":"/x"}' }]),
    result('c', 't1'),
    end,
  ]),
  writtenCase('tool-extra-input', blocks, [
    user('a', 'a'),
    assistant('b', [{ ...callBlock('t1'), input: { file_path: '/x', made_up: true } }]),
    result('c', 't1'),
    end,
  ]),
  writtenCase('tool-exit-plan-mode', blocks, [
    user('a', 'a'),
    assistant('b', [callBlock('t1', 'ExitPlanMode', { plan: 'p', planFilePath: '/p' })]),
    result('c', 't1'),
    end,
  ]),
  writtenCase('user-text-null', blocks, [user('a', [{ type: 'text', text: null }, textBlock('a')]), end]),
]

function tool(content: unknown): RowSpec[] {
  return [user('a', 'a'), call('b', 't1'), result('c', 't1', { content }), end]
}
