import type { JsonObject } from '@skein/transcript'
import type { TranscriptDraft } from '../draft/transcript-draft.ts'
import { isObject } from '../json.ts'

/** One text of a transcript that an edit changes or leaves out. */
export interface TextChange {
  /** Of the row, from 1. */
  readonly line: number
  /** What the text is: `prompt`, `Read result`. */
  readonly what: string
  /** Empty where it is put in. */
  readonly before: string
  /** Null where it is left out. */
  readonly after: string | null
}

/**
 * What of the texts of a transcript is not the same in the new session, in order, for people who look before they leap.
 * At most `most`, of rows that are looked at in batches; `more` says that there may be others.
 */
export function textChanges(
  draft: TranscriptDraft,
  most: number,
): { readonly changes: readonly TextChange[]; readonly more: boolean } {
  const { columns } = draft.from.transcript.scan
  const rows = touchedRows(draft)
  const changes: TextChange[] = []
  let looked = 0
  for (; looked < rows.length && looked < MOST_ROWS && changes.length <= most; looked += BATCH) {
    const batch = rows.slice(looked, looked + BATCH)
    const was = draft.originals(batch)
    const is = draft.values(batch)
    for (const row of batch) {
      const [before, after] = [textsOf(was.get(row)), textsOf(is.get(row))]
      for (const change of compared(before, after)) changes.push({ line: columns.line[row], ...change })
    }
  }
  return { changes: changes.slice(0, most), more: changes.length > most || looked < rows.length }
}

const BATCH = 64
/** Many rows may change in nothing that is read: usage that is no longer true. */
const MOST_ROWS = 4096

function touchedRows(draft: TranscriptDraft): number[] {
  const changed = new Set(draft.changedRows)
  const rows: number[] = []
  for (let row = 0; row < draft.rowCount; row++) if (changed.has(row) || draft.isDropped(row)) rows.push(row)
  return rows
}

interface Text {
  readonly what: string
  readonly text: string
}

/** Texts that stand on one side only, those in the same order on both sides as pairs. */
function compared(before: readonly Text[], after: readonly Text[]): Omit<TextChange, 'line'>[] {
  const gone = without(before, after)
  const come = without(after, before)
  const pairs = Math.max(gone.length, come.length)
  return Array.from({ length: pairs }, (_, i) => ({
    what: (gone.at(i) ?? come[i]).what,
    before: gone.at(i)?.text ?? '',
    after: come.at(i)?.text ?? null,
  }))
}

function without(texts: readonly Text[], others: readonly Text[]): Text[] {
  const left = [...others]
  return texts.filter(({ what, text }) => {
    const at = left.findIndex((other) => other.what === what && other.text === text)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** What of a row is read by somebody: the blocks of its message. Bookkeeping has none. */
function textsOf(row: JsonObject | undefined): Text[] {
  if (row === undefined || !isObject(row.message)) return []
  const said = row.type === 'assistant' ? 'answer' : 'prompt'
  const { content } = row.message
  if (typeof content === 'string') return [{ what: said, text: content }]
  return Array.isArray(content)
    ? content.flatMap((block) => (isObject(block) ? [blockText(block, said)] : []))
    : []
}

function blockText(block: JsonObject, said: string): Text {
  switch (block.type) {
    case 'text':
      return { what: said, text: textOf(block.text) }
    case 'thinking':
      return { what: 'thinking', text: textOf(block.thinking) }
    case 'tool_use':
      return { what: `call of ${textOf(block.name)}`, text: JSON.stringify(block.input ?? null, null, 2) }
    case 'tool_result':
      return { what: 'tool result', text: resultText(block.content) }
    default:
      return { what: textOf(block.type), text: `[${textOf(block.type)}]` }
  }
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) =>
      isObject(part) ? (part.type === 'text' ? textOf(part.text) : `[${textOf(part.type)}]`) : '',
    )
    .join('\n')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
