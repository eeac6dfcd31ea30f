import { Scanner } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpilledText } from '../../files/bytes/spilled-files.ts'
import { entryTexts } from '../search/entry-text.ts'
import { BlockBuilder } from './block-builder.ts'
import type { SignedBlock } from './signed-block.ts'
import { bitsOf, hasBit } from './grams.ts'

describe('BlockBuilder', () => {
  it('cuts a transcript into blocks without gaps, each of whole lines', () => {
    const lines = Array.from({ length: 40 }, (_, i) => prompt(`line ${i} ${'word '.repeat(2000)}`, i))
    const blocks = blocksOf(lines)
    const starts = lines.map((_, i) => lines.slice(0, i).join('').length)
    expect(blocks.length).toBeGreaterThan(3)
    expect(blocks.map(({ start }) => starts.indexOf(start) + 1)).toEqual(blocks.map(({ line }) => line))
    expect(blocks.map(({ start }) => start)).toEqual([0, ...blocks.slice(0, -1).map(({ stop }) => stop)])
    expect(blocks.at(-1)?.stop).toBe(lines.join('').length)
  })

  it('is the same however the bytes are cut', () => {
    const lines = Array.from({ length: 60 }, (_, i) =>
      i % 40 === 4 ? standIn(i) : prompt(`${i} ${'some words of text '.repeat(200 + i)}`, i),
    )
    const whole = blocksOf(lines)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 }), (cuts) => {
        expect(blocksOf(lines, cuts)).toEqual(whole)
      }),
      { numRuns: 10 },
    )
  })

  it('signs the texts of every kind of row', () => {
    const rows = [
      { type: 'user', message: { content: 'typed prompt' } },
      {
        type: 'assistant',
        message: { content: [{ type: 'thinking', thinking: 'deep thought', signature: 'zzzz' }] },
      },
      {
        type: 'assistant',
        message: { content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls -la' } }] },
      },
      {
        type: 'user',
        message: {
          content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'total 42' }] }],
        },
      },
      {
        type: 'user',
        message: { content: [{ type: 'document', source: { type: 'text', data: 'plain document' } }] },
      },
      { type: 'system', subtype: 'informational', content: 'system words' },
      { type: 'attachment', attachment: { type: 'queued_command', prompt: 'queued words' } },
      { type: 'custom-title', customTitle: 'given title' },
      { type: 'new-thing', payload: { text: 'unheard of' } },
      { type: 'user', message: 'bare message' },
      { message: { role: 'user', content: 'no type' } },
    ]
    const [block] = blocksOf(rows.map((row) => `${JSON.stringify(row)}\n`))
    const found = rows.flatMap((row) => entryTexts(row).map(({ text }) => text))
    expect(found).toEqual([
      'typed prompt',
      'deep thought',
      'ls -la',
      'total 42',
      'plain document',
      'system words',
      'queued words',
      'given title',
      'unheard of',
      'bare message',
      'no type',
    ])
    expect(found.filter((text) => !bitsOf(text).every((bit) => hasBit(block.bits, bit)))).toEqual([])
    expect(bitsOf('zzzz').every((bit) => hasBit(block.bits, bit))).toBe(false)
  })

  it('keeps the latest time, and none where no row has one', () => {
    const [timed] = blocksOf([prompt('a', 5), prompt('b', 9), prompt('c', 7)])
    const [timeless] = blocksOf(['{"type":"custom-title","customTitle":"x"}\n'])
    expect([timed.time, timeless.time]).toEqual([9000, Number.NaN])
  })

  it('gives the block of a row that is too long to read all bits', () => {
    const scan = new Scanner({ maxLineBytes: 1000 })
    const builder = new BlockBuilder({ offset: 0, line: 1 }, () => null)
    const bytes = new TextEncoder().encode(prompt('x'.repeat(2000), 1) + prompt('short', 2))
    scan.push(bytes)
    builder.add(scan, { from: 0, to: scan.columns.count }, bytes, 0)
    const [long, short] = builder.finish({ offset: bytes.length, line: 3 })
    expect(long.bits.every((byte) => byte === 0xff)).toBe(true)
    expect(long.odd).toBe(true)
    expect(short.line).toBe(2)
    expect(short.odd).toBe(false)
  })

  it('gives a row that stands for a spilled output a block of its own, with the text of the output', () => {
    const lines = [prompt('first', 1), standIn(9), prompt('last', 3)]
    const blocks = blocksOf(lines, [3], (name) => (name === 'b1.txt' ? 'spilled words' : null))
    expect(blocks.map(({ line, time, odd }) => ({ line, time, odd }))).toEqual([
      { line: 1, time: 1000, odd: false },
      { line: 2, time: 9000, odd: true },
      { line: 3, time: 3000, odd: false },
    ])
    expect(blocks.map(({ bits }) => holds(bits, 'spilled words'))).toEqual([false, true, false])
    expect(holds(blocks[1].bits, 'preview')).toBe(true)
    expect(blocks[0].text).toBe('first'.length)
  })

  it('leaves such a row in the block of a row before it on its line', () => {
    const lines = [prompt('first', 1), prompt('second', 2).trimEnd() + standIn(9)]
    const blocks = blocksOf(lines, [2], () => 'spilled words')
    const [block] = blocks.filter(({ start, stop }) => start <= lines[0].length && stop > lines[0].length)
    expect(['second', 'preview', 'spilled words'].map((text) => holds(block.bits, text))).toEqual([
      true,
      true,
      true,
    ])
    expect(block.odd).toBe(true)
  })

  it('covers lines that are no rows', () => {
    const text = `not json\n${prompt('hello', 1)}{"torn\n`
    expect(blocksOf([text]).map(({ start, stop, line }) => ({ start, stop, line }))).toEqual([
      { start: 0, stop: text.length, line: 1 },
    ])
  })
})

function prompt(text: string, second: number): string {
  const timestamp = new Date(second * 1000).toISOString()
  return `${JSON.stringify({ type: 'user', timestamp, message: { role: 'user', content: text } })}\n`
}

/** A result whose output was spilled to `b1.txt`. */
function standIn(second: number): string {
  const timestamp = new Date(second * 1000).toISOString()
  const content = '<persisted-output>\nFull output saved to: /s/tool-results/b1.txt\n\npreview'
  const blocks = [{ type: 'tool_result', tool_use_id: 't', content }]
  return `${JSON.stringify({ type: 'user', timestamp, message: { role: 'user', content: blocks } })}\n`
}

function holds(bits: Uint8Array, text: string): boolean {
  return bitsOf(text).every((bit) => hasBit(bits, bit))
}

/** Feeds whole lines, `cuts[i]` of them at a time. */
function blocksOf(
  lines: readonly string[],
  cuts: readonly number[] = [lines.length],
  spilledText: SpilledText = () => null,
): SignedBlock[] {
  const scan = new Scanner()
  const builder = new BlockBuilder({ offset: 0, line: 1 }, spilledText)
  let at = 0
  for (let line = 0, i = 0; line < lines.length; i++) {
    const count = cuts[i % cuts.length]
    const bytes = new TextEncoder().encode(lines.slice(line, line + count).join(''))
    const from = scan.columns.count
    scan.push(bytes)
    builder.add(scan, { from, to: scan.columns.count }, bytes, at)
    at += bytes.length
    line += count
  }
  return builder.finish({ offset: at, line: lines.length + 1 })
}
