import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '@skein/store'
import { readPointer, type Pointer } from './pointer.ts'

/** A session that hooks have pointed to, all its pointers as one. */
export interface SpooledSession {
  readonly session: string
  readonly transcript: string
  /**
   * It ended with so many bytes: while it has no more, nobody writes to it. Null for one that goes on, as far as hooks know.
   */
  readonly settledAt: number | null
  /** A turn is said to be over: what is missing of it is about to be written. */
  readonly stopped: boolean
  /** A hook wrote of it since the spool was last looked at. */
  readonly fresh: boolean
  /** How often an exporter failed on it. */
  readonly tries: number
}

/**
 * The pointers between hooks and the exporter, as files in one folder.
 *
 * Hooks write `….json` and replace what is there. The exporter renames to `….taken` before it reads, so that what it
 * removes later is what it has read, and never what a hook wrote meanwhile. Who dies leaves its `.taken` files to the next one.
 * Contract: reading and removing is for the holder of the exporter's lock; garbage is dropped and told.
 */
export class Spool {
  readonly #folder: string
  readonly #garbage: (name: string) => void

  constructor(folder: string, garbage: (name: string) => void = () => {}) {
    this.#folder = folder
    this.#garbage = garbage
  }

  /** Whether a hook has written since the last `take`. */
  hasNew(): boolean {
    return this.#files().some((name) => name.endsWith(NEW))
  }

  /** How many transcripts lie here. It only looks, so that anybody may ask. */
  waiting(): number {
    return new Set(this.#pointers().flatMap((name) => pointerIn(join(this.#folder, name))?.transcript ?? []))
      .size
  }

  /** All that lies here, one a transcript; those of which a hook has just written come first. */
  take(): SpooledSession[] {
    const fresh = new Set<string>()
    for (const name of this.#files()) {
      if (name.endsWith(PARTIAL)) this.#removeLeftover(name)
      if (!name.endsWith(NEW)) continue
      const taken = `${name.slice(0, -NEW.length)}${TAKEN}`
      // Another pointer of the same name is an older one, of a shorter file.
      renameSync(join(this.#folder, name), join(this.#folder, taken))
      fresh.add(taken)
    }
    const byTranscript = new Map<string, { pointers: Pointer[]; fresh: boolean }>()
    for (const [name, pointer] of this.#taken()) {
      const found = byTranscript.get(pointer.transcript) ?? { pointers: [], fresh: false }
      byTranscript.set(pointer.transcript, found)
      found.pointers.push(pointer)
      found.fresh ||= fresh.has(name)
    }
    const sessions = Array.from(byTranscript.values(), ({ pointers, fresh: isFresh }) =>
      merged(pointers, isFresh),
    )
    return sessions.toSorted((a, b) => Number(b.fresh) - Number(a.fresh))
  }

  /** Nothing is left to do for it. */
  remove(transcript: string): void {
    for (const [name, pointer] of this.#taken())
      if (pointer.transcript === transcript) rmSync(join(this.#folder, name), { force: true })
  }

  /** It failed: it stays for the next exporter, unless it has done so too often. Whether it stays. */
  keep(transcript: string): boolean {
    let isKept = false
    for (const [name, pointer] of this.#taken()) {
      if (pointer.transcript !== transcript) continue
      const path = join(this.#folder, name)
      if (pointer.tries + 1 >= MOST_TRIES) {
        rmSync(path, { force: true })
        continue
      }
      const partial = `${path}.${process.pid}${PARTIAL}`
      writeFileSync(partial, JSON.stringify({ ...pointer, tries: pointer.tries + 1 }), { mode: 0o600 })
      renameSync(partial, path)
      isKept = true
    }
    return isKept
  }

  /** How many pointers lie here; anybody may ask. */
  get count(): number {
    return this.#pointers().length
  }

  /** Keeps the newest pointers, so many. */
  forgetOldest(most: number): void {
    const dated = this.#pointers().map((name) => {
      const path = join(this.#folder, name)
      return { path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
    })
    const oldest = dated.toSorted((a, b) => b.time - a.time).slice(most)
    for (const { path } of oldest) rmSync(path, { force: true })
  }

  #pointers(): string[] {
    return this.#files().filter((name) => name.endsWith(NEW) || name.endsWith(TAKEN))
  }

  #taken(): [name: string, pointer: Pointer][] {
    return this.#files().flatMap((name): [string, Pointer][] => {
      if (!name.endsWith(TAKEN)) return []
      const path = join(this.#folder, name)
      const pointer = pointerIn(path)
      if (pointer !== null) return [[name, pointer]]
      rmSync(path, { force: true })
      this.#garbage(name)
      return []
    })
  }

  /** What a hook that was killed has begun. */
  #removeLeftover(name: string): void {
    const pid = /\.(\d+)\.partial$/.exec(name)?.[1]
    if (pid === undefined || !isRunning(Number(pid))) rmSync(join(this.#folder, name), { force: true })
  }

  #files(): string[] {
    try {
      return readdirSync(this.#folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .toSorted()
    } catch (error) {
      // No hook ever ran.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  }
}

const NEW = '.json'
const TAKEN = '.taken'
const PARTIAL = '.partial'
/** Two long paths and some ids. */
const LARGEST = 64 * 1024
/** Every later turn is a try; then `skein trace send` is left, and the look for sessions that are behind. */
export const MOST_TRIES = 100

/** Null for what is no pointer, and for one that an exporter was done with meanwhile. */
function pointerIn(path: string): Pointer | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0 || size > LARGEST) return null
  try {
    return readPointer(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function merged(pointers: readonly Pointer[], fresh: boolean): SpooledSession {
  const [{ session, transcript }] = pointers
  const largest = (event: Pointer['event']): number =>
    Math.max(-1, ...pointers.filter((pointer) => pointer.event === event).map(({ size }) => size))
  const stop = largest('Stop')
  const end = largest('SessionEnd')
  return {
    session,
    transcript,
    // A session that was resumed after its end has grown before it stops again.
    settledAt: end >= 0 && end >= stop ? end : null,
    stopped: stop >= 0,
    fresh,
    tries: Math.max(...pointers.map(({ tries }) => tries)),
  }
}
