import { EntryStream, Scanner, type Entry } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { Random } from '../corpus/prng.ts'
import { generateSession } from '../corpus/session.ts'
import { damaged, linesOf } from '../fuzz/damage.ts'

describe('EntryStream', () => {
  it('gives the entries of a whole transcript with their places and values', () => {
    const text = '{"type":"user","uuid":"ü"}\n{"type":"mode"}\n{"uuid":"last"}'
    const entries = entriesOf([Buffer.from(text)])
    expect(entries.map(({ place, value }) => ({ place, value }))).toEqual([
      { place: { line: 1, offset: 0, length: 27 }, value: { type: 'user', uuid: 'ü' } },
      { place: { line: 2, offset: 28, length: 15 }, value: { type: 'mode' } },
      { place: { line: 3, offset: 44, length: 15 }, value: { uuid: 'last' } },
    ])
  })

  it('gives an entry for each row of a scanner, however damaged the bytes and however cut', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed)
      const { bytes } = damaged(linesOf(generateSession({ seed: seed % 20, turns: 2 }).bytes), random)
      const entries = entriesOf(cut(bytes, random.pick([50, 1000, 100_000])))
      expect(entries.map(({ place }) => place)).toEqual(rowPlaces(bytes))
    }
  })

  it('tells the place of a line that is too long to hold, and goes on', () => {
    const long = JSON.stringify({ uuid: 'b', text: 'x'.repeat(17 * 1024 * 1024) })
    const places: Entry['place'][] = []
    const entries = entriesOf(cut(Buffer.from(`{"uuid":"a"}\n${long}\n{"uuid":"c"}\n`), 1 << 20), places)
    expect(places).toEqual([{ line: 2, offset: 13, length: long.length }])
    expect(entries.map(({ uuid }) => uuid)).toEqual(['a', 'c'])
    expect(entries[1].place).toEqual({ line: 3, offset: 14 + long.length, length: 12 })
  })
})

function entriesOf(chunks: readonly Buffer[], oversized: Entry['place'][] = []): Entry[] {
  const entries: Entry[] = []
  const stream = new EntryStream({
    entry: (entry) => entries.push(entry),
    oversized: (place) => oversized.push(place),
  })
  for (const chunk of chunks) stream.push(chunk)
  stream.end()
  return entries
}

function cut(bytes: Uint8Array, length: number): Buffer[] {
  const chunks: Buffer[] = []
  for (let start = 0; start < bytes.length; start += length)
    chunks.push(Buffer.from(bytes.slice(start, start + length)))
  return chunks
}

function rowPlaces(bytes: Uint8Array): Entry['place'][] {
  const scanner = new Scanner()
  scanner.push(bytes)
  scanner.end()
  const { columns } = scanner
  return Array.from({ length: columns.count }, (_, row) => ({
    line: columns.line[row],
    offset: columns.offset[row],
    length: columns.length[row],
  }))
}
