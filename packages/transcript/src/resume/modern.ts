import { attachmentsFirst } from './attached.ts'
import { answeredId, blocksOf, callId, isAnswer, isText, isThinking } from './api-types.ts'
import type { ApiBlock, ApiMessage } from './api-types.ts'
import { mergeRows } from './merging.ts'
import type { MergeOptions } from './merging.ts'
import { pairTools } from './pairing.ts'
import type { Spoken } from './spoken.ts'
import { INTERRUPTED_CALL, NO_CONTENT, NO_RESPONSE, TOOL_LOADED } from './texts.ts'

const MERGING: MergeOptions = {
  keepsStrings: true,
  seam: '\n',
  mergesNameless: false,
  looksPastOthers: true,
  answersFirst: false,
}

/** What version 2.1.325 makes of the rows of a chain. */
export function shapeModern(rows: readonly Spoken[]): ApiMessage[] {
  const ordered = callsFirst(rows)
  const answered = [...ordered, ...interruptedResults(ordered)]
  const visible = withoutHollow(withoutUnresolved(answered))
  if (visible.length === 0) return []
  const sent = attachmentsFirst(withNextPrompt(withLastWord(visible))).filter(isSent)
  return withoutNextPrompt(pairTools(mergeRows(sent, MERGING)).map(polished))
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
    const answers = blocksOf(row.content).flatMap((block) => answeredId(block) ?? [])
    const calls = answers.flatMap((id) => callAt.get(id) ?? [])
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
  while (end >= 0 && rows[end].role === 'user' && isAnswer(rows[end].content)) end--
  if (end < 0 || rows[end].role !== 'assistant') return []
  const { id } = rows[end]
  let start = end
  while (start > 0 && id !== null && rows[start - 1].id === id) start--
  const answers = new Set(
    rows.flatMap((row) => blocksOf(row.content).flatMap((block) => answeredId(block) ?? [])),
  )
  const open = rows
    .slice(start, end + 1)
    .flatMap((row) => blocksOf(row.content).flatMap((block) => callId(block) ?? []))
  const content = open.filter((call) => !answers.has(call)).map(interruptedResult)
  return content.length === 0 ? [] : [{ role: 'user', by: 'row', id: null, content }]
}

function interruptedResult(id: string): ApiBlock {
  return { type: 'tool_result', content: INTERRUPTED_CALL, is_error: true, tool_use_id: id }
}

/** A row that only makes calls nobody answered goes, with whatever text stands in it. */
function withoutUnresolved(rows: readonly Spoken[]): Spoken[] {
  const answers = new Set(
    rows.flatMap((row) => blocksOf(row.content).flatMap((block) => answeredId(block) ?? [])),
  )
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
    if (row.role === 'assistant' && row.id !== null && !blocksOf(row.content).every(isThinking))
      solid.add(row.id)
  return rows.filter((row) => {
    if (row.role !== 'assistant') return true
    const blocks = blocksOf(row.content)
    if (blocks.length === 0) return true
    if (blocks.every(isBlank)) return false
    return !blocks.every(isThinking) || (row.id !== null && solid.has(row.id))
  })
}

function isBlank(block: ApiBlock): boolean {
  if (!isText(block) || typeof block['text'] !== 'string') return false
  const text = block['text'].trim()
  return text === '' || text === NO_CONTENT
}

function isSent(row: Spoken): boolean {
  return row.by !== 'failure' && row.stopped !== true
}

/** A prompt nobody answered is closed by a word of the program's own. */
function withLastWord(rows: readonly Spoken[]): readonly Spoken[] {
  const at = rows.findLastIndex((row) => row.by === 'row' || row.by === 'failure')
  // A run that stopped at its turn limit is left open, for the next prompt to go on with.
  if (rows.slice(at + 1).some((row) => row.stopped === true)) return rows
  if (at < 0 || rows[at].role !== 'user' || endsInCommand(rows, at)) return rows
  // Behind a summary, attachments show that the compaction came to its end.
  if (rows[at].summary === true && at < rows.length - 1) return rows
  return [...rows, { role: 'assistant', by: 'row', id: null, content: [{ type: 'text', text: NO_RESPONSE }] }]
}

/** Whether the rows up to `end` close with a local command: its caveat, its name, its output. */
function endsInCommand(rows: readonly Spoken[], end: number): boolean {
  let at = end
  for (const marks of [OUTPUT_MARKS, COMMAND_MARKS]) if (at > 0 && beginsWith(rows[at], marks)) at--
  return rows[at].meta === true && beginsWith(rows[at], [CAVEAT_MARK])
}

const CAVEAT_MARK = '<local-command-caveat>'
const COMMAND_MARKS = ['<command-name>', '<command-message>']
const OUTPUT_MARKS = ['<local-command-stdout>', '<local-command-stderr>']

function beginsWith({ role, content }: Spoken, marks: readonly string[]): boolean {
  return role === 'user' && typeof content === 'string' && marks.some((mark) => content.startsWith(mark))
}

/**
 * A conversation that is left open is joined by the next prompt and by what the program announces
 * with it. How they join decides the shape of what stands before, so they are put in and taken out.
 */
function withNextPrompt(rows: readonly Spoken[]): Spoken[] {
  const announced: Spoken = { role: 'user', by: 'attachment', id: null, content: STAND_IN, part: 0 }
  return [...rows, announced, { role: 'user', by: 'row', id: null, content: STAND_IN }]
}

function withoutNextPrompt(messages: readonly ApiMessage[]): ApiMessage[] {
  const last = messages.at(-1)
  if (last === undefined || last.role === 'assistant') return [...messages]
  const content = blocksOf(last.content)
    .filter((block) => !isStandIn(block))
    .map(withoutStandIn)
  return content.length === 0 ? messages.slice(0, -1) : [...messages.slice(0, -1), { ...last, content }]
}

/** No transcript holds it: NUL is no character of a text people write. */
const STAND_IN = '\u0000next\u0000'

function isStandIn(block: ApiBlock): boolean {
  return isText(block) && typeof block['text'] === 'string' && block['text'].trimEnd() === STAND_IN
}

function withoutStandIn(block: ApiBlock): ApiBlock {
  const content = block['content']
  const ending = `\n\n${STAND_IN}`
  if (typeof content !== 'string' || !content.endsWith(ending)) return block
  return { ...block, content: content.slice(0, -ending.length) }
}

/** The last touches on a message: blocks the API would refuse go, loaded tools are announced. */
function polished(message: ApiMessage): ApiMessage {
  if (message.role === 'assistant') {
    const spoken = blocksOf(message.content).filter(isAssistantBlock).map(withCurrentName)
    const blocks = callsLast(withoutOpenServerCalls(spoken))
    return {
      ...message,
      content: blocks.length > 0 ? blocks : [{ type: 'text', text: NO_CONTENT, citations: [] }],
    }
  }
  if (typeof message.content === 'string') return message
  const blocks = message.content
    .filter((block) => !isText(block) || typeof block['text'] === 'string')
    .map(withTextErrors)
  return {
    ...message,
    content: blocks.some(namesTool) ? [...blocks, { type: 'text', text: TOOL_LOADED }] : blocks,
  }
}

/** Blocks of the wrong side and texts without a word are not sent. */
function isAssistantBlock(block: ApiBlock): boolean {
  return block['type'] !== 'tool_result' && !(isText(block) && block['text'] === '')
}

/** Tools that were renamed are sent by their new name. */
function withCurrentName(block: ApiBlock): ApiBlock {
  return block['type'] === 'tool_use' && block['name'] === 'Task' ? { ...block, name: 'Agent' } : block
}

function callsLast(blocks: readonly ApiBlock[]): ApiBlock[] {
  const isCall = (block: ApiBlock): boolean => block['type'] === 'tool_use'
  return [...blocks.filter((block) => !isCall(block)), ...blocks.filter(isCall)]
}

function withoutOpenServerCalls(blocks: readonly ApiBlock[]): readonly ApiBlock[] {
  const answered = new Set(blocks.map((block) => block['tool_use_id']))
  return blocks.filter((block) => block['type'] !== 'server_tool_use' || answered.has(block['id']))
}

/** An error may hold only text. */
function withTextErrors(block: ApiBlock): ApiBlock {
  const content = block['content']
  if (block['type'] !== 'tool_result' || block['is_error'] !== true || !Array.isArray(content)) return block
  const texts = content.filter((part: ApiBlock) => isText(part))
  return texts.length === content.length ? block : { ...block, content: texts }
}

function namesTool(block: ApiBlock): boolean {
  const content = block['content']
  return Array.isArray(content) && content.some((part: ApiBlock) => part['type'] === 'tool_reference')
}
