import type { ByteRange, ByteSource } from '@skein/transcript'
import { FLAG, lineTo, rangeOf, Transcript, wasmWalker } from '@skein/transcript'
import type { OpenTranscript } from './open-transcript.ts'
import { lineOf } from './open-transcript.ts'

/**
 * A transcript as if one of its branches were the conversation: it holds the entries from the root to
 * the branch's tip, with everything that belongs to their messages, and nothing else. Bodies stay in
 * the file; only their places are mapped. Closing it closes nothing: the file is still the other's.
 */
export function branchTranscript(opened: OpenTranscript, tip: number): OpenTranscript {
  return partTranscript(opened, lineTo(opened.transcript, tip))
}

/** A transcript of some of the entries, in their order; whose, the last one tells. */
export function partTranscript(opened: OpenTranscript, rows: readonly number[]): OpenTranscript {
  const { scan } = opened.transcript
  const places = rows.map((row) => rangeOf(scan, row))
  // A sub-agent of the oldest versions stands in its parent's file; by itself it is like one with its own.
  const isSide = (scan.columns.flags[rows.at(-1) ?? 0] & FLAG.sidechain) !== 0
  const agentFile = opened.transcript.agentFile || isSide
  const transcript = new Transcript({ walker: wasmWalker(), agentFile })
  const starts: number[] = []
  let size = 0
  for (const place of places) {
    starts.push(size)
    transcript.append(opened.source.read([place])[0])
    transcript.append(NEWLINE)
    size += place.length + 1
  }
  transcript.end()
  return {
    ...opened,
    transcript,
    size,
    source: movedSource(opened.source, places, starts),
    lines: rows.map((row) => lineOf(opened, row)),
    close: () => {},
  }
}

const NEWLINE = Uint8Array.of(0x0a)

/** Reads ranges of the branch where they stand in the whole file. No range goes over the end of an entry. */
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
