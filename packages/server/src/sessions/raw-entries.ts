import { mapJsonText, Redactor } from '@skein/redact'
import type { ByteSource, Transcript } from '@skein/transcript'
import { FLAG } from '@skein/transcript'
import { cutString, secretsHidden, unreadLines } from '@skein/view'
import { MOST_PAGE, MOST_RAW, type EntriesPage, type RawEntry } from '../api/api.ts'

export interface RawOptions {
  readonly transcript: Transcript
  /** Bytes as they stand. */
  readonly source: ByteSource
  readonly reveal: boolean
}

/** A place in the file: an entry, or a line that holds none. */
interface RawPlace {
  readonly offset: number
  readonly length: number
  readonly line: number
  readonly row: number
}

/** The last entries before a byte, in file order, as many as fit a page; at least one. */
export function rawPage(options: RawOptions, before: number): EntriesPage {
  const entries: RawEntry[] = []
  let bytes = 0
  for (const place of placesBefore(options.transcript, before)) {
    const entry = rawEntry(options, place)
    bytes += JSON.stringify(entry).length
    if (entries.length > 0 && (bytes > MOST_PAGE || entries.length >= MOST_ENTRIES))
      return { entries: entries.toReversed(), next: entries[entries.length - 1].key }
    entries.push(entry)
  }
  return { entries: entries.toReversed(), next: null }
}

const MOST_ENTRIES = 200

function* placesBefore(transcript: Transcript, before: number): Generator<RawPlace> {
  const { columns } = transcript.scan
  const damaged = unreadLines(transcript).toSorted((a, b) => a.offset - b.offset)
  let [row, at] = [transcript.rowCount - 1, damaged.length - 1]
  while (row >= 0 || at >= 0) {
    const isDamage = at >= 0 && (row < 0 || damaged[at].offset > columns.offset[row])
    const place = isDamage ? { ...damaged[at--], row: -1 } : placeOfRow(transcript, row--)
    if (place.offset < before) yield place
  }
}

export function placeOfRow({ scan }: Transcript, row: number): RawPlace {
  const { offset, length, line } = scan.columns
  return { offset: offset[row], length: length[row], line: line[row], row }
}

/** One entry, its line cut to `MOST_RAW` signs. */
export function rawEntry({ transcript, source, reveal }: RawOptions, place: RawPlace): RawEntry {
  const { columns, ids } = transcript.scan
  const { offset, length, line, row } = place
  const text = textAt(source, place, reveal)
  const isNamed = row >= 0 && columns.uuid[row] !== 0 && (columns.flags[row] & FLAG.syntheticUuid) === 0
  const name = (id: number): string => (reveal ? ids.text(id) : secretsHidden()(ids.text(id)))
  return {
    key: offset,
    line,
    bytes: length,
    type: row < 0 || columns.type[row] === 0 ? null : cutString(name(columns.type[row]), MOST_NAME),
    uuid: isNamed ? cutString(ids.text(columns.uuid[row]), MOST_NAME) : null,
    time: row < 0 || Number.isNaN(columns.time[row]) ? null : columns.time[row],
    json: cutString(text, MOST_RAW),
    cut: text.length > MOST_RAW || length > MOST_READ,
  }
}

const MOST_NAME = 200
/** What is read of a line; the kernel takes no longer ones for entries. */
const MOST_READ = 16 * 1024 * 1024

/** Masked before it is cut: half a secret is not detected any more. */
function textAt(source: ByteSource, { offset, length, row }: RawPlace, reveal: boolean): string {
  const [bytes] = source.read([{ offset, length: Math.min(length, MOST_READ) }])
  const text = new TextDecoder().decode(bytes)
  if (reveal) return text
  // What is no JSON has no strings to be masked one by one.
  return row < 0 || length > MOST_READ ? new Redactor().redact(text).text : mapJsonText(text, secretsHidden())
}
