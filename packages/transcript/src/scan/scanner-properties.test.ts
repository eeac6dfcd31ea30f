import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryText } from '../../test/entry-arbitrary.ts'
import { damagedBytes } from '../../test/json-arbitrary.ts'
import { pictureOf, scan } from '../../test/scan-text.ts'
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { PlainWalker } from './plain-walker.ts'
import { Scanner } from './scanner.ts'

// Small, so that some of the generated lines are oversized.
const maxLineBytes = 300

/** A file of intact, damaged, blank and CRLF lines; the last one may lack its newline. */
const file = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 4, arbitrary: entryText().map(encodeUtf8) },
          { weight: 4, arbitrary: damagedBytes(entryText()) },
          {
            weight: 1,
            arbitrary: fc.constantFrom('', ' ', '\0\0', '\ufeff{}', '[]', '{"uuid":"é😀"}').map(encodeUtf8),
          },
          {
            weight: 1,
            arbitrary: fc
              .tuple(entryText(), entryText())
              .map(([a, b]) => encodeUtf8(a.slice(0, a.length / 2) + b)),
          },
        ),
        fc.constantFrom([0x0a], [0x0a], [0x0a], [0x0d, 0x0a]),
      ),
      { maxLength: 8 },
    ),
    fc.boolean(),
  )
  .map(([lines, whole]) => {
    const bytes = lines.flatMap(([line, end]) => [...line, ...end])
    return Uint8Array.from(whole ? bytes : bytes.slice(0, -1))
  })

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const edges = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  )
  return edges.slice(1).map((edge, i) => bytes.slice(edges[i], edge))
}

describe('Scanner, on any bytes', () => {
  it('gives the same rows and diagnostics however the bytes are cut', () => {
    fc.assert(
      fc.property(file, fc.array(fc.nat(), { maxLength: 12 }), (bytes, places) => {
        const whole = pictureOf(scan([bytes], { maxLineBytes }))
        expect(pictureOf(scan(cut(bytes, places), { maxLineBytes }))).toEqual(whole)
        expect(pictureOf(scan(cut(bytes, places), { maxLineBytes, walker: new PlainWalker() }))).toEqual(
          whole,
        )
      }),
      { numRuns: 300 },
    )
  })

  it('gives the same rows and diagnostics byte by byte', () => {
    fc.assert(
      fc.property(file, (bytes) => {
        const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))
        expect(pictureOf(scan(single, { maxLineBytes }))).toEqual(pictureOf(scan([bytes], { maxLineBytes })))
      }),
      { numRuns: 200 },
    )
  })

  it('goes on from a saved state exactly where it stood', () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(), (bytes, place, second) => {
        const [head, tail, rest] = cut(bytes, [place, second])
        const whole = new Scanner({ maxLineBytes })
        whole.push(head)
        const from = { row: whole.columns.count, block: whole.blocks.count, usage: whole.usage.count }
        const diagnosticsBefore = whole.diagnostics.length
        const state = structuredClone(whole.save())
        whole.push(tail)
        whole.push(rest)
        whole.end()
        const resumed = scan([tail, rest], { maxLineBytes, state })
        const expected = pictureOf(whole, from)
        expect(pictureOf(resumed)).toEqual({
          ...expected,
          diagnostics: expected.diagnostics.slice(diagnosticsBefore),
        })
        expect(resumed.offset).toBe(whole.offset)
      }),
      { numRuns: 300 },
    )
  })

  it('reads a row for every line that is a JSON object, at its place', () => {
    fc.assert(
      fc.property(file, (bytes) => {
        const { columns } = scan([bytes])
        const places = new Set(Array.from({ length: columns.count }, (_, row) => columns.offset[row]))
        for (const offset of objectLines(bytes)) expect(places).toContain(offset)
      }),
      { numRuns: 300 },
    )
  })

  it('gives each row a byte range that parses, in file order and without overlap', () => {
    fc.assert(
      fc.property(file, (bytes) => {
        const { columns } = scan([bytes])
        let end = 0
        for (let row = 0; row < columns.count; row++) {
          expect(columns.offset[row]).toBeGreaterThanOrEqual(end)
          end = columns.offset[row] + columns.length[row]
          const value: unknown = JSON.parse(decodeUtf8(bytes.subarray(columns.offset[row], end)))
          expect(value).toBeTypeOf('object')
        }
      }),
      { numRuns: 300 },
    )
  })

  it('never loses an intact line, whatever happens to the lines around it', () => {
    const lines = fc.array(entryText(), { minLength: 2, maxLength: 6 })
    const damage = fc.array(
      fc.record({
        kind: fc.constantFrom('flip', 'cut', 'duplicate', 'swap', 'delete', 'join'),
        line: fc.nat(),
        at: fc.nat(),
        byte: fc.nat(255),
      }),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(lines, damage, (texts, faults) => {
        const bytes = damaged(texts, faults)
        const { columns } = scan([bytes])
        const places = new Set(Array.from({ length: columns.count }, (_, row) => columns.offset[row]))
        for (const offset of objectLines(bytes)) expect(places).toContain(offset)
      }),
      { numRuns: 1000 },
    )
  })
})

interface Fault {
  readonly kind: string
  readonly line: number
  readonly at: number
  readonly byte: number
}

function damaged(texts: readonly string[], faults: readonly Fault[]): Uint8Array {
  const lines = texts.map((text) => [...encodeUtf8(text), 0x0a])
  for (const { kind, line, at, byte } of faults) {
    if (lines.length === 0) break
    const i = line % lines.length
    const place = at % (lines[i].length + 1)
    if (kind === 'flip') lines[i][place] = byte
    else if (kind === 'cut') lines[i] = lines[i].slice(0, place)
    else if (kind === 'duplicate') lines.splice(i, 0, [...lines[i]])
    else if (kind === 'swap') lines.push(...lines.splice(i, 1))
    else if (kind === 'delete') lines.splice(i, 1)
    else lines[i] = lines[i].filter((c) => c !== 0x0a)
  }
  return Uint8Array.from(lines.flat())
}

/** Offsets of the `{` of every line that JSON.parse reads as an object. */
function objectLines(bytes: Uint8Array): number[] {
  const offsets: number[] = []
  let start = 0
  while (start < bytes.length) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline < 0 ? bytes.length : newline
    const text = decodeUtf8(bytes.subarray(start, end))
    if (isObject(text)) offsets.push(start + text.search(/\S/))
    start = end + 1
  }
  return offsets
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
