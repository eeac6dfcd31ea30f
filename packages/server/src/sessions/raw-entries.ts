import { mapJsonText, Redactor } from '@skein/redact'
import type { ByteSource, Transcript } from '@skein/transcript'
import { cutString, placesBefore, rawText, secretsHidden, type RawPlace } from '@skein/view'
import { MOST_PAGE, MOST_RAW, type EntriesPage, type RawEntry } from '../api/api.ts'

export interface RawOptions {
  readonly transcript: Transcript
  /** Bytes as they stand. */
  readonly source: ByteSource
  readonly reveal: boolean
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

/** One entry, its line cut to `MOST_RAW` signs. */
export function rawEntry({ transcript, source, reveal }: RawOptions, place: RawPlace): RawEntry {
  const { offset, length, line, row, type, uuid } = place
  const text = textAt(source, place, reveal)
  const time = row < 0 ? NaN : transcript.scan.columns.time[row]
  return {
    key: offset,
    line,
    bytes: length,
    type: type === null ? null : cutString(reveal ? type : secretsHidden()(type), MOST_NAME),
    uuid: uuid === null ? null : cutString(uuid, MOST_NAME),
    time: Number.isNaN(time) ? null : time,
    json: cutString(text, MOST_RAW),
    cut: text.length > MOST_RAW || length > MOST_READ,
  }
}

const MOST_NAME = 200
/** What is read of a line; the kernel takes no longer ones for entries. */
const MOST_READ = 16 * 1024 * 1024

/** Masked before it is cut: half a secret is not detected any more. */
function textAt(source: ByteSource, place: RawPlace, reveal: boolean): string {
  const { length, row } = place
  const text = rawText(source, place, MOST_READ)
  if (reveal) return text
  // What is no JSON has no strings to be masked one by one.
  return row < 0 || length > MOST_READ ? new Redactor().redact(text).text : mapJsonText(text, secretsHidden())
}
