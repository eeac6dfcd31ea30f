import { filled } from './filled.ts'
import type { OpenFile } from './open-file.ts'

/** A stretch of a long text, with what stands around it. */
export interface TextPiece {
  readonly text: string
  /** What of `text` is the piece itself: `[from, to)`. The rest is its neighbours', so that a match at an edge is whole. */
  readonly own: OwnUnits
}

export interface OwnUnits {
  readonly from: number
  readonly to: number
}

/** 4 MiB: a piece and its forms take some tens of megabytes; shorter texts are one. */
export const PIECE_BYTES = 4 * 1024 * 1024

/** 64 KiB to each side: a match is found whole up to that length. */
export const MARGIN_BYTES = 64 * 1024

/**
 * The text of a file in pieces that together are all of it, each once; as much of it in memory as a piece takes.
 *
 * Contract: pieces meet where no character is taken apart and none composes with the one before it: behind a line end, else at
 * something of ASCII, and where there is nothing like it for `MARGIN_BYTES`, at a character.
 */
export function* piecesOf(bytes: OpenFile): Generator<TextPiece> {
  const buffer = new Uint8Array(Math.min(bytes.look.size, PIECE_BYTES + 2 * MARGIN_BYTES))
  for (let start = 0; start < bytes.look.size;) {
    const first = Math.max(0, start - MARGIN_BYTES)
    const read = filled(bytes, buffer, first)
    const [from, end] = [start - first, Math.min(start - first + PIECE_BYTES, read.length)]
    // It became shorter meanwhile.
    if (from >= read.length) return
    const to = first + end >= bytes.look.size || end === read.length ? end : edgeIn(read, end)
    const behind = read.subarray(to, Math.min(read.length, to + MARGIN_BYTES))
    const before = withoutTail(read.subarray(0, from))
    const own = decoder.decode(read.subarray(from, to))
    yield {
      text: `${before}${own}${new TextDecoder('utf-8', { ignoreBOM: true }).decode(behind, { stream: true })}`,
      own: { from: before.length, to: before.length + own.length },
    }
    start = first + to
  }
}

/** The text before a piece, which may begin within a character. */
function withoutTail(bytes: Uint8Array): string {
  let start = 0
  while (start < bytes.length && start < LONGEST_TAIL && isTail(bytes[start])) start++
  return decoder.decode(bytes.subarray(start))
}

/** Bytes of a character behind its first. */
const LONGEST_TAIL = 3

function isTail(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** Where a piece that ends about `end` does. */
function edgeIn(bytes: Uint8Array, end: number): number {
  const least = end - MARGIN_BYTES
  const line = bytes.lastIndexOf(NEWLINE, end - 1)
  if (line >= least) return line + 1
  for (let at = end; at > least; at--) if (bytes[at] < 0x80) return at
  for (let at = end; at > end - LONGEST_TAIL; at--) if (!isTail(bytes[at])) return at
  return end
}

const NEWLINE = 0x0a

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
