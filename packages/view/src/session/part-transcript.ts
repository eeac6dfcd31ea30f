import type { ByteRange, ByteSource } from '@skein/transcript'
import { FLAG, lineTo, rangeOf, Transcript, wasmWalker } from '@skein/transcript'
import type { WholeTranscript } from './whole-session.ts'

/** Some entries of a transcript, as if they were one by themselves. */
export interface PartTranscript extends WholeTranscript {
  /** Of its rows, in the whole file. */
  readonly lines: readonly number[]
  readonly size: number
}

/** A branch as if it were the conversation: the entries from the root to its tip, with everything that belongs to their messages. */
export function branchTranscript(opened: WholeTranscript, tip: number): PartTranscript {
  return partTranscript(opened, lineTo(opened.transcript, tip))
}

/**
 * A transcript of some of the entries, in their order; whose, the last one tells. Bodies stay where they are; only their
 * places are mapped.
 */
export function partTranscript(
  { transcript: whole, source, hide, lines }: WholeTranscript,
  rows: readonly number[],
): PartTranscript {
  const { scan } = whole
  const places = rows.map((row) => rangeOf(scan, row))
  // A sub-agent of the oldest versions stands in its parent's file; by itself it is like one with its own.
  const isSide = (scan.columns.flags[rows.at(-1) ?? 0] & FLAG.sidechain) !== 0
  const transcript = new Transcript({ walker: wasmWalker(), agentFile: whole.agentFile || isSide })
  const starts: number[] = []
  let size = 0
  for (const place of places) {
    starts.push(size)
    transcript.append(source.read([place])[0])
    transcript.append(NEWLINE)
    size += place.length + 1
  }
  transcript.end()
  return {
    transcript,
    source: movedSource(source, places, starts),
    hide,
    lines: rows.map((row) => lines?.[row] ?? scan.columns.line[row]),
    size,
  }
}

const NEWLINE = Uint8Array.of(0x0a)

/** Reads ranges of the part where they stand in the whole file. No range goes over the end of an entry. */
function movedSource(
  source: ByteSource,
  places: readonly ByteRange[],
  starts: readonly number[],
): ByteSource {
  return {
    read: (ranges) =>
      source.read(
        ranges.map(({ offset, length }) => {
          const at = lastAtMost(starts, offset)
          return { offset: places[at].offset + offset - starts[at], length }
        }),
      ),
  }
}

/** The place of the last number that is not larger; numbers rise. */
function lastAtMost(numbers: readonly number[], wanted: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (numbers[middle] <= wanted) low = middle
    else high = middle - 1
  }
  return low
}
