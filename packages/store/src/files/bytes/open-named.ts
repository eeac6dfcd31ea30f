import { closeSync, mkdtempSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromFile, openFileBytes, type OpenBytes } from './open-bytes.ts'
import { notAFile, openAnything, openFile } from './open-file.ts'

/**
 * Opens what somebody named on a command line: a file, or a pipe, which is read to its end first; `-` is standard input.
 * What is neither is refused at once, and so is a pipe that nobody writes to. Throws what the system throws.
 */
export function openNamed(path: string): OpenBytes {
  if (path === '-') return spooled(0, path)
  const { descriptor, stats } = openAnything(path)
  try {
    if (stats.isFile()) return openFileBytes(path)
    if (!stats.isFIFO()) throw notAFile(path, stats)
    return spooled(descriptor, path)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Copies what can be read only once into a temporary file, mode 0600. The file has no name any more when this returns, so
 * nothing is left behind however the command ends; where the system refuses that (Windows), closing it does.
 */
function spooled(from: number, path: string): OpenBytes {
  const folder = mkdtempSync(join(tmpdir(), 'skein-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'stream.jsonl')
    const to = openSync(copy, 'wx+', 0o600)
    try {
      copyAll(from, to)
      const file = openFile(copy)
      if (process.platform === 'win32')
        return fromFile({ ...file, close: () => (file.close(), remove()) }, path)
      unlinkSync(copy)
      remove()
      return fromFile(file, path)
    } finally {
      closeSync(to)
    }
  } catch (error) {
    remove()
    throw error
  }
}

function copyAll(from: number, to: number): void {
  const buffer = new Uint8Array(1024 * 1024)
  for (;;) {
    const count = readSome(from, buffer)
    if (count === 0) return
    for (let done = 0; done < count;) done += writeSync(to, buffer, done, count - done)
  }
}

function readSome(from: number, buffer: Uint8Array): number {
  for (;;) {
    try {
      return readSync(from, buffer, 0, buffer.length, null)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      // Windows says so at the end of a pipe.
      if (code === 'EOF') return 0
      // Somebody has the other end, and wrote nothing yet.
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
