import { attachmentsFirst } from './attached.ts'
import { answeredId, blocksOf, callId, isText } from './api-types.ts'
import type { ApiBlock, ApiMessage } from './api-types.ts'
import { mergeRows } from './merging.ts'
import type { MergeOptions } from './merging.ts'
import type { Spoken } from './spoken.ts'
import { NO_RESPONSE, NO_TOOL_SEARCH } from './texts.ts'

const MERGING: MergeOptions = {
  keepsStrings: false,
  seam: '',
  mergesNameless: true,
  looksPastOthers: false,
  answersFirst: true,
}

/**
 * What version 2.0.76 makes of the rows of a chain: open calls go, everything else is sent as it
 * is. `speaksLast` tells whether the chain ends in a user or assistant row.
 */
export function shapeClassic(rows: readonly Spoken[], speaksLast: boolean): ApiMessage[] {
  const answers = new Set(
    rows.flatMap((row) => blocksOf(row.content).flatMap((block) => answeredId(block) ?? [])),
  )
  const kept: Spoken[] = []
  for (const row of rows) {
    if (row.role === 'user') kept.push({ ...row, content: asUserBlocks(row.content) })
    else if (typeof row.content === 'string') kept.push(row)
    else {
      const content = row.content.filter(
        (block) => callId(block) === null || answers.has(callId(block) ?? ''),
      )
      if (content.length > 0) kept.push({ ...row, content: content.map(asCall) })
    }
  }
  if (speaksLast && kept.at(-1)?.role === 'user')
    kept.push({
      role: 'assistant',
      by: 'row',
      id: NO_RESPONSE,
      content: [{ type: 'text', text: NO_RESPONSE }],
    })
  const sent = kept.filter((row) => row.by !== 'failure')
  return mergeRows(attachmentsFirst(sent), MERGING)
}

/** A call is sent with its four known keys; the plan that leaves plan mode is not sent again. */
function asCall(block: ApiBlock): ApiBlock {
  if (callId(block) === null) return block
  const { type, id, name, input } = block
  if (name !== 'ExitPlanMode' || typeof input !== 'object' || input === null) return { type, id, name, input }
  const { plan: _plan, ...rest } = input as ApiBlock // an object, just checked
  return { type, id, name, input: rest }
}

function asUserBlocks(content: string | readonly ApiBlock[]): string | readonly ApiBlock[] {
  if (typeof content === 'string') return content
  return content.map((block) => {
    const parts = block['content']
    if (block['type'] !== 'tool_result' || !Array.isArray(parts)) return block
    if (!parts.some((part: ApiBlock) => part['type'] === 'tool_reference')) return block
    const rest = parts.filter((part: ApiBlock) => part['type'] !== 'tool_reference')
    return { ...block, content: rest.length > 0 ? rest : [{ type: 'text', text: NO_TOOL_SEARCH }] }
  })
}

/** 2.0.76 ends without a word on an answer that is a bare string, and on a text that is none. */
export function isReadableByClassic(row: Spoken): boolean {
  if (row.role === 'assistant') return typeof row.content !== 'string'
  return blocksOf(row.content).every((block) => !isText(block) || typeof block['text'] === 'string')
}
