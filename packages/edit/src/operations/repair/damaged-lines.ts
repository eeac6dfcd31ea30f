import { FLAG, type Diagnostic, type DiagnosticCode } from '@skein/transcript'
import type { TranscriptDraft } from '../../draft/transcript-draft.ts'

/** Bytes of the original that are in no entry and so not in the mended transcript. */
export interface SetAside {
  readonly line: number
  readonly offset: number
  readonly length: number
}

export interface MendedLines {
  /** Entries that a resume could not read where they stood. */
  readonly recovered: number
  readonly setAside: readonly SetAside[]
  /** Entries with bytes that are no UTF-8. */
  readonly rewritten: number
}

/**
 * Gives every entry a line of its own where some line is damaged. What could not be read as an entry is left out and
 * told; entries with bytes that are no UTF-8 are written anew as every reader reads them.
 */
export function mendLines(draft: TranscriptDraft): MendedLines {
  const { transcript } = draft.from
  const damage = transcript.scan.diagnostics.filter(isDamage)
  const rewritten = rewriteInvalid(draft)
  if (damage.length === 0) return { recovered: 0, setAside: [], rewritten }
  draft.wholeLines = true
  const { columns } = transcript.scan
  let recovered = 0
  for (let row = 0; row < columns.count; row++)
    if ((columns.flags[row] & (FLAG.recovered | FLAG.trailed)) !== 0) recovered++
  const setAside = damage
    .filter(({ code }) => SET_ASIDE.has(code))
    .map(({ line, offset, length }) => ({ line, offset, length }))
  return { recovered, setAside, rewritten }
}

function rewriteInvalid(draft: TranscriptDraft): number {
  const { diagnostics, columns } = draft.from.transcript.scan
  const starts = new Set(
    diagnostics.filter(({ code }) => code === 'invalid-utf8').map(({ offset }) => offset),
  )
  if (starts.size === 0) return 0
  const rows: number[] = []
  for (let row = 0; row < columns.count; row++) if (starts.has(columns.offset[row])) rows.push(row)
  for (let from = 0; from < rows.length; from += AT_ONCE)
    for (const [row, value] of draft.values(rows.slice(from, from + AT_ONCE))) draft.change(row, value)
  return rows.length
}

const AT_ONCE = 256

/** A byte order mark at the start of a file and CRLF do no harm. */
function isDamage({ code, offset }: Diagnostic): boolean {
  return DAMAGE.has(code) || (code === 'byte-order-mark' && offset > 0)
}

const SET_ASIDE: ReadonlySet<DiagnosticCode> = new Set(['torn-line', 'not-an-object', 'trailing-bytes'])
const DAMAGE: ReadonlySet<DiagnosticCode> = new Set([...SET_ASIDE, 'joined-lines', 'nul-bytes'])
