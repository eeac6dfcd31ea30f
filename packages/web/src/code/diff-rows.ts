import type { Hunk } from '@skein/view'

/** One line of a change, as it is drawn. */
export interface DiffRow {
  readonly sign: '+' | '-' | ' ' | '\\' | 'gap'
  /** Null where it has none, or where nobody knows. */
  readonly before: number | null
  readonly after: number | null
  readonly text: string
  /** What differs from its partner line; null where the whole line does, or nothing. */
  readonly mark: { readonly start: number; readonly end: number } | null
}

/** Hunks as rows with their numbers on both sides; a `gap` stands where lines between two hunks are left out. */
export function diffRows(hunks: readonly Hunk[], most = MOST_ROWS): { rows: DiffRow[]; omitted: number } {
  const rows: DiffRow[] = []
  let omitted = 0
  for (const [i, hunk] of hunks.entries()) {
    if (i > 0 && rows.length < most)
      rows.push({ sign: 'gap', before: null, after: null, text: '', mark: null })
    const room = Math.max(0, most - rows.length)
    omitted += Math.max(0, hunk.lines.length - room)
    rows.push(...marked(hunkRows(hunk, room)))
  }
  return { rows, omitted }
}

const MOST_ROWS = 1000
/** Signs of one line that are drawn: minified files have lines of megabytes. */
export const MOST_LINE = 2000

function hunkRows(hunk: Hunk, most: number): DiffRow[] {
  let [before, after] = [hunk.oldStart, hunk.newStart]
  const isKnown = before > 0 || after > 0
  return hunk.lines.slice(0, most).map((line): DiffRow => {
    const first = line[0] ?? ' '
    const sign = first === '+' || first === '-' || first === '\\' ? first : ' '
    const text = line.slice(1).replace(/\r?\n$/, '')
    const row = {
      sign,
      text,
      mark: null,
      before: isKnown && (sign === '-' || sign === ' ') ? before : null,
      after: isKnown && (sign === '+' || sign === ' ') ? after : null,
    } as const
    if (sign === '-' || sign === ' ') before++
    if (sign === '+' || sign === ' ') after++
    return row
  })
}

/** Lines that were replaced one by one say what in them is new. */
function marked(rows: DiffRow[]): DiffRow[] {
  for (let i = 0; i < rows.length; i++) {
    if (rows[i].sign !== '-') continue
    const start = i
    while (rows[i + 1]?.sign === '-') i++
    const count = i - start + 1
    let added = 0
    while (rows[i + 1 + added]?.sign === '+') added++
    if (added === count) for (let j = 0; j < count; j++) markPair(rows, start + j, start + count + j)
    i += added
  }
  return rows
}

function markPair(rows: DiffRow[], minus: number, plus: number): void {
  const [a, b] = [rows[minus].text, rows[plus].text]
  const most = Math.min(a.length, b.length, MOST_LINE)
  let head = 0
  while (head < most && a[head] === b[head]) head++
  // A sign may be a pair of units, and half of one is none.
  if (isHalf(a, head)) head--
  let tail = 0
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  if (isHalf(a, a.length - tail)) tail--
  // Lines that share little but their indent are two lines.
  const shared = a.slice(0, head).trim().length + a.slice(a.length - tail).trim().length
  if (shared < Math.min(a.trim().length, b.trim().length) * 0.4) return
  rows[minus] = { ...rows[minus], mark: { start: head, end: a.length - tail } }
  rows[plus] = { ...rows[plus], mark: { start: head, end: b.length - tail } }
}

/** Whether a place stands within a pair. */
function isHalf(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
}
