import { describe, expect, it } from 'vitest'
import { clip } from './clip.ts'
import { diffRows } from './diff-rows.ts'
import type { Run } from './highlight.ts'
import { splitRuns } from './split-runs.ts'

const hunk = (start: number, lines: string[]) => ({
  oldStart: start,
  oldLines: lines.filter((line) => !line.startsWith('+')).length,
  newStart: start,
  newLines: lines.filter((line) => !line.startsWith('-')).length,
  lines,
})

describe('diffRows', () => {
  it('numbers both sides and marks what is new in a line', () => {
    const { rows, omitted } = diffRows([hunk(4, [' a', '-const x = 1', '+const x = 2', ' b'])])
    expect(omitted).toBe(0)
    expect(rows).toEqual([
      { sign: ' ', before: 4, after: 4, text: 'a', mark: null },
      { sign: '-', before: 5, after: null, text: 'const x = 1', mark: { start: 10, end: 11 } },
      { sign: '+', before: null, after: 5, text: 'const x = 2', mark: { start: 10, end: 11 } },
      { sign: ' ', before: 6, after: 6, text: 'b', mark: null },
    ])
  })

  it('marks whole signs, not half of one', () => {
    // Both begin with the same unit.
    const { rows } = diffRows([hunk(1, ['-the tide is 😀 today', '+the tide is 😁 today'])])
    expect(rows.map(({ text, mark }) => mark && text.slice(mark.start, mark.end))).toEqual(['😀', '😁'])
    // And these end with the same one.
    const others = diffRows([hunk(1, ['-the tide is \u{1f600} today', '+the tide is \u{1f200} today'])])
    expect(others.rows.map(({ text, mark }) => mark && text.slice(mark.start, mark.end))).toEqual([
      '\u{1f600}',
      '\u{1f200}',
    ])
  })

  it('marks nothing in lines that have little in common, and in runs of different length', () => {
    const marks = (lines: string[]) => diffRows([hunk(1, lines)]).rows.map(({ mark }) => mark)
    expect(marks(['-  alpha()', '+  something(else)'])).toEqual([null, null])
    expect(marks(['-same 1', '-same 2', '+same 3'])).toEqual([null, null, null])
  })

  it('knows no numbers where nobody does, and keeps the note about a last newline', () => {
    expect(
      diffRows([{ ...hunk(0, ['-a', '+b', '\\ No newline at end of file']), newStart: 0 }]).rows,
    ).toEqual([
      { sign: '-', before: null, after: null, text: 'a', mark: null },
      { sign: '+', before: null, after: null, text: 'b', mark: null },
      { sign: '\\', before: null, after: null, text: ' No newline at end of file', mark: null },
    ])
  })

  it('puts a gap between hunks and stops at a bound', () => {
    const { rows, omitted } = diffRows([hunk(1, ['+a', '+b']), hunk(90, ['+c', '+d', '+e'])], 4)
    expect(rows.map(({ sign, text }) => sign + text)).toEqual(['+a', '+b', 'gap', '+c'])
    expect(omitted).toBe(2)
  })

  it('draws at most a thousand rows of ten thousand', () => {
    const { rows, omitted } = diffRows([
      hunk(
        1,
        Array.from({ length: 10_000 }, (_, i) => `+${i}`),
      ),
    ])
    expect([rows.length, omitted]).toEqual([1000, 9000])
  })
})

describe('a mark in a line with colours', () => {
  const runs: Run[] = [
    ['keyword', 'const '],
    ['', 'tide = '],
    ['string', '"high"'],
  ]
  it.each([
    [
      6,
      10,
      [['keyword', 'const ']],
      [['', 'tide']],
      [
        ['', ' = '],
        ['string', '"high"'],
      ],
    ],
    [
      3,
      15,
      [['keyword', 'con']],
      [
        ['keyword', 'st '],
        ['', 'tide = '],
        ['string', '"h'],
      ],
      [['string', 'igh"']],
    ],
    [0, 19, [], runs, []],
    [13, 13, runs.slice(0, 2), [], runs.slice(2)],
  ])('from %i to %i keeps them', (start, end, before, part, behind) =>
    expect(splitRuns(runs, { start, end })).toEqual({ before, part, behind }),
  )
})

describe('clip', () => {
  it.each([
    ['a\nb\nc', { lines: 5, signs: 99 }, { text: 'a\nb\nc', lines: 0, signs: 0 }],
    ['a\nb\nc', { lines: 2, signs: 99 }, { text: 'a\nb', lines: 1, signs: 1 }],
    ['a\nb\nc\n', { lines: 1, signs: 99 }, { text: 'a', lines: 2, signs: 4 }],
    ['abcdef', { lines: 9, signs: 4 }, { text: 'abcd', lines: 1, signs: 2 }],
  ])('%j', (text, most, clipped) => expect(clip(text, most)).toEqual(clipped))
})
