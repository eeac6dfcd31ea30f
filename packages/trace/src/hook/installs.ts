import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '@skein/store'

/** Milliseconds since the epoch, by the name of a transcript folder. */
type Times = Readonly<Partial<Record<string, number>>>

/** Stands for all projects: the hook is in the user's settings. */
export const EVERYWHERE = '*'

/**
 * Since when which project is traced, by the name of its transcript folder: what was written before the hook was installed
 * is not sent by itself, only when somebody asks for it.
 */
export class Installs {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** Milliseconds since the epoch. A project that a hook speaks of though none was installed by us is traced from now on. */
  since(folderName: string, now: number): number {
    const known = this.#read()
    const times = [known[EVERYWHERE], known[folderName]].filter((time) => time !== undefined)
    if (times.length > 0) return Math.min(...times)
    this.add(folderName, now)
    return now
  }

  /** An earlier time stays. */
  add(name: string, now: number): void {
    const known = this.#read()
    if (known[name] !== undefined) return
    this.#write({ ...known, [name]: now })
  }

  remove(name: string): void {
    const { [name]: gone, ...rest } = this.#read()
    if (gone !== undefined) this.#write(rest)
  }

  #write(times: Times): void {
    makeFolder(dirname(this.#file))
    const partial = `${this.#file}.${process.pid}.partial`
    writeFileSync(partial, `${JSON.stringify(times, null, 2)}\n`, { mode: 0o600 })
    renameSync(partial, this.#file)
  }

  #read(): Times {
    let value: unknown
    try {
      value = JSON.parse(readFileSync(this.#file, 'utf8'))
    } catch {
      // Not there yet, or damaged: then everything is traced from now on.
      return {}
    }
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, time]) => typeof time === 'number'))
  }
}
