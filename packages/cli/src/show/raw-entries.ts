import type { Diagnostic } from '@skein/transcript'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { lineOf } from '../file/open-transcript.ts'
import { shownName } from '../file/shown-file.ts'
import { bytes } from '../terminal/figures.ts'
import { inert } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { placeIn } from './steps.ts'

/** One entry as it stands in the file, or a line that holds none. */
export interface RawEntry {
  readonly line: number
  readonly offset: number
  readonly bytes: number
  readonly type: string | null
  readonly uuid: string | null
  /** Its text, whatever it is. */
  readonly text: string
  /** Why the line holds no entry; null for an entry. */
  readonly damage: string | null
}

/** Entries in the order of the file, with the lines between them that nobody could read; read a few at a time. */
export function* rawEntries(
  opened: OpenTranscript,
  rows: readonly number[],
  damaged: readonly Diagnostic[],
): Generator<RawEntry> {
  const { columns, ids } = opened.transcript.scan
  const parts = [
    ...rows.map((row) => ({
      offset: columns.offset[row],
      length: columns.length[row],
      type: columns.type[row] === 0 ? null : shownName(opened, ids.text(columns.type[row])),
      ...placeIn(opened, row),
      damage: null,
    })),
    ...damaged.map(({ offset, length, line, code }) => ({
      offset,
      length,
      type: null,
      line,
      uuid: null,
      damage: code,
    })),
  ].toSorted((a, b) => a.offset - b.offset)
  const decoder = new TextDecoder()
  for (const part of parts) {
    const { offset, length, ...rest } = part
    const read = decoder.decode(opened.source.read([{ offset, length: Math.min(length, MOST_BYTES) }])[0])
    // What is no JSON has no strings to be masked one by one.
    const text = part.damage === null ? read : shownName(opened, read)
    yield { ...rest, offset, bytes: length, text }
  }
}

/** The largest line that is held in memory as text; the rest of a larger one stays on disk. */
const MOST_BYTES = 64 * 1024 * 1024

/** `  12 {"type":…}`: one line an entry, long ones cut unless `whole`. */
export function rawLine(
  entry: RawEntry,
  { style }: Screen,
  { digits, whole }: { digits: number; whole: boolean },
): string {
  const label = style.dim(String(entry.line).padStart(digits))
  const most = whole ? Infinity : MOST_SIGNS
  const shown = inert(entry.text.slice(0, most)).replaceAll('\n', '␤')
  const rest = entry.text.length > most ? style.dim(`… ${bytes(entry.bytes - most)} more`) : ''
  const damage = entry.damage === null ? '' : `${style.red(`(${entry.damage})`)} `
  return `${label} ${damage}${shown}${rest}`
}

/** Images and whole files stand in one line. */
const MOST_SIGNS = 10_000

export function rowsOf(opened: OpenTranscript): number[] {
  return Array.from({ length: opened.transcript.scan.columns.count }, (_, row) => row)
}

export function digitsOf(opened: OpenTranscript, rows: readonly number[]): number {
  return String(rows.reduce((most, row) => Math.max(most, lineOf(opened, row)), 1)).length
}
