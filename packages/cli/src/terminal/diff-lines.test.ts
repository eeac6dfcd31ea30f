import { describe, expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'
import { styleOf } from './style.ts'

const hunk = { oldStart: 9, oldLines: 3, newStart: 9, newLines: 3, lines: [' a', '-b', '+c', ' d'] }

describe('diffLines', () => {
  it('numbers lines as they are after the change, removed ones as they were', () => {
    expect(diffLines([hunk], styleOf(false), 40)).toEqual([' 9   a', '10 - b', '10 + c', '11   d'])
  })

  it('marks what is left out between hunks', () => {
    const next = {
      oldStart: 50,
      oldLines: 1,
      newStart: 50,
      newLines: 0,
      lines: ['-x', '\\ No newline at end of file'],
    }
    expect(diffLines([hunk, next], styleOf(false), 40).slice(4)).toEqual([
      '  ⋯',
      '50 - x',
      '   \\  No newline at end of file',
    ])
  })

  it('has no numbers where nobody knows the lines', () => {
    const loose = { oldStart: 0, oldLines: 1, newStart: 0, newLines: 1, lines: ['-a', '+b'] }
    expect(diffLines([loose], styleOf(false), 40)).toEqual(['- a', '+ b'])
  })

  it('paints, breaks long lines and makes hostile ones inert', () => {
    expect(diffLines([{ ...hunk, lines: ['+x'] }], styleOf(true), 40)).toEqual([
      '\u001b[2m 9 \u001b[22m\u001b[32m+ x\u001b[39m',
    ])
    expect(diffLines([{ ...hunk, lines: [`+${'y'.repeat(12)}`] }], styleOf(false), 13)).toEqual([
      ' 9 + yyyyyyyy',
      '     yyyy',
    ])
    expect(diffLines([{ ...hunk, lines: ['+\u001b[2J\ra\u2028b'] }], styleOf(false), 40)).toEqual([
      ' 9 + ␤a␤b',
    ])
  })
})
