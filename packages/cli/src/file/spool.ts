import { mkdtempSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Copies what can be read only once (standard input, a named pipe) into a temporary file, mode 0600,
 * and returns its descriptor. The file has no name any more when this returns, so nothing is left
 * behind however the command ends; where the system refuses that (Windows), `remove` does it.
 */
export function spool(from: number): { readonly descriptor: number; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'skein-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'stdin.jsonl')
    const descriptor = openSync(path, 'wx+', 0o600)
    if (process.platform !== 'win32') {
      unlinkSync(path)
      remove()
    }
    copy(from, descriptor)
    return { descriptor, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function copy(from: number, to: number): void {
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
      // A terminal or a pipe that another program made non-blocking has nothing just now.
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
