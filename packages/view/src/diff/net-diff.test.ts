import type { ToolResult } from '@skein/transcript'
import { readToolResult } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { diffOf, lineCounts, netDiff } from './net-diff.ts'
import { touchOf } from './touch.ts'
import type { Touch } from './touch.ts'

const NO_CONTENT = { shape: 'absent', blocks: [], value: undefined } as const

function touches(...results: readonly [name: string, value: object][]): Touch[] {
  return results.map(([name, value]) => {
    const touch = touchOf(readToolResult(name, { filePath: '/a.txt', ...value }, NO_CONTENT))
    if (touch === null) throw new Error(`no touch: ${name}`)
    return touch
  })
}

const create = ['Write', { type: 'create', content: 'one\ntwo\n', structuredPatch: [] }] as [string, object]

describe('netDiff', () => {
  it('of a new file is its last text', () => {
    const edit: [string, object] = [
      'Edit',
      { oldString: 'two', newString: 'three', originalFile: 'one\ntwo\n' },
    ]
    expect(netDiff(touches(create, edit))).toEqual({
      kind: 'net',
      created: true,
      added: 2,
      removed: 0,
      hunks: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 2, lines: ['+one', '+three'] }],
      changedElsewhere: false,
    })
  })

  it('is nothing where a change was taken back', () => {
    const there: [string, object] = ['Edit', { oldString: 'a', newString: 'b', originalFile: 'a\n' }]
    const back: [string, object] = ['Edit', { oldString: 'b', newString: 'a', originalFile: null }]
    expect(netDiff(touches(there, back))).toEqual({
      kind: 'net',
      created: false,
      added: 0,
      removed: 0,
      hunks: [],
      changedElsewhere: false,
    })
  })

  it('says that something else changed the file, and has that in it', () => {
    const first: [string, object] = ['Edit', { oldString: 'a', newString: 'b', originalFile: 'a\nx\n' }]
    const second: [string, object] = ['Edit', { oldString: 'b', newString: 'c', originalFile: 'b\ny\n' }]
    expect(netDiff(touches(first, second))).toEqual({
      kind: 'net',
      created: false,
      added: 2,
      removed: 2,
      hunks: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: ['-a', '-x', '+c', '+y'] }],
      changedElsewhere: true,
    })
  })

  it('is the changes one after another where the text before is not known', () => {
    const patch = [{ oldStart: 7, oldLines: 1, newStart: 7, newLines: 1, lines: ['-a', '+b'] }]
    const first: [string, object] = [
      'Edit',
      { oldString: 'a', newString: 'b', originalFile: null, structuredPatch: patch },
    ]
    const second: [string, object] = ['Edit', { oldString: 'c', newString: 'd\ne', originalFile: null }]
    expect(netDiff(touches(first, second))).toEqual({
      kind: 'steps',
      created: false,
      added: 3,
      removed: 2,
      hunks: [...patch, { oldStart: 0, oldLines: 1, newStart: 0, newLines: 2, lines: ['-c', '+d', '+e'] }],
      changedElsewhere: false,
    })
  })

  it('follows what a user made of an edit by its patch, and gives up where that does not fit', () => {
    const edit = (line: string): [string, object] => [
      'Edit',
      {
        oldString: 'a',
        newString: 'b',
        originalFile: 'a\n',
        userModified: true,
        structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [line, '+mine'] }],
      },
    ]
    expect(netDiff(touches(edit('-a')))).toMatchObject({ kind: 'net', hunks: [{ lines: ['-a', '+mine'] }] })
    expect(netDiff(touches(edit('-other')))).toMatchObject({
      kind: 'steps',
      hunks: [{ lines: ['-other', '+mine'] }],
    })
  })

  it('takes replacement signs for what they are', () => {
    const edit: [string, object] = ['Edit', { oldString: 'a', newString: '$&$1', originalFile: 'a a\n' }]
    const all: [string, object] = [
      'Edit',
      { oldString: 'a', newString: '$$', originalFile: 'a a\n', replaceAll: true },
    ]
    expect(netDiff(touches(edit)).hunks[0].lines).toEqual(['-a a', '+$&$1 a'])
    expect(netDiff(touches(all)).hunks[0].lines).toEqual(['-a a', '+$$ $$'])
  })

  it('follows several edits of one call, and notebooks', () => {
    const multi: [string, object] = [
      'MultiEdit',
      {
        originalFileContents: 'a\nb\n',
        structuredPatch: [],
        edits: [
          { old_string: 'a', new_string: 'c' },
          { old_string: 'c', new_string: 'd' },
        ],
      },
    ]
    expect(netDiff(touches(multi)).hunks[0].lines).toEqual(['-a', '+d', ' b'])
    const notebook: [string, object] = [
      'NotebookEdit',
      { notebook_path: '/n.ipynb', new_source: 'x', original_file: '{"a":1}\n', updated_file: '{"a":2}\n' },
    ]
    expect(netDiff(touches(notebook)).hunks[0].lines).toEqual(['-{"a":1}', '+{"a":2}'])
  })

  it('has no touch of results that change no file', () => {
    const results: ToolResult[] = [
      readToolResult('Bash', { stdout: 'x', stderr: '' }, NO_CONTENT),
      readToolResult('Edit', 'Error: no', NO_CONTENT),
      readToolResult('NotebookEdit', { notebook_path: '/n', new_source: '', error: 'no' }, NO_CONTENT),
    ]
    expect(results.map(touchOf)).toEqual([null, null, null])
  })
})

describe('diffOf', () => {
  it('of texts that have nothing in common is the one for the other', () => {
    const text = (word: string): string => Array.from({ length: 3000 }, (_, i) => `${word} ${i}\n`).join('')
    const hunks = diffOf(text('old'), text('new'))
    expect({ hunks: hunks.length, ...lineCounts(hunks) }).toEqual({ hunks: 1, added: 3000, removed: 3000 })
  })
})
