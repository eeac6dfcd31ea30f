import type { SkeinHome } from '../../home.ts'
import { openBytes, type FilePlace, type OpenBytes } from './open-bytes.ts'

/**
 * The longest of several transcripts, where all others are its beginnings or its equals; of equals the first. Null where two of
 * them went different ways: then only people know which one they mean.
 */
export function longestCopy<T extends FilePlace>(
  home: SkeinHome,
  [first, ...others]: readonly [T, ...T[]],
): T | null {
  let longest = { file: first, bytes: openBytes(home, first) }
  try {
    for (const file of others) {
      const other = { file, bytes: openBytes(home, file) }
      const shorter = other.bytes.size > longest.bytes.size ? longest : other
      if (shorter === longest) longest = other
      try {
        if (!isBeginning(shorter.bytes, longest.bytes)) return null
      } finally {
        shorter.bytes.close()
      }
    }
    return longest.file
  } finally {
    longest.bytes.close()
  }
}

function isBeginning(shorter: OpenBytes, longer: OpenBytes): boolean {
  const pieces = [Buffer.alloc(PIECE), Buffer.alloc(PIECE)] as const
  for (let offset = 0; offset < shorter.size;) {
    const length = Math.min(PIECE, shorter.size - offset)
    const [a, b] = [shorter, longer].map((bytes, i) => filled(bytes, pieces[i].subarray(0, length), offset))
    if (!a.equals(b)) return false
    offset += length
  }
  return true
}

/** What one of them has at an offset, less where it became shorter meanwhile. */
function filled(bytes: OpenBytes, piece: Buffer, offset: number): Buffer {
  let done = 0
  while (done < piece.length) {
    const count = bytes.readInto(piece.subarray(done), offset + done)
    if (count === 0) break
    done += count
  }
  return piece.subarray(0, done)
}

const PIECE = 256 * 1024
