import { EntryStream, type Entry } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { answer, lines as rows, prompt, result } from '../../test/run-skein.ts'
import { screenOf, tooWide, WIDTHS } from '../../test/screen.ts'
import { entryLines } from './entry-lines.ts'

const from = { session: '5e551017-aaaa-4000-8000-000000000001', agent: null }
const bash = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } }

function entries(...all: readonly object[]): Entry[] {
  const found: Entry[] = []
  const stream = new EntryStream({ entry: (entry) => void found.push(entry) })
  stream.push(new TextEncoder().encode(rows(...all)))
  stream.end()
  return found
}

describe('entryLines', () => {
  it('has the session in the margin, a prompt whole, a call and its result in a line each', () => {
    const said = entries(
      prompt('a', null, 'Run the tests\nplease', 0),
      answer('b', 'a', bash, 1),
      result('c', 'b', 't1', 2, { text: 'Exit code 1\n2 failed', error: true }),
      answer('d', 'c', 'Two failed.', 3),
    )
    expect(said.flatMap((entry) => entryLines(entry, from, screenOf(60)))).toEqual([
      '5e551017  › Run the tests',
      '            please',
      '5e551017  ● Bash npm test',
      '5e551017    ✗ Exit code 1 2 failed',
      '5e551017    Two failed.',
    ])
  })

  it('tells sub-agents by both names', () => {
    const [entry] = entries(prompt('a', null, 'Look', 0))
    expect(entryLines(entry, { ...from, agent: 'a1b2c3d4' }, screenOf(60))).toEqual(['5e55·a1b2 › Look'])
  })

  it.each(WIDTHS)('fits %i columns', (width) => {
    const said = entries(
      prompt('a', null, '日本語テキスト '.repeat(20), 0),
      answer('b', 'a', { ...bash, input: { command: 'x'.repeat(300) } }, 1),
      result('c', 'b', 't1', 2, { text: 'y'.repeat(300) }),
      answer('d', 'c', { type: 'thinking', thinking: 'z'.repeat(300), signature: 's' }, 3),
      { type: 'custom-title', customTitle: 't'.repeat(300) },
    )
    for (const entry of said) expect(tooWide(entryLines(entry, from, screenOf(width)), width)).toEqual([])
  })
})
