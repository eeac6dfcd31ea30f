import { answeredId, blocksOf, callId } from './api-types.ts'
import type { ApiMessage } from './api-types.ts'
import { mergeRows } from './merging.ts'
import type { Spoken } from './spoken.ts'
import { NO_RESPONSE } from './texts.ts'

/** What version 2.0.76 makes of the rows of a chain: open calls go, everything else is sent as it is. */
export function shapeClassic(rows: readonly Spoken[]): ApiMessage[] {
  const answers = new Set(rows.flatMap((row) => blocksOf(row.content).flatMap((block) => answeredId(block) ?? [])))
  const kept: Spoken[] = []
  for (const row of rows) {
    if (row.role === 'user' || typeof row.content === 'string') {
      kept.push(row)
      continue
    }
    const content = row.content.filter((block) => {
      const call = callId(block)
      return call === null || answers.has(call)
    })
    if (content.length > 0) kept.push({ ...row, content })
  }
  if (kept.at(-1)?.role === 'user') kept.push({ role: 'assistant', id: null, content: [{ type: 'text', text: NO_RESPONSE }] })
  return mergeRows(kept, { keepsStrings: false, seam: '' })
}
