import type { RawPlace } from '@skein/view'
import { placesBefore, rawText } from '@skein/view'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { lineOf } from '../file/open-transcript.ts'
import { shownName } from '../file/shown-file.ts'
import { bytes } from '../terminal/figures.ts'
import { inert } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'

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

/** Everything in the file, in its order: entries, and the lines between them that nobody could read. */
export function allPlaces({ transcript }: OpenTranscript): RawPlace[] {
  return [...placesBefore(transcript)].toReversed()
}

/** What stands at some places; read one at a time. */
export function* rawEntries(opened: OpenTranscript, places: readonly RawPlace[]): Generator<RawEntry> {
  for (const place of places) {
    const { offset, length, row, uuid, damage } = place
    const text = rawText(opened.source, place, MOST_BYTES)
    yield {
      type: place.type === null ? null : shownName(opened, place.type),
      line: lineIn(opened, place),
      uuid,
      damage,
      offset,
      bytes: length,
      // What is no JSON has no strings to be masked one by one.
      text: row < 0 ? shownName(opened, text) : text,
    }
  }
}

function lineIn(opened: OpenTranscript, { row, line }: RawPlace): number {
  return row < 0 ? line : lineOf(opened, row)
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

export function digitsOf(opened: OpenTranscript, places: readonly RawPlace[]): number {
  return String(places.reduce((most, place) => Math.max(most, lineIn(opened, place)), 1)).length
}
