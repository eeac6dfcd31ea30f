import type { Database } from '@skein/store'
import { hexOf, packedHex } from './packed.ts'

/** A transcript as it was when all of it had been sent. */
export interface TranscriptMark {
  readonly inode: number
  readonly size: number
  /** ms */
  readonly mtime: number
  /** Whether nobody was expected to write to it any more. */
  readonly settled: boolean
  /** Trace ids of turns that were not sent, because they had not ended. */
  readonly open: readonly string[]
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
      .prepare('SELECT inode, size, mtime, settled, open FROM trace_transcript WHERE target = ? AND path = ?')
      .get(this.#target, path)
    if (row === undefined) return null
    return {
      inode: Number(row['inode']),
      size: Number(row['size']),
      mtime: Number(row['mtime']),
      settled: row['settled'] === 1,
      // Written below.
      open: hexOf(row['open'] as Uint8Array).match(/.{32}/g) ?? [],
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
      for (const [path, { inode, size, mtime, settled, open }] of marks)
        put.run(this.#target, path, inode, size, mtime, settled ? 1 : 0, packedHex(open.join('')))
    })
  }
}

const PUT = `INSERT INTO trace_transcript VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET inode = excluded.inode, size = excluded.size, mtime = excluded.mtime,
    settled = excluded.settled, open = excluded.open`
