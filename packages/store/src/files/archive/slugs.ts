/**
 * Gathers the names (`slug`) that the rows of a session give it, from raw chunks. A quote inside a
 * JSON string is escaped, so `"slug":"` is always a key. A name too many does no harm: it only
 * makes the archive look for a plan of that name.
 */
export class SlugCollector {
  readonly found: Set<string>
  #end: Uint8Array = Buffer.alloc(0)

  constructor(known: readonly string[]) {
    this.found = new Set(known)
  }

  add(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    this.#collect(Buffer.concat([this.#end, bytes.subarray(0, OVERLAP)]))
    this.#collect(bytes)
    this.#end = Buffer.from(bytes.subarray(Math.max(0, bytes.length - OVERLAP)))
  }

  /** Another transcript begins. */
  reset(): void {
    this.#end = Buffer.alloc(0)
  }

  #collect(bytes: Buffer): void {
    for (let at = bytes.indexOf(KEY); at >= 0; at = bytes.indexOf(KEY, at + KEY.length)) {
      const from = at + KEY.length
      const end = bytes.indexOf(0x22, from)
      if (end < 0 || end - from > LONGEST) continue
      const slug = bytes.toString('latin1', from, end)
      if (/^[\w-]+$/.test(slug) && this.found.size < MOST) this.found.add(slug)
    }
  }
}

const KEY = Buffer.from('"slug":"')
/** Slugs are three words. */
const LONGEST = 120
const OVERLAP = KEY.length + LONGEST
/** A session has one, or a few over resumes and forks; more is a mistake. */
const MOST = 64
