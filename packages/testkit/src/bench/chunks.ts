import { closeSync, openSync, readSync } from 'node:fs'

/** Reads a file in pieces of 1 MB into one buffer that is reused; stops after `limit` bytes. */
export function eachChunk(path: string, limit = Infinity, use: (chunk: Buffer) => void): void {
  const file = openSync(path, 'r')
  try {
    for (let left = limit; left > 0;) {
      const length = readSync(file, buffer, 0, Math.min(buffer.length, left), null)
      if (length === 0) return
      use(buffer.subarray(0, length))
      left -= length
    }
  } finally {
    closeSync(file)
  }
}

const buffer = Buffer.allocUnsafeSlow(1 << 20)
