import { loadBodies } from '@skein/transcript'
import { isUnreadable, readOnce } from '../export/open-traced-session.ts'
import type { OpenedSession } from '../export/open-traced-session.ts'
import type { SessionFiles } from '../export/session-files.ts'
import type { Lesson } from '../ledger/transcript-marks.ts'
import type { Scrubber } from '../scrub/scrubber.ts'
import { rowBatches } from '../spans/bodies.ts'
import type { TracedTurn } from '../spans/turn.ts'

export interface LessonParts {
  readonly files: SessionFiles
  readonly opened: OpenedSession
  /** What earlier runs noted. */
  readonly known: readonly Lesson[]
  readonly scrubber: Scrubber
  /** One like it, that has seen nothing. */
  readonly probe: Scrubber
}

/**
 * What a session's scrubber has to know of turns that are not gone through again: rows by which secrets were learned. Only
 * their places are kept, so that no secret ever stands in Skein's own files.
 *
 * Contract: turns come in order. A turn is scrubbed with what all turns before it gave away, as if they had been scrubbed
 * in the same run.
 */
export class Lessons {
  readonly #parts: LessonParts
  #known: Lesson[]
  #taughtBefore = 0

  constructor(parts: LessonParts) {
    this.#parts = parts
    this.#known = [...parts.known]
  }

  /** All that is to be remembered. */
  get all(): readonly Lesson[] {
    return this.#known
  }

  /** Scrubs a turn by `scrub`. */
  during<T>(turn: TracedTurn, scrub: () => T): T {
    const { scrubber } = this.#parts
    this.#teachBefore(turn.order)
    const before = scrubber.learned
    const scrubbed = scrub()
    if (scrubber.learned === before) return scrubbed
    this.#known = this.#known.filter((lesson) => lesson.turn !== turn.order)
    for (const lesson of this.#lessonsIn(turn)) this.#known.push(lesson)
    return scrubbed
  }

  /** Teaches what earlier runs noted of turns before this one, once. */
  #teachBefore(turn: number): void {
    const { scrubber, files } = this.#parts
    for (const lesson of this.#known) {
      if (lesson.turn < this.#taughtBefore || lesson.turn >= turn) continue
      const body = bodyAt(lesson, files)
      if (body !== null) scrubber.teach(body)
    }
    this.#taughtBefore = turn + 1
  }

  *#lessonsIn({ order, strands }: TracedTurn): Generator<Lesson> {
    const { probe, opened } = this.#parts
    for (const { transcript, source, rows } of strands) {
      const { scan } = transcript
      const file = opened.pathOf.get(transcript) ?? null
      for (const batch of rowBatches(scan.columns, rows))
        for (const [row, body] of loadBodies(scan, source, batch)) {
          const before = probe.learned
          probe.teach(body)
          if (probe.learned === before) continue
          yield { turn: order, file, offset: scan.columns.offset[row], length: scan.columns.length[row] }
        }
    }
  }
}

/** Null where the row is gone with its file. */
function bodyAt({ file, offset, length }: Lesson, { main, agents }: SessionFiles): unknown {
  const place = file === null ? main : agents.find(({ path }) => path === file)
  if (place === undefined) return null
  try {
    const [bytes] = readOnce(place.file, [{ offset, length }])
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown
  } catch (error) {
    if (isUnreadable(error) || error instanceof SyntaxError) return null
    throw error
  }
}
