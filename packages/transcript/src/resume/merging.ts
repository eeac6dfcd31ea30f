import { answeredId, blocksOf, isText } from './api-types.ts'
import type { ApiBlock, ApiMessage } from './api-types.ts'
import type { Spoken } from './spoken.ts'

export interface MergeOptions {
  /** Newer versions keep a lone string a string and end a text before the next one with a newline. */
  readonly keepsStrings: boolean
  readonly seam: string
}

/** Rows become messages: rows of one message id together, user rows side by side together. */
export function mergeRows(rows: readonly Spoken[], options: MergeOptions): ApiMessage[] {
  const merged: Spoken[] = []
  for (const row of rows) {
    if (row.role === 'assistant') mergeAssistant(merged, row)
    else mergeUser(merged, options.keepsStrings ? row : { ...row, content: blocksOf(row.content) }, options)
  }
  return merged.map(({ role, content }) => ({ role, content }))
}

/** Looks back over results and other assistant messages for the earlier part of the same message. */
function mergeAssistant(merged: Spoken[], row: Spoken): void {
  for (let i = merged.length - 1; i >= 0 && row.id !== null; i--) {
    const earlier = merged[i]
    if (earlier.role === 'assistant') {
      if (earlier.id !== row.id) continue
      merged[i] = { ...earlier, content: [...blocksOf(earlier.content), ...blocksOf(row.content)] }
      return
    }
    if (!answersOnly(earlier)) break
  }
  merged.push(row)
}

function answersOnly(message: Spoken): boolean {
  return blocksOf(message.content).some((block) => answeredId(block) !== null)
}

function mergeUser(merged: Spoken[], row: Spoken, { seam }: MergeOptions): void {
  const last = merged.at(-1)
  if (last?.role !== 'user') {
    merged.push(row)
    return
  }
  merged[merged.length - 1] = { ...last, content: answersFirst(joined(blocksOf(last.content), blocksOf(row.content), seam)) }
}

function joined(before: readonly ApiBlock[], after: readonly ApiBlock[], seam: string): ApiBlock[] {
  const end = before.at(-1)
  if (end === undefined || after.length === 0 || seam === '' || !isText(end) || !isText(after[0]))
    return [...before, ...after]
  return [...before.slice(0, -1), { ...end, text: `${String(end['text'])}${seam}` }, ...after]
}

function answersFirst(blocks: readonly ApiBlock[]): ApiBlock[] {
  const isAnswer = (block: ApiBlock): boolean => block['type'] === 'tool_result'
  return [...blocks.filter(isAnswer), ...blocks.filter((block) => !isAnswer(block))]
}
