import type { LaidOutFile } from '../../claude/laid-out.ts'
import { bytes, say, side, transcriptBytes, user, type RowOptions, type RowSpec } from '../rows.ts'

/**
 * A folder of sessions and the arguments the program is started with among them.
 *
 * Contract: every transcript that can be resumed holds a prompt `p:<word>` that no other one holds, so that the
 * request tells which of them was found.
 */
export interface LookupCase {
  id: string
  /** Which sentence of the format description this tests. */
  statement: string
  /** By laid out path (see claude/laid-out.ts). */
  files: Record<string, LaidOutFile>
  args: string[]
}

export interface SessionOptions {
  minutesOld?: number
  /** Rows before and behind the conversation. */
  before?: RowSpec[]
  behind?: RowSpec[]
  /** Laid over every row of the conversation. */
  row?: RowOptions
  /** The second the first prompt was written at. */
  at?: number
}

/** Session ids that read well in a report. */
export const idA = 'aaaaaaaa-1111-4111-8111-aaaaaaaaaaaa'
export const idB = 'bbbbbbbb-2222-4222-8222-bbbbbbbbbbbb'
export const idC = 'cccccccc-3333-4333-8333-cccccccccccc'
export const idD = 'dddddddd-4444-4444-8444-dddddddddddd'

/** A session of one turn whose prompt is `p:<word>`. */
export function session(word: string, sessionId: string, options: SessionOptions = {}): LaidOutFile {
  const { minutesOld = 10, before = [], behind = [], row = {}, at = 1 } = options
  return {
    minutesOld,
    bytes: transcriptBytes([
      ...before,
      user(`u${word}`, `p:${word}`, { sessionId, at, ...row }),
      say(`s${word}`, `s:${word}`, { sessionId, at: at + 1, ...row }),
      ...behind,
    ]),
  }
}

/** Two sessions of the own project, for cases that ask for a third one or for one of them. */
export function pair(): Record<string, LaidOutFile> {
  return {
    [`own/${idA}.jsonl`]: session('a', idA, { minutesOld: 30, at: 100 }),
    [`own/${idB}.jsonl`]: session('b', idB, { minutesOld: 20, at: 200 }),
  }
}

export function rowsOnly(rows: RowSpec[], minutesOld = 10): LaidOutFile {
  return { minutesOld, bytes: transcriptBytes(rows) }
}

export function rawFile(content: string, minutesOld = 10): LaidOutFile {
  return rowsOnly([bytes(content)], minutesOld)
}

export function customTitle(title: string, sessionId: string): RowSpec {
  return side({ type: 'custom-title', customTitle: title, sessionId })
}

export function aiTitle(title: string, sessionId: string): RowSpec {
  return side({ type: 'ai-title', aiTitle: title, sessionId })
}

/** Side rows of so many bytes; by default more than the 64 KiB the program reads of either end of a file to list it. */
export function padding(size = 68_000): RowSpec[] {
  const row = { type: 'queue-operation', operation: 'enqueue', content: '' }
  return [0, 1].map((digit) =>
    side({ ...row, content: `${digit}`.repeat(size / 2 - JSON.stringify(row).length - 1) }),
  )
}
