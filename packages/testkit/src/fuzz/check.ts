import { Scanner, type ScannerOptions } from '@skein/transcript'
import type { Random } from '../corpus/prng.ts'
import type { DamagedInput, IntactLine } from './damage.ts'
import { expectedRows } from './expected-rows.ts'
import { difference, pictureOf, rowTexts } from './picture.ts'
import { structureOf, viewsOf } from './structure.ts'

/**
 * What is wrong with how Skein reads one damaged input; nothing when all is well.
 *
 * Holds for any bytes: no exception, no intact line lost, the same rows and diagnostics however
 * the bytes are cut, the same from a saved state, the same structure when they arrive in pieces.
 */
export function faultsOf(input: DamagedInput, random: Random): string[] {
  const faults: string[] = []
  const expected = expectedRows(input)
  attempt(faults, 'read', () => {
    const cold = scanned([input.bytes], {})
    for (const row of lostRows(expected, cold)) faults.push(`lost the intact line at ${row.offset}`)
    const parts = split(input.bytes, random)
    const chunked = difference(pictureOf(cold), pictureOf(scanned(parts, {})))
    if (chunked !== undefined) faults.push(`in pieces: ${chunked} differs`)
    // One in four: turning all rows into text costs more than the other checks.
    if (random.chance(0.25) && !sameRows(rowTexts(cold), resumedRows(parts, random)))
      faults.push('from a saved state: rows differ')
  })
  attempt(faults, 'read with a small line limit', () => {
    const options = { maxLineBytes: random.pick(LINE_LIMITS) }
    const cold = scanned([input.bytes], options)
    const short = expected.filter((row) => onShortLine(input.bytes, row, options.maxLineBytes))
    for (const row of lostRows(short, cold))
      faults.push(`small line limit: lost the intact line at ${row.offset}`)
    const chunked = difference(pictureOf(cold), pictureOf(scanned(split(input.bytes, random), options)))
    if (chunked !== undefined) faults.push(`small line limit, in pieces: ${chunked} differs`)
  })
  attempt(faults, 'structure', () => {
    const cold = structureOf([input.bytes])
    if (structureOf(split(input.bytes, random)) !== cold) faults.push('structure in pieces differs')
  })
  // One in four, as above: views are for people to look at, one session at a time, and cost accordingly.
  if (random.chance(0.25)) {
    attempt(faults, 'views', () => {
      if (viewsOf(split(input.bytes, random)) !== viewsOf([input.bytes]))
        faults.push('views in pieces differ')
    })
  }
  return faults
}

/** The ranges that are no row of the scanner. */
export function lostRows(expected: readonly IntactLine[], { columns }: Scanner): IntactLine[] {
  const lengths = new Map<number, number>()
  for (let row = 0; row < columns.count; row++) lengths.set(columns.offset[row], columns.length[row])
  return expected.filter(({ offset, length }) => lengths.get(offset) !== length)
}

/** From "a line or two fit" down to "hardly any line fits"; the default is far above any input here. */
const LINE_LIMITS = [64, 700, 4000]

function attempt(faults: string[], what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    faults.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`)
  }
}

function scanned(parts: readonly Uint8Array[], options: ScannerOptions): Scanner {
  const scanner = new Scanner(options)
  for (const part of parts) scanner.push(part)
  scanner.end()
  return scanner
}

/** Rows of a scanner and of a second one that continues its saved state after some part. */
function resumedRows(parts: readonly Uint8Array[], random: Random): string[] {
  const at = random.int(0, parts.length)
  const first = new Scanner()
  for (const part of parts.slice(0, at)) first.push(part)
  const second = new Scanner({ state: structuredClone(first.save()) })
  for (const part of parts.slice(at)) second.push(part)
  second.end()
  return [...rowTexts(first), ...rowTexts(second)]
}

function sameRows(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((row, i) => row === b[i])
}

/** Pieces from single bytes to everything, each in its own memory, overwritten once it was read. */
function split(bytes: Uint8Array, random: Random): Uint8Array[] {
  const parts: Uint8Array[] = []
  const longest = random.pick([16, 300, 5000, 100_000])
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + random.int(1, longest))
    parts.push(bytes.slice(start, end))
    start = end
  }
  return parts
}

function onShortLine(bytes: Uint8Array, { offset }: IntactLine, limit: number): boolean {
  const start = bytes.lastIndexOf(0x0a, offset) + 1
  const newline = bytes.indexOf(0x0a, offset)
  return (newline < 0 ? bytes.length : newline) - start <= limit
}
