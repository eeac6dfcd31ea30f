import { describe, expect, it } from 'vitest'
import { entryTexts, type EntryText } from './entry-text.ts'

describe('entryTexts', () => {
  it.each<[string, Record<string, unknown>, EntryText[]]>([
    ['a prompt', { type: 'user', message: { content: 'hi' } }, [{ field: 'prompt', text: 'hi' }]],
    [
      'an injected one',
      { type: 'user', isMeta: true, message: { content: 'hi' } },
      [{ field: 'system', text: 'hi' }],
    ],
    [
      'the summary of a compaction',
      { type: 'user', isCompactSummary: true, message: { content: 'so far' } },
      [{ field: 'summary', text: 'so far' }],
    ],
    ['an answer', assistant({ type: 'text', text: 'yes' }), [{ field: 'answer', text: 'yes' }]],
    [
      'a failure',
      { ...assistant({ type: 'text', text: 'overloaded' }), isApiErrorMessage: true },
      [{ field: 'error', text: 'overloaded' }],
    ],
    [
      'thinking, without its signature',
      assistant({ type: 'thinking', thinking: 'hm', signature: 's' }),
      [{ field: 'thinking', text: 'hm' }],
    ],
    [
      'every string of a tool call, whatever its key, but not the name',
      assistant({
        type: 'tool_use',
        id: 't1',
        name: 'Bash',
        input: { command: 'ls', id: 'x', deep: [{ type: 'y', n: 1 }] },
      }),
      [
        { field: 'tool-input', tool: 'Bash', toolId: 't1', key: 'command', text: 'ls' },
        { field: 'tool-input', tool: 'Bash', toolId: 't1', key: 'id', text: 'x' },
        { field: 'tool-input', tool: 'Bash', toolId: 't1', key: 'type', text: 'y' },
      ],
    ],
    [
      'what the model saw of a result, and not the copy for screens',
      {
        ...user({
          type: 'tool_result',
          tool_use_id: 't1',
          content: [
            { type: 'text', text: 'out' },
            { type: 'image', source: { data: 'iVBOR' } },
          ],
        }),
        toolUseResult: { stdout: 'more' },
      },
      [{ field: 'tool-result', toolId: 't1', text: 'out' }],
    ],
    [
      'an error',
      user({ type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'bad' }),
      [{ field: 'error', toolId: 't1', text: 'bad' }],
    ],
    [
      'a document of text',
      user({ type: 'document', title: 'T', source: { type: 'text', data: 'body' } }),
      [
        { field: 'prompt', text: 'T' },
        { field: 'prompt', text: 'body' },
      ],
    ],
    ['no document of bytes', user({ type: 'document', source: { type: 'base64', data: 'JVBER' } }), []],
    [
      'a web search, without what is encrypted',
      assistant({
        type: 'web_search_tool_result',
        tool_use_id: 'w',
        content: [
          { type: 'web_search_result', title: 'Found', url: 'https://x.test', encrypted_content: 'Eo' },
        ],
      }),
      [
        { field: 'tool-result', toolId: 'w', text: 'Found' },
        { field: 'tool-result', toolId: 'w', text: 'https://x.test' },
      ],
    ],
    [
      'a system row',
      { type: 'system', subtype: 'informational', content: 'note', cwd: '/x', level: 'info' },
      [{ field: 'system', key: 'content', text: 'note' }],
    ],
    [
      'a failed request',
      { type: 'system', subtype: 'api_error', error: { message: 'no' } },
      [{ field: 'error', key: 'message', text: 'no' }],
    ],
    [
      'titles',
      { type: 'ai-title', aiTitle: 'Name', sessionId: 's' },
      [{ field: 'title', key: 'aiTitle', text: 'Name' }],
    ],
    [
      'a queued prompt',
      { type: 'queue-operation', operation: 'enqueue', content: 'later' },
      [{ field: 'prompt', key: 'content', text: 'later' }],
    ],
    [
      'an attached file',
      {
        type: 'attachment',
        attachment: { type: 'file', filename: 'a.md', content: { file: { content: 'text' } } },
      },
      [
        { field: 'attachment', key: 'filename', text: 'a.md' },
        { field: 'attachment', key: 'content', text: 'text' },
      ],
    ],
    [
      'no listing of what the model may use',
      { type: 'attachment', attachment: { type: 'skill_listing', content: 'all' } },
      [],
    ],
    ['no progress', { type: 'progress', data: { output: 'half' } }, []],
    [
      'a type that nobody knows',
      { type: 'later-version', note: { text: 'new' } },
      [{ field: 'other', key: 'text', text: 'new' }],
    ],
    [
      'a row without type, by its role',
      { message: { role: 'assistant', content: 'old' } },
      [{ field: 'answer', text: 'old' }],
    ],
    ['content at the top level', { type: 'user', content: 'top' }, [{ field: 'prompt', text: 'top' }]],
    [
      'a key that is also a method',
      { type: 'x', ['__proto__']: 'kept', constructor: 'too' },
      [
        { field: 'other', key: '__proto__', text: 'kept' },
        { field: 'other', key: 'constructor', text: 'too' },
      ],
    ],
  ])('reads %s', (_what, row, texts) => {
    expect(entryTexts(row)).toEqual(texts)
  })

  it('reads rows that nest deeper than a stack is', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}"bottom"${']'.repeat(100_000)}`)
    expect(entryTexts(assistant({ type: 'tool_use', name: 'X', input: deep }))).toMatchObject([
      { text: 'bottom' },
    ])
  })
})

function assistant(block: object): Record<string, unknown> {
  return { type: 'assistant', message: { role: 'assistant', content: [block] } }
}

function user(block: object): Record<string, unknown> {
  return { type: 'user', message: { role: 'user', content: [block] } }
}
