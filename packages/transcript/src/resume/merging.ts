import { blocksOf, isAnswer, isText } from './api-types.ts'
import type { ApiBlock, ApiMessage } from './api-types.ts'
import type { Spoken } from './spoken.ts'

/** How versions differ in making messages of rows. */
export interface MergeOptions {
  /** A user message that is one string stays a string. */
  readonly keepsStrings: boolean
  /** What a text ends with where the next row's text follows it. */
  readonly seam: string
  /** Rows without `message.id` side by side are one message. */
  readonly mergesNameless: boolean
  /** The earlier part of a message is looked for behind other messages, too. */
  readonly looksPastOthers: boolean
  /** Answers go first even in a message of one row. */
  readonly answersFirst: boolean
}

/** Rows become messages: rows of one message id together, user rows side by side together. */
export function mergeRows(rows: readonly Spoken[], options: MergeOptions): ApiMessage[] {
  const merged: Spoken[] = []
  let standsAlone = false
  for (const row of rows) {
    // The texts of one attachment stay apart unless there is a user message for them to join.
    if (row.by === 'attachment' && row.part === 0) standsAlone = merged.at(-1)?.role !== 'user'
    if (row.role === 'assistant') mergeAssistant(merged, row, options)
    else if (row.by === 'attachment' && standsAlone) merged.push(row)
    else mergeUser(merged, shapedUser(row, options), options)
  }
  return merged.map(({ role, content }) => ({ role, content }))
}

/** Looks back over results and other assistant messages for the earlier part of the same message. */
function mergeAssistant(merged: Spoken[], row: Spoken, options: MergeOptions): void {
  const named = row.id !== null || options.mergesNameless
  for (let i = merged.length - 1; i >= 0 && named; i--) {
    const earlier = merged[i]
    if (earlier.role === 'assistant') {
      if (earlier.id === row.id) {
        merged[i] = { ...earlier, content: [...blocksOf(earlier.content), ...blocksOf(row.content)] }
        return
      }
      if (!options.looksPastOthers) break
    } else if (!isAnswer(earlier.content)) break
  }
  merged.push(row)
}

function shapedUser(row: Spoken, { keepsStrings, answersFirst: hoists }: MergeOptions): Spoken {
  const content = keepsStrings ? row.content : blocksOf(row.content)
  return { ...row, content: hoists && typeof content !== 'string' ? answersFirst(content) : content }
}

function mergeUser(merged: Spoken[], row: Spoken, { seam }: MergeOptions): void {
  const last = merged.at(-1)
  if (last?.role !== 'user') {
    merged.push(row)
    return
  }
  const before = blocksOf(last.content)
  const after = blocksOf(row.content)
  const content = row.by === 'attachment' ? withAttached(before, after, seam) : joined(before, after, seam)
  merged[merged.length - 1] = { ...last, content: answersFirst(content) }
}

/**
 * What is attached behind an answer becomes part of it: of its text or, where the version joins texts
 * by a seam, of its blocks. Anything but text stays behind it, with the texts of the same message.
 */
function withAttached(before: readonly ApiBlock[], attached: readonly ApiBlock[], seam: string): ApiBlock[] {
  const answer = before.at(-1)
  if (answer?.['type'] !== 'tool_result' || !attached.every(isText)) return [...before, ...attached]
  const said = answer['content']
  if (typeof said === 'string') {
    const texts = [said, ...attached.map((block) => String(block['text']))].map((text) => text.trim())
    return [...before.slice(0, -1), { ...answer, content: texts.filter((text) => text !== '').join('\n\n') }]
  }
  if (!Array.isArray(said) || seam === '') return [...before, ...attached]
  return [...before.slice(0, -1), { ...answer, content: joined(said as ApiBlock[], attached, seam) }] // an answer's blocks
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
