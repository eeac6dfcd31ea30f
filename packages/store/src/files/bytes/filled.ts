import type { OpenFile } from './open-file.ts'

/** As much of the buffer as there is at an offset. */
export function filled(open: Pick<OpenFile, 'readInto'>, buffer: Uint8Array, offset: number): Uint8Array {
  let done = 0
  while (done < buffer.length) {
    const count = open.readInto(done === 0 ? buffer : buffer.subarray(done), offset + done)
    if (count === 0) break
    done += count
  }
  return buffer.subarray(0, done)
}
