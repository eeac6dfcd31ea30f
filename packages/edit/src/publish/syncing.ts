import { close, closeSync, fsync } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * Makes written files last through a power cut while the next ones are written: a disk takes its time, and several files
 * together take it little longer than one.
 */
export class Syncing {
  readonly #started: Promise<Error | null>[] = []
  readonly #later: string[] = []

  /** Takes over the descriptor of a file that is written in full. */
  add(descriptor: number, path: string): void {
    if (this.#started.length >= MOST_OPEN) {
      closeSync(descriptor)
      this.#later.push(path)
      return
    }
    this.#started.push(
      new Promise((resolve) =>
        fsync(descriptor, (failed) =>
          close(descriptor, (alsoFailed) => resolve(failed ?? alsoFailed ?? null)),
        ),
      ),
    )
  }

  /** Resolves when all files are on the disk; throws where one cannot be. */
  async done(): Promise<void> {
    const failed = (await Promise.all(this.#started)).find((error) => error !== null)
    if (failed !== undefined) throw failed
    const waiting = this.#later.values()
    const worker = async (): Promise<void> => {
      for (const path of waiting) {
        const handle = await open(path, 'r+')
        try {
          await handle.sync()
        } finally {
          await handle.close()
        }
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
  }
}

/** Nothing is closed before the caller waits, and a process may not have very many files open. */
const MOST_OPEN = 400
