import type { ReadToolCall } from '@skein/transcript'
import { readToolResult } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { touchOfCall } from './touch.ts'

const NO_CONTENT = { shape: 'absent', blocks: [], value: undefined } as const

function call(name: string, input: unknown, fields: Partial<ReadToolCall> = {}): ReadToolCall {
  return {
    id: 't',
    name,
    row: 0,
    use: 0,
    resultRow: 1,
    result: 1,
    status: 'ok',
    startTime: null,
    endTime: null,
    durationMs: null,
    input,
    output: readToolResult(name, undefined, NO_CONTENT),
    content: NO_CONTENT,
    ...fields,
  }
}

describe('touchOfCall', () => {
  const EDIT = { file_path: '/a', old_string: 'x', new_string: 'y\nz' }

  it.each([
    ['Edit', EDIT, ['-x', '+y', '+z'], 'y\nz x'],
    ['Edit', { ...EDIT, replace_all: true }, ['-x', '+y', '+z'], 'y\nz y\nz'],
    ['Write', { file_path: '/a', content: 'new\n' }, ['+new'], 'new\n'],
    [
      'MultiEdit',
      { file_path: '/a', edits: [EDIT, { old_string: 'z', new_string: 'w' }] },
      ['-x', '+y', '+z', '-z', '+w'],
      'y\nw x',
    ],
    ['NotebookEdit', { notebook_path: '/a', new_source: 'cell' }, ['+cell'], null],
  ])('tells a %s by its input where the result does not', (name, input, lines, after) => {
    const touch = touchOfCall(call(name, input))
    expect({
      path: touch?.path,
      before: touch?.before,
      lines: touch?.hunks.flatMap((hunk) => hunk.lines),
      after: touch?.after('x x'),
    }).toEqual({ path: '/a', before: null, lines, after })
  })

  it('goes by the result where there is one', () => {
    const output = readToolResult('Write', { type: 'create', filePath: '/b', content: 'real\n' }, NO_CONTENT)
    expect(touchOfCall(call('Write', { file_path: '/a', content: 'asked' }, { output }))).toMatchObject({
      path: '/b',
      created: true,
      before: '',
    })
  })

  it.each([
    ['one that failed', call('Edit', EDIT, { status: 'error' })],
    ['another tool', call('Read', { file_path: '/a', content: 'x' })],
    ['an input without a path', call('Edit', { old_string: 'x', new_string: 'y' })],
    ['an input of another shape', call('Edit', { file_path: '/a', old_string: 1, new_string: {} })],
    ['no input', call('Write', null)],
  ])('has none of %s', (_name, one) => {
    expect(touchOfCall(one)).toBe(null)
  })
})
