import { isKnownType } from '@skein/transcript'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownName } from '../file/shown-file.ts'
import { isoTime } from '../terminal/figures.ts'

/** What stands in a transcript, counted. */
export interface Inventory {
  readonly entries: number
  readonly types: readonly TypeCount[]
  /** Claude Code versions that wrote rows, oldest first. */
  readonly versions: readonly { readonly version: string; readonly entries: number }[]
  readonly sessions: readonly { readonly sessionId: string; readonly entries: number }[]
  /** ISO times of the earliest and the latest row; null where no row has one. */
  readonly firstTime: string | null
  readonly lastTime: string | null
}

export interface TypeCount {
  /** `type` as written; null for rows without one. */
  readonly type: string | null
  /** Whether Skein knows the type. Unknown ones are kept all the same. */
  readonly known: boolean
  readonly entries: number
  readonly bytes: number
}

/** Counts from columns alone, most frequent first. */
export function inventoryOf(opened: OpenTranscript): Inventory {
  const { columns, ids } = opened.transcript.scan
  const named = (id: number): string => shownName(opened, ids.text(id))
  const types = new Map<number, { entries: number; bytes: number }>()
  let firstTime = Infinity
  let lastTime = -Infinity
  for (let row = 0; row < columns.count; row++) {
    const sum = types.get(columns.type[row])
    if (sum === undefined) types.set(columns.type[row], { entries: 1, bytes: columns.length[row] })
    else {
      sum.entries++
      sum.bytes += columns.length[row]
    }
    const time = columns.time[row]
    if (time < firstTime) firstTime = time
    if (time > lastTime) lastTime = time
  }
  const typed = Array.from(types, ([id, sum]) => ({
    type: id === 0 ? null : named(id),
    known: id !== 0 && isKnownType(ids.text(id)),
    ...sum,
  }))
  return {
    entries: columns.count,
    types: typed.toSorted(
      (a, b) => b.entries - a.entries || (a.type ?? '').localeCompare(b.type ?? '', 'en'),
    ),
    versions: counted(columns.version, columns.count)
      .map(([id, entries]) => ({ version: named(id), entries }))
      .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true })),
    sessions: counted(columns.sessionId, columns.count).map(([id, entries]) => ({
      sessionId: named(id),
      entries,
    })),
    firstTime: isoTime(firstTime),
    lastTime: isoTime(lastTime),
  }
}

/** How often each string stands in a column, in order of first sight. */
function counted(column: Int32Array, count: number): [id: number, entries: number][] {
  const found = new Map<number, number>()
  for (let row = 0; row < count; row++)
    if (column[row] !== 0) found.set(column[row], (found.get(column[row]) ?? 0) + 1)
  return [...found]
}
