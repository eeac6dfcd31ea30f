import type { Database } from '@skein/store'
import type { TurnsBefore } from '../spans/turn.ts'
import { hexOf, packedHex } from './packed.ts'

/** A transcript as it was when all of it had been sent. */
export interface TranscriptMark {
  readonly inode: number
  readonly size: number
  /** ms */
  readonly mtime: number
  /** A hash of its first and last bytes; empty where nobody looked. */
  readonly ends: string
  /** Whether nobody was expected to write to it any more. */
  readonly settled: boolean
  /** Trace ids of turns of which not all was sent, because they or their sub-agents had not ended. */
  readonly open: readonly string[]
  /** Of a sub-agent's transcript: the trace id of its turn, empty where it has none. */
  readonly turn: string
  /** Null where the next look begins at the start. */
  readonly bookmark: Bookmark | null
  readonly lessons: readonly Lesson[]
}

/** Where the next look at a transcript may begin: at the prompt of its last turn. */
export interface Bookmark extends TurnsBefore {
  /** In bytes. */
  readonly start: number
  readonly traceId: string
}

/**
 * A row that gave a secret away: where it stands, and nothing of what it says. Turns after its own are scrubbed with what
 * it teaches, whichever run sends them.
 */
export interface Lesson {
  /** Which turn it is in, as `TracedTurn.order` counts. */
  readonly turn: number
  /** The sub-agent's transcript in which it stands; null for the main one. */
  readonly file: string | null
  readonly offset: number
  readonly length: number
}

/** How far each transcript has been sent to a target: what has not changed since costs a look at its size and time. */
export class TranscriptMarks {
  readonly #db: Database
  readonly #target: number

  constructor(db: Database, target: number) {
    this.#db = db
    this.#target = target
  }

  get(path: string): TranscriptMark | null {
    const row = this.#db
      .prepare('SELECT * FROM trace_transcript WHERE target = ? AND path = ?')
      .get(this.#target, path)
    if (row === undefined) return null
    // Blobs and lists are as they were written below.
    const trace = hexOf(row['turn'] as Uint8Array)
    // A mark of an earlier version does not say how many turns of the live path are before it.
    const start = row['live'] === null ? null : row['start']
    return {
      inode: Number(row['inode']),
      size: Number(row['size']),
      mtime: Number(row['mtime']),
      ends: hexOf(row['ends'] as Uint8Array),
      settled: row['settled'] === 1,
      open: hexOf(row['open'] as Uint8Array).match(/.{32}/g) ?? [],
      turn: row['start'] === null ? trace : '',
      bookmark:
        start === null
          ? null
          : {
              start: Number(start),
              turns: Number(row['turns']),
              live: Number(row['live']),
              traceId: trace,
            },
      lessons: (JSON.parse(String(row['lessons'])) as PackedLesson[]).map(unpackedLesson),
    }
  }

  /** Transcripts with turns that had not ended. */
  withOpenTurns(): string[] {
    return this.#db
      .prepare("SELECT path FROM trace_transcript WHERE target = ? AND open <> x'' ORDER BY path")
      .all(this.#target)
      .map((row) => String(row['path']))
  }

  /** Sets the marks of a session's files together. */
  set(marks: ReadonlyMap<string, TranscriptMark>): void {
    this.#db.write(() => {
      const put = this.#db.prepare(PUT)
      for (const [path, mark] of marks) {
        const { inode, size, mtime, settled, open, ends, turn, bookmark, lessons } = mark
        put.run(
          this.#target,
          path,
          inode,
          size,
          mtime,
          settled ? 1 : 0,
          packedHex(open.join('')),
          packedHex(ends),
          packedHex(bookmark?.traceId ?? turn),
          bookmark?.start ?? null,
          bookmark?.turns ?? 0,
          bookmark?.live ?? null,
          JSON.stringify(lessons.map(packedLesson)),
        )
      }
    })
  }
}

const PUT = `INSERT INTO trace_transcript (target, path, inode, size, mtime, settled, open, ends, turn, start, turns, live, lessons)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET inode = excluded.inode, size = excluded.size, mtime = excluded.mtime,
    settled = excluded.settled, open = excluded.open, ends = excluded.ends, turn = excluded.turn,
    start = excluded.start, turns = excluded.turns, live = excluded.live, lessons = excluded.lessons`

type PackedLesson = readonly [turn: number, file: string | null, offset: number, length: number]

function packedLesson({ turn, file, offset, length }: Lesson): PackedLesson {
  return [turn, file, offset, length]
}

function unpackedLesson([turn, file, offset, length]: PackedLesson): Lesson {
  return { turn, file, offset, length }
}
