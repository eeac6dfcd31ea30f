import type { Columns } from '@skein/transcript'
import type { ByteSink } from './byte-sink.ts'
import { CITING_KEYS, CONTENT_KEYS, UUID_LENGTH, type Ids, type RowPlace } from './row-place.ts'

/**
 * Copies a row with new ids and every other byte as it was.
 *
 * Parsing and writing a row anew would lose what JSON does not keep (escapes, spacing, long numbers) and
 * take three times as long. So the row's bytes are walked, and string tokens that are ids are exchanged.
 * What people and the model said (`CONTENT_KEYS`) is passed over: an id in there is text.
 */
export class RowPatcher {
  readonly #ids: Ids
  readonly #sink: ByteSink
  #bytes: Buffer = Buffer.alloc(0)
  #end = 0
  /** Most of a row; the kernel knows where it ends. */
  #messageStart = 0
  #messageEnd = 0
  #resultStart = 0
  #resultEnd = 0
  #copied = 0
  /** The key of the value that is walked, without its quotes. */
  #keyStart = 0
  #keyEnd = 0
  /** Ids are uuids throughout: no other string has to be looked at. */
  readonly #onlyUuids: boolean
  /** Paths were found by searching, key after key, so changes may be out of order. */
  #relinked = false

  constructor(ids: Ids, sink: ByteSink) {
    this.#ids = ids
    this.#sink = sink
    this.#onlyUuids = [...ids.lengths].every((length) => length === UUID_LENGTH)
  }

  /** False where the row is not as expected (escaped keys, no JSON); nothing was copied then. */
  patch({ columns, row, bytes, start }: SourceRow, place: RowPlace): boolean {
    const end = start + columns.length[row]
    this.#bytes = bytes
    this.#end = end
    this.#messageStart = start + columns.messageStart[row]
    this.#messageEnd = start + columns.messageEnd[row]
    this.#resultStart = start + columns.resultStart[row]
    this.#resultEnd = start + columns.resultEnd[row]
    this.#copied = start
    this.#relinked = false
    const changes: Change[] = []
    if (this.#walk(start, place, changes) < 0) return false
    if (this.#relinked) changes.sort((a, b) => a.from - b.from)
    for (const { from, to, text } of changes) {
      this.#sink.copy(bytes, this.#copied, from)
      this.#sink.text(text)
      this.#copied = to
    }
    this.#sink.copy(bytes, this.#copied, end)
    return true
  }

  #walk(start: number, place: RowPlace, changes: Change[]): number {
    const bytes = this.#bytes
    let at = this.#space(start + 1)
    let forked = false
    let linked = false
    while (bytes[at] === QUOTE) {
      const keyEnd = this.#key(at + 1)
      if (keyEnd < 0) return -1
      this.#keyStart = at + 1
      this.#keyEnd = keyEnd
      const key = knownKey(bytes, at + 1, keyEnd)
      const colon = this.#space(keyEnd + 1)
      if (bytes[colon] !== COLON) return -1
      const from = this.#space(colon + 1)
      const to = key !== '' && CONTENT_KEYS.has(key) ? this.#content(from) : this.#value(from, changes)
      if (to < 0) return -1
      if (key === 'forkedFrom') forked = true
      if (key === 'parentUuid') {
        linked = true
        if (place.parent !== undefined) replaceLast(changes, { from, to, text: JSON.stringify(place.parent) })
      }
      if (key === 'cwd' && place.cwd !== null) this.#moved(from, to, place.cwd, changes)
      if (key === 'toolUseResult' && place.results !== null) this.#relink(from, to, place.results, changes)
      at = this.#space(to)
      if (bytes[at] === COMMA) at = this.#space(at + 1)
      else break
    }
    if (bytes[at] !== CLOSE || at + 1 !== this.#end) return -1
    if (place.parent !== undefined && !linked)
      changes.unshift({
        from: start + 1,
        to: start + 1,
        text: `"parentUuid":${JSON.stringify(place.parent)},`,
      })
    if (place.fork !== null && !forked)
      changes.push({ from: at, to: at, text: `,"forkedFrom":${JSON.stringify(place.fork)}` })
    return at
  }

  /** The quote behind the key at `at`; -1 where it has escapes or no end. */
  #key(at: number): number {
    const bytes = this.#bytes
    for (let i = at; i < this.#end; i++) {
      if (bytes[i] === QUOTE) return i
      if (bytes[i] === BACKSLASH) return -1
    }
    return -1
  }

  #content(at: number): number {
    if (at === this.#messageStart) return this.#messageEnd
    if (at === this.#resultStart) return this.#resultEnd
    return this.#value(at, null)
  }

  /** The end of the value at `at`; ids in it become changes unless it is content. */
  #value(at: number, changes: Change[] | null): number {
    const first = this.#bytes[at]
    if (first === QUOTE) {
      const to = this.#string(at)
      if (to > 0 && changes !== null) this.#exchange(at, to, changes)
      return to
    }
    if (first === OPEN || first === OPEN_LIST) return this.#container(at, changes)
    let to = at
    while (to < this.#end && !isEnd(this.#bytes[to])) to++
    return to === at ? -1 : to
  }

  #container(at: number, changes: Change[] | null): number {
    const bytes = this.#bytes
    let depth = 0
    for (let i = at; i < this.#end; i++) {
      const byte = bytes[i]
      if (byte === QUOTE) {
        const to = this.#string(i)
        if (to < 0) return -1
        if (changes !== null) this.#exchange(i, to, changes)
        i = to - 1
      } else if (byte === OPEN || byte === OPEN_LIST) depth++
      else if (byte === CLOSE || byte === CLOSE_LIST) {
        depth--
        if (depth === 0) return i + 1
      }
    }
    return -1
  }

  #exchange(from: number, to: number, changes: Change[]): void {
    const length = to - from - 2
    if (length !== UUID_LENGTH && !this.#isCited(length)) return
    const id = this.#ids.of(this.#bytes.toString('latin1', from + 1, to - 1))
    if (id === null) changes.push({ from, to, text: 'null' })
    else if (id !== undefined) changes.push({ from: from + 1, to: to - 1, text: id })
  }

  #isCited(length: number): boolean {
    if (this.#onlyUuids || !this.#ids.lengths.has(length)) return false
    return cites(this.#bytes.toString('latin1', this.#keyStart, this.#keyEnd))
  }

  #moved(from: number, to: number, cwd: NonNullable<RowPlace['cwd']>, changes: Change[]): void {
    const value = parsed(this.#bytes, from, to)
    const moved = value === null ? null : cwd(value)
    if (moved !== null) changes.push({ from, to, text: JSON.stringify(moved) })
  }

  /** Paths of results that were copied along. */
  #relink(from: number, to: number, results: NonNullable<RowPlace['results']>, changes: Change[]): void {
    const value = this.#bytes.subarray(from, to)
    for (const marker of RESULT_MARKERS)
      for (let at = value.indexOf(marker); at >= 0; at = value.indexOf(marker, at + 1)) {
        // A quote behind a backslash is text that quotes such a row.
        if (value[at - 1] === BACKSLASH) continue
        const start = from + at + marker.length - 1
        const end = this.#string(start)
        const path = end < 0 ? null : parsed(this.#bytes, start, end)
        const moved = path === null ? null : results(path)
        if (moved === null) continue
        changes.push({ from: start, to: end, text: JSON.stringify(moved) })
        this.#relinked = true
      }
  }

  /** Behind the string whose quote stands at `at`, or -1. */
  #string(at: number): number {
    const bytes = this.#bytes
    const near = Math.min(at + NEAR, this.#end)
    for (let i = at + 1; i < near; i++) {
      if (bytes[i] === QUOTE) return i + 1
      if (bytes[i] === BACKSLASH) i++
    }
    // Long strings by the runtime's own search, which looks at many bytes at a time.
    for (let quote = bytes.indexOf(QUOTE, near); quote >= 0 && quote < this.#end;) {
      if (!this.#isEscaped(quote, at)) return quote + 1
      quote = bytes.indexOf(QUOTE, quote + 1)
    }
    return -1
  }

  #isEscaped(at: number, stringStart: number): boolean {
    let backslashes = 0
    for (let i = at - 1; i > stringStart && this.#bytes[i] === BACKSLASH; i--) backslashes++
    return backslashes % 2 === 1
  }

  #space(at: number): number {
    const bytes = this.#bytes
    while (at < this.#end && (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d)) at++
    return at
  }
}

/** A row of the original, with bytes that hold it from `start` on. */
export interface SourceRow {
  readonly columns: Columns
  readonly row: number
  readonly bytes: Buffer
  readonly start: number
}

interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The key, if it is one that decides something; `''` for all others, of which no string is made. */
function knownKey(bytes: Buffer, start: number, end: number): string {
  const known = KNOWN_KEYS[end - start]
  if (known === undefined) return ''
  for (const { name, letters } of known) {
    let i = 0
    while (i < letters.length && letters[i] === bytes[start + i]) i++
    if (i === letters.length) return name
  }
  return ''
}

/** By length. */
const KNOWN_KEYS: { name: string; letters: Buffer }[][] = []
for (const name of [...CONTENT_KEYS, 'parentUuid', 'cwd'])
  (KNOWN_KEYS[name.length] ??= []).push({ name, letters: Buffer.from(name) })

/** Rows have the same few keys: each is looked at once. */
const citing = new Map<string, boolean>()

function cites(key: string): boolean {
  let known = citing.get(key)
  if (known === undefined) {
    known = CITING_KEYS.test(key)
    if (citing.size < MOST_KEYS) citing.set(key, known)
  }
  return known
}

/** A hostile file can have any number of them. */
const MOST_KEYS = 1000

/** The change of the same place, if there is one, gives way. */
function replaceLast(changes: Change[], change: Change): void {
  if ((changes.at(-1)?.from ?? -1) >= change.from) changes.pop()
  changes.push(change)
}

function parsed(bytes: Buffer, from: number, to: number): string | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8', from, to))
    return typeof value === 'string' ? value : null
  } catch {
    // A row that was only skimmed need not be JSON.
    return null
  }
}

/** Keys of `toolUseResult` that name a file of the session. */
export const RESULT_PATHS = ['persistedOutputPath', 'outputFile'] as const

const RESULT_MARKERS = RESULT_PATHS.map((key) => Buffer.from(`"${key}":"`))

const NEAR = 48
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN = 0x7b
const CLOSE = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

function isEnd(byte: number): boolean {
  return (
    byte === COMMA || byte === CLOSE || byte === CLOSE_LIST || byte === 0x20 || byte === 0x09 || byte === 0x0d
  )
}
