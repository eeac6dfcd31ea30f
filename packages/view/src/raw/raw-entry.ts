import type { ByteSource, Diagnostic, Transcript } from '@skein/transcript'
import { uuidOf } from '@skein/transcript'
import { unreadLines } from '../session/unread-lines.ts'

/** A place in the file: an entry, or a line that holds none. */
export interface RawPlace {
  readonly offset: number
  readonly length: number
  readonly line: number
  /** -1 for a line that holds no entry. */
  readonly row: number
  readonly type: string | null
  readonly uuid: string | null
  /** Why the line holds no entry; null for an entry. */
  readonly damage: string | null
}

export function placeOfRow({ scan }: Transcript, row: number): RawPlace {
  const { offset, length, line, type } = scan.columns
  return {
    offset: offset[row],
    length: length[row],
    line: line[row],
    row,
    type: type[row] === 0 ? null : scan.ids.text(type[row]),
    uuid: uuidOf(scan, row),
    damage: null,
  }
}

function placeOfDamage({ offset, length, line, code }: Diagnostic): RawPlace {
  return { offset, length, line, row: -1, type: null, uuid: null, damage: code }
}

/** Every entry and every line without one that begins before a byte, from the last to the first. */
export function* placesBefore(transcript: Transcript, before = Infinity): Generator<RawPlace> {
  const { offset } = transcript.scan.columns
  const damaged = unreadLines(transcript).toSorted((a, b) => a.offset - b.offset)
  let [row, at] = [transcript.rowCount - 1, damaged.length - 1]
  while (row >= 0 || at >= 0) {
    const isDamage = at >= 0 && (row < 0 || damaged[at].offset > offset[row])
    const start = isDamage ? damaged[at].offset : offset[row]
    if (start < before) yield isDamage ? placeOfDamage(damaged[at]) : placeOfRow(transcript, row)
    if (isDamage) at--
    else row--
  }
}

/** The text at a place, whatever it is; of a line that is longer than `most` bytes its beginning. */
export function rawText(source: ByteSource, { offset, length }: RawPlace, most: number): string {
  const [bytes] = source.read([{ offset, length: Math.min(length, most) }])
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
