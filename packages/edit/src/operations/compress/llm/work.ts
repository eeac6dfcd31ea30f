import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { EditError } from '../../../errors.ts'

/**
 * Answers that were paid for, in Skein's own data, until the edit they were made for is written: an edit that was
 * interrupted, or whose budget ran out, goes on from them.
 *
 * One file an answer, named by a hash of the question, readable by its owner only. Files that nobody came back for go
 * away after two weeks.
 */
export class CompressWork {
  readonly #folder: string
  readonly #used = new Set<string>()

  /** `home` is Skein's data directory. */
  constructor(home: string) {
    this.#folder = join(home, 'compress')
    this.#removeOld()
  }

  find(key: string): readonly string[] | null {
    const texts = this.#read(key)
    if (texts !== null) this.#used.add(key)
    return texts
  }

  keep(key: string, texts: readonly string[]): void {
    const file = this.#fileOf(key)
    const fresh = `${file}.${process.pid}.tmp`
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      writeFileSync(fresh, JSON.stringify({ texts }), { mode: 0o600 })
      renameSync(fresh, file)
    } catch (cause) {
      throw new EditError('unwritable', 'finished parts cannot be kept in the data directory', {
        remedy: 'make room there, or choose another with SKEIN_HOME',
        cause,
      })
    }
    this.#used.add(key)
  }

  /** How many answers were kept or found. */
  get count(): number {
    return this.#used.size
  }

  /** Removes what was kept or found: the edit is written. */
  forget(): void {
    for (const key of this.#used) rmSync(this.#fileOf(key), { force: true })
    this.#used.clear()
    try {
      rmdirSync(this.#folder)
    } catch {
      // Another edit's answers are in it, or it was never made.
    }
  }

  #fileOf(key: string): string {
    return join(this.#folder, `${key}.json`)
  }

  #read(key: string): string[] | null {
    try {
      const value: unknown = JSON.parse(readFileSync(this.#fileOf(key), 'utf8'))
      const texts = typeof value === 'object' && value !== null && 'texts' in value ? value.texts : null
      return Array.isArray(texts) && texts.every((text) => typeof text === 'string') ? texts : null
    } catch {
      // Not there, or damaged: it is asked for again.
      return null
    }
  }

  #removeOld(): void {
    try {
      for (const name of readdirSync(this.#folder)) {
        const file = join(this.#folder, name)
        if (Date.now() - statSync(file).mtimeMs > TWO_WEEKS) rmSync(file, { force: true })
      }
    } catch {
      // There is no such folder, or another process removes the same.
    }
  }
}

const TWO_WEEKS = 14 * 24 * 3600 * 1000
