import { Transcript, type TranscriptOptions } from '@skein/transcript'
import type { OpenBytes } from './open-bytes.ts'

/** Reads the structure of a transcript piece by piece, never the file as a whole; says how many bytes there were. */
export function readTranscript(
  bytes: Pick<OpenBytes, 'readInto'>,
  options: TranscriptOptions,
): { readonly transcript: Transcript; readonly size: number } {
  const transcript = new Transcript(options)
  let size = 0
  for (;;) {
    const count = bytes.readInto(PIECE, size)
    if (count === 0) break
    transcript.append(PIECE.subarray(0, count))
    size += count
  }
  transcript.end()
  return { transcript, size }
}

/**
 * 1 MiB: larger pieces read no faster. One buffer for all files: a scanner may hold on to the last piece it was given, and a
 * session can have a thousand sub-agents.
 */
const PIECE = new Uint8Array(1024 * 1024)
