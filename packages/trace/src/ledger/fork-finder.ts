import { StoreError, type OpenBytes } from '@skein/store'
import type { Origin } from '../spans/turn.ts'

/** Opens the transcript of a session, wherever it is; null where nobody has it. */
export type TranscriptFinder = (session: string) => OpenBytes | null

/**
 * What rows of other sessions say of where they came from: a fork of a fork names the fork, and only the fork's own file
 * names the origin.
 */
export class ForkFinder {
  readonly #find: TranscriptFinder
  /** By session, the sessions used last at the end. */
  readonly #read = new Map<string, ReadonlyMap<string, Origin>>()

  constructor(find: TranscriptFinder) {
    this.#find = find
  }

  /** The place that no row leads away from; a ring leads back to where it was entered. */
  follow(place: Origin): Origin {
    const seen = new Set<string>()
    let at = place
    for (;;) {
      const key = `${at.session} ${at.uuid}`
      if (seen.has(key)) return place
      seen.add(key)
      const from = this.#copiesIn(at.session).get(at.uuid)
      if (from === undefined) return at
      at = from
    }
  }

  #copiesIn(session: string): ReadonlyMap<string, Origin> {
    const known = this.#read.get(session)
    if (known !== undefined) return known
    const found = this.#readCopies(session)
    this.#read.set(session, found)
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= MOST_READ) break
      this.#read.delete(oldest)
    }
    return found
  }

  #readCopies(session: string): ReadonlyMap<string, Origin> {
    try {
      const bytes = this.#find(session)
      return bytes === null ? NONE : copiesIn(bytes)
    } catch (error) {
      // Gone or not readable: then the place that was named is all there is.
      if (error instanceof StoreError || (error instanceof Error && 'syscall' in error)) return NONE
      throw error
    }
  }
}

const NONE: ReadonlyMap<string, Origin> = new Map()
const MOST_READ = 64

/** Rows of a transcript that are copies. Lines are looked at as text first: a session without copies costs its reading. */
function copiesIn(bytes: OpenBytes): ReadonlyMap<string, Origin> {
  const found = new Map<string, Origin>()
  for (const line of linesOf(bytes)) {
    if (!line.includes(MARK)) continue
    const copy = copyOf(line.toString('utf8'))
    if (copy !== null) found.set(copy.uuid, copy.from)
  }
  return found
}

const MARK = Buffer.from('"forkedFrom"')

function copyOf(line: string): { readonly uuid: string; readonly from: Origin } | null {
  try {
    const row = JSON.parse(line) as Record<string, unknown> | null
    const from = row?.['forkedFrom'] as Record<string, unknown> | null | undefined
    const [uuid, session, message] = [row?.['uuid'], from?.['sessionId'], from?.['messageUuid']]
    if (typeof uuid !== 'string' || typeof session !== 'string' || typeof message !== 'string') return null
    return { uuid, from: { session, uuid: message } }
  } catch {
    // A torn line.
    return null
  }
}

/** Lines of a transcript, never all of it at once; closes it. */
function* linesOf(bytes: OpenBytes): Generator<Buffer> {
  try {
    const piece = Buffer.allocUnsafe(1024 * 1024)
    let begun: Buffer[] = []
    for (let offset = 0; ;) {
      const count = bytes.readInto(piece, offset)
      if (count === 0) break
      offset += count
      let start = 0
      for (let end = piece.indexOf(10); end >= 0 && end < count; end = piece.indexOf(10, start)) {
        const rest = piece.subarray(start, end)
        yield begun.length === 0 ? rest : Buffer.concat([...begun, rest])
        begun = []
        start = end + 1
      }
      if (start < count) begun.push(Buffer.from(piece.subarray(start, count)))
    }
    if (begun.length > 0) yield Buffer.concat(begun)
  } finally {
    bytes.close()
  }
}
