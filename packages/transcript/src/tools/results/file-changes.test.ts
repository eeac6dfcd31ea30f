import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContent } from '../../entry/content-block.ts'
import { foldFileChanges } from './file-changes.ts'
import { readToolResult } from './tool-result.ts'

const result = (name: string, value: unknown) => readToolResult(name, value, readContent(undefined))

const create = (filePath: string, content: string) =>
  result('Write', { type: 'create', filePath, content, structuredPatch: [], originalFile: null })

const edit = (filePath: string, ...structuredPatch: object[]) =>
  result('Edit', { filePath, oldString: 'x', newString: 'y', originalFile: null, structuredPatch })

const hunk = (oldStart: number, ...lines: string[]) => ({
  oldStart,
  oldLines: lines.filter((line) => !line.startsWith('+')).length,
  newStart: oldStart,
  newLines: lines.filter((line) => !line.startsWith('-')).length,
  lines,
})

describe('foldFileChanges', () => {
  it('counts the lines of a new file', () => {
    expect(
      foldFileChanges([create('/a', 'one\ntwo\n'), create('/b', 'no newline'), create('/c', '')]),
    ).toEqual([
      { path: '/a', created: true, added: 2, removed: 0, edits: 1 },
      { path: '/b', created: true, added: 1, removed: 0, edits: 1 },
      { path: '/c', created: true, added: 0, removed: 0, edits: 1 },
    ])
  })

  it('keeps the order of first touch and leaves out what changes no file', () => {
    const changes = foldFileChanges([
      edit('/b', hunk(1, '-old', '+new')),
      result('Bash', { stdout: '', stderr: '' }),
      result('Edit', 'Error: String to replace not found in file.'),
      edit('/a', hunk(7, ' same', '+new', '\\ No newline at end of file')),
      edit('/b', hunk(9, '-gone')),
    ])
    expect(changes).toEqual([
      { path: '/b', created: false, added: 1, removed: 2, edits: 2 },
      { path: '/a', created: false, added: 1, removed: 0, edits: 1 },
    ])
  })

  it('takes back an addition where the session removes its own line', () => {
    const changes = foldFileChanges([
      edit('/a', hunk(5, ' same', '+mine', '+mine too')),
      edit('/a', hunk(6, '-mine', '+better')),
      edit('/a', hunk(7, '-mine too', '-theirs')),
    ])
    expect(changes).toEqual([{ path: '/a', created: false, added: 1, removed: 1, edits: 3 }])
  })

  it('places every hunk of a patch by the text before the patch', () => {
    const changes = foldFileChanges([
      // Three lines in front: the session's own line 20 is line 23 from here on.
      edit('/a', hunk(1, '+1', '+2', '+3'), hunk(20, '-old', '+own')),
      edit('/a', hunk(23, '-own', '+own again')),
    ])
    expect(changes).toEqual([{ path: '/a', created: false, added: 4, removed: 1, edits: 2 }])
  })

  it('gives a file that was made and then edited the lines it has now', () => {
    const changes = foldFileChanges([
      create('/a', '1\n2\n3\n'),
      edit('/a', hunk(2, '-2', '+two', '+and a half')),
    ])
    expect(changes).toEqual([{ path: '/a', created: true, added: 4, removed: 0, edits: 2 }])
  })

  it('starts anew where a file is made again, and does not call it created for that', () => {
    const changes = foldFileChanges([edit('/a', hunk(1, '-x', '+y')), create('/a', '1\n2\n')])
    expect(changes).toEqual([{ path: '/a', created: false, added: 2, removed: 1, edits: 2 }])
  })

  it('compares the texts where there is no patch', () => {
    const changes = foldFileChanges([
      result('Write', {
        type: 'update',
        filePath: '/w',
        content: 'a\nB\nC\nd\n',
        originalFile: 'a\nb\nd\n',
        structuredPatch: [],
      }),
      result('Edit', {
        filePath: '/e',
        oldString: '',
        newString: 'new\nfile\n',
        originalFile: '',
        structuredPatch: [],
      }),
      result('NotebookEdit', {
        new_source: 'x',
        notebook_path: '/n.ipynb',
        original_file: '{\n1\n}',
        updated_file: '{\n2\n3\n}',
        error: '',
      }),
      result('NotebookEdit', { new_source: 'x', notebook_path: '/no.ipynb', error: 'Cell not found' }),
    ])
    expect(changes).toEqual([
      { path: '/w', created: false, added: 2, removed: 1, edits: 1 },
      { path: '/e', created: true, added: 2, removed: 0, edits: 1 },
      { path: '/n.ipynb', created: false, added: 2, removed: 1, edits: 1 },
    ])
  })

  it('counts hunks out of order and out of range without losing one', () => {
    const changes = foldFileChanges([edit('/a', hunk(1e300, '-x'), hunk(-5, '+y'), hunk(2, '-z'))])
    expect(changes).toEqual([{ path: '/a', created: false, added: 1, removed: 2, edits: 1 }])
  })

  // The truth here is kept line by line, as a list of who wrote what.
  it('equals a line-by-line account of any run of replacements', () => {
    const step = fc.record({ at: fc.nat(30), remove: fc.nat(4), add: fc.nat(4) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const lines: ('own' | 'theirs')[] = Array.from({ length: 40 }, () => 'theirs')
        const patches = steps.map(({ at, remove, add }) => {
          const start = Math.min(at, lines.length)
          const gone = lines.splice(start, remove, ...Array.from({ length: add }, () => 'own' as const))
          return edit(
            '/a',
            hunk(start + 1, ...gone.map(() => '-x'), ...Array.from({ length: add }, () => '+y')),
          )
        })
        // A step that removes and adds nothing has no patch to show.
        fc.pre(steps.every(({ remove, add }) => remove + add > 0))
        const kept = lines.filter((line) => line === 'theirs').length
        const expected = {
          path: '/a',
          created: false,
          added: lines.length - kept,
          removed: 40 - kept,
          edits: steps.length,
        }
        expect(foldFileChanges(patches)).toEqual(steps.length === 0 ? [] : [expected])
      }),
    )
  })
})
