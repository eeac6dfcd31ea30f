import { answeredId, blocksOf, callId, isText, isThinking } from './api-types.ts'
import type { ApiBlock, ApiMessage } from './api-types.ts'
import { mergeRows } from './merging.ts'
import { pairTools } from './pairing.ts'
import type { Spoken } from './spoken.ts'
import { INTERRUPTED_CALL, NO_RESPONSE } from './texts.ts'

/** What version 2.1.325 makes of the rows of a chain. */
export function shapeModern(rows: readonly Spoken[]): ApiMessage[] {
  const ordered = callsFirst(rows)
  const answered = [...ordered, ...interruptedResults(ordered)]
  const resolved = withoutUnresolved(answered)
  const visible = withoutHollow(resolved)
  if (visible.length === 0) return []
  return pairTools(mergeRows(withLastWord(visible), { keepsStrings: true, seam: '\n' }))
}

/** A row of answers that stands before the row of its call is moved behind it. */
function callsFirst(rows: readonly Spoken[]): readonly Spoken[] {
  const callAt = new Map<string, number>()
  for (const [at, row] of rows.entries())
    for (const block of blocksOf(row.content)) {
      const id = callId(block)
      if (id !== null && !callAt.has(id)) callAt.set(id, at)
    }
  const moved = new Map<number, Spoken[]>()
  const early = new Set<Spoken>()
  for (const [at, row] of rows.entries()) {
    const calls = blocksOf(row.content).flatMap((block) => callAt.get(answeredId(block) ?? '') ?? [])
    if (calls.length === 0 || calls.some((call) => call < at)) continue
    early.add(row)
    moved.set(calls[0], [...(moved.get(calls[0]) ?? []), row])
  }
  if (early.size === 0) return rows
  return rows.flatMap((row, at) => (early.has(row) ? [] : [row, ...(moved.get(at) ?? [])]))
}

/** Calls still open at the very end (only results behind them) are answered: the session broke off. */
function interruptedResults(rows: readonly Spoken[]): Spoken[] {
  let end = rows.length - 1
  while (end >= 0 && rows[end].role === 'user' && isAnswer(rows[end])) end--
  if (end < 0 || rows[end].role !== 'assistant') return []
  const { id } = rows[end]
  let start = end
  while (start > 0 && id !== null && rows[start - 1].id === id) start--
  const answers = new Set(rows.flatMap((row) => blocksOf(row.content).flatMap((block) => answeredId(block) ?? [])))
  const open = rows.slice(start, end + 1).flatMap((row) => blocksOf(row.content).flatMap((block) => callId(block) ?? []))
  const content = open.filter((call) => !answers.has(call)).map(interruptedResult)
  return content.length === 0 ? [] : [{ role: 'user', id: null, content }]
}

function isAnswer(row: Spoken): boolean {
  return blocksOf(row.content).some((block) => answeredId(block) !== null)
}

function interruptedResult(id: string): ApiBlock {
  return { type: 'tool_result', content: INTERRUPTED_CALL, is_error: true, tool_use_id: id }
}

/** A row that only makes calls nobody answered goes, with whatever text stands in it. */
function withoutUnresolved(rows: readonly Spoken[]): Spoken[] {
  const answers = new Set(rows.flatMap((row) => blocksOf(row.content).flatMap((block) => answeredId(block) ?? [])))
  return rows.filter((row) => {
    if (row.role !== 'assistant') return true
    const calls = blocksOf(row.content).flatMap((block) => callId(block) ?? [])
    return calls.length === 0 || calls.some((call) => answers.has(call))
  })
}

/** Thinking without anything it led to, and empty text, are not sent. */
function withoutHollow(rows: readonly Spoken[]): Spoken[] {
  const solid = new Set<string>()
  for (const row of rows)
    if (row.role === 'assistant' && row.id !== null && !blocksOf(row.content).every(isThinking)) solid.add(row.id)
  return rows.filter((row) => {
    if (row.role !== 'assistant') return true
    const blocks = blocksOf(row.content)
    if (blocks.length === 0 || blocks.every(isBlank)) return false
    return !blocks.every(isThinking) || (row.id !== null && solid.has(row.id))
  })
}

function isBlank(block: ApiBlock): boolean {
  return isText(block) && typeof block['text'] === 'string' && block['text'].trim() === ''
}

function withLastWord(rows: readonly Spoken[]): Spoken[] {
  if (rows.at(-1)?.role !== 'user') return [...rows]
  return [...rows, { role: 'assistant', id: null, content: [{ type: 'text', text: NO_RESPONSE }] }]
}
