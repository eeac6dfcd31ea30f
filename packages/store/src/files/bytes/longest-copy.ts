import type { SkeinHome } from '../../home.ts'
import { filled } from './filled.ts'
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
      const shorter = other.bytes.look.size > longest.bytes.look.size ? longest : other
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
  for (let offset = 0; offset < shorter.look.size;) {
    const length = Math.min(PIECE, shorter.look.size - offset)
    const [a, b] = [shorter, longer].map((bytes, i) => filled(bytes, pieces[i].subarray(0, length), offset))
    if (Buffer.compare(a, b) !== 0) return false
    offset += length
  }
  return true
}

const PIECE = 256 * 1024
