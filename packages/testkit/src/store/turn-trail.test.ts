import { readTranscript, Scanner, turnCount } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSession } from '../corpus/session.ts'
import { anySession } from '../kernel/sessions.ts'
import { orderedTranscript, randomTranscript } from '../../../view/test/random-transcript.ts'
import { HashList } from '../../../store/src/embedded/index/uuid-hash.ts'
import {
  isSure,
  NO_TRAIL,
  trailOf,
  TurnTrail,
  type Trail,
} from '../../../store/src/embedded/catalogue/turn-trail.ts'

describe('the turns of a transcript that is read', () => {
  it('are those of the kernel, whatever its lines say', () => {
    let sure = 0
    fc.assert(
      fc.property(randomTranscript(), (lines) => {
        const trail = readFirst(Buffer.concat(lines))
        if (!isSure(trail)) return
        sure++
        expect(trail.turns).toBe(turnsIn(Buffer.concat(lines)))
      }),
      { numRuns: 400, seed: 3 },
    )
    expect(sure).toBeGreaterThan(100)
  })

  it('are those of the kernel in any pieces, as long as no uuid comes twice', () => {
    const pieces = fc.tuple(fc.oneof(randomTranscript(), orderedTranscript()), fc.array(fc.nat(40)))
    fc.assert(
      fc.property(pieces, ([lines, cuts]) => {
        fc.pre(readTranscript(Buffer.concat(lines)).graph.shadowed.length === 0)
        const parts = cut(lines, cuts)
        const trails = read(parts)
        for (const [i, trail] of trails.entries())
          expect(trail.turns).toBe(turnsIn(Buffer.concat(parts.slice(0, i + 1))))
      }),
      { numRuns: 400 },
    )
  })

  it('are those of the kernel in generated sessions, read at once and as they grow', () => {
    let [sure, all] = [0, 0]
    fc.assert(
      fc.property(anySession, fc.array(fc.nat(200)), (options, cuts) => {
        const { bytes } = generateSession(options)
        const lines = linesOf(bytes)
        const trails = read(cut(lines, cuts), () => all++)
        expect(trails.at(-1)?.turns).toBe(turnsIn(bytes))
        sure += trails.length
      }),
      { numRuns: 150, seed: 3 },
    )
    // The structure of all lines is asked for now and then.
    expect(all / sure).toBeLessThan(0.35)
  })
})

describe('lines that are appended', () => {
  const start = [prompt('a', null), said('b', 'a')]

  it.each([
    ['a turn', [prompt('c', 'b'), said('d', 'c')], 2],
    ['an answer', [said('c', 'b'), said('d', 'c')], 1],
    ['a compaction', [boundary('c', 'b'), prompt('d', 'c'), said('e', 'd')], 2],
    ['another start', [prompt('c', null), said('d', 'c')], 1],
    ['a rewind to a row that was read last', [prompt('c', 'a'), said('d', 'c')], 2],
    ['the row that is named as the last one', [marker('b'), prompt('c', 'b')], 2],
    ['rows beside the conversation', [{ type: 'progress', uuid: 'p', parentUuid: 'gone' }], 1],
  ])('are counted by themselves: %s', (_, rows, turns) => {
    const [before] = read([bytesOf(start)])
    const trail = readOn(before, bytesOf(rows))
    expect(trail.turns).toBe(turns)
    expect(turnsIn(bytesOf([...start, ...rows]))).toBe(turns)
  })

  it.each([
    ['hang on a row of long ago', [prompt('c', 'gone')]],
    ['repeat a uuid', [prompt('b', 'a')]],
    ['go back behind the row that is named as the last one', [marker('b'), prompt('c', 'a')]],
    ['name another row as the last one', [marker('a'), said('c', 'b')]],
    ['name a row that was not read', [marker('gone')]],
    ['have no uuid', [{ type: 'user', message: { content: 'x' } }]],
  ])('need all lines where they %s', (_, rows) => {
    const [before] = read([bytesOf(start)])
    expect(isSure(readOn(before, bytesOf(rows)))).toBe(false)
  })

  it('are counted by themselves again once all lines were looked at', () => {
    const rows = [...start, prompt('c', 'b'), said('d', 'c'), marker('b'), prompt('e', 'b')]
    const whole = trailOf(readTranscript(bytesOf(rows)))
    expect(whole).toMatchObject({ turns: 2 })
    expect(readOn(whole, bytesOf([said('f', 'e'), prompt('g', 'f')]))).toMatchObject({ turns: 3 })
    expect(isSure(readOn(whole, bytesOf([prompt('g', 'd')])))).toBe(false)
  })
})

/** Reads pieces one after another, as an index does that grows with its files. */
function read(pieces: readonly Uint8Array[], onWhole: () => void = () => {}): Trail[] {
  const trails: Trail[] = []
  let trail = NO_TRAIL
  for (const [i, piece] of pieces.entries()) {
    const next = i === 0 ? readFirst(piece) : readOn(trail, piece)
    if (!isSure(next)) onWhole()
    trail = isSure(next) ? next : trailOf(readTranscript(Buffer.concat(pieces.slice(0, i + 1))))
    trails.push(trail)
  }
  return trails
}

function readFirst(bytes: Uint8Array): Trail {
  return readLines(new TurnTrail(NO_TRAIL, true), bytes)
}

function readOn(before: Trail, bytes: Uint8Array): Trail {
  return readLines(new TurnTrail(before, false), bytes)
}

function readLines(trail: TurnTrail, bytes: Uint8Array): Trail {
  const scan = new Scanner()
  scan.push(bytes)
  scan.end()
  const { columns, ids } = scan
  const to = columns.count
  trail.add({ scan, from: 0, to, fromDiagnostic: 0, bytes, at: 0, agentFile: false })
  const uuids = new HashList()
  for (let row = 0; row < to; row++) if (columns.uuid[row] !== 0) uuids.add(ids.bytes(columns.uuid[row]))
  return trail.end(scan, uuids.sorted())
}

function turnsIn(bytes: Uint8Array): number {
  return turnCount(readTranscript(bytes))
}

function cut(lines: readonly Uint8Array[], cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set([...cuts.filter((at) => at > 0 && at < lines.length), lines.length])]
  places.sort((a, b) => a - b)
  return places.map((to, i) => Buffer.concat(lines.slice(places[i - 1] ?? 0, to)))
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const text = Buffer.from(bytes)
  const lines: Uint8Array[] = []
  for (let from = 0; from < text.length;) {
    const end = text.indexOf(10, from)
    const to = end < 0 ? text.length : end + 1
    lines.push(text.subarray(from, to))
    from = to
  }
  return lines
}

function bytesOf(rows: readonly object[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

function prompt(uuid: string, parentUuid: string | null): object {
  return { type: 'user', uuid, parentUuid, message: { role: 'user', content: `do ${uuid}` } }
}

function said(uuid: string, parentUuid: string): object {
  return { type: 'assistant', uuid, parentUuid, message: { content: [{ type: 'text', text: uuid }] } }
}

function boundary(uuid: string, logicalParentUuid: string): object {
  return { type: 'system', subtype: 'compact_boundary', uuid, parentUuid: null, logicalParentUuid }
}

function marker(leafUuid: string): object {
  return { type: 'last-prompt', leafUuid }
}
