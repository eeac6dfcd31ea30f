import type { ResumeResult } from '../claude/resume.ts'
import type { RecordedRequest } from '../scripted-api/server.ts'
import type { ApiBlock, ApiMessage, Outcome } from './outcome.ts'

/**
 * The one place that tells what a run itself put into a request from what came out of the transcript.
 *
 * Contract: removes exactly (1) the new prompt, (2) the texts that the run announced and also wrote to the
 * transcript behind the bytes it was given, each once, from the end, in the last message only, (3) the cache
 * markers of the last two messages. Nothing else is touched, so that every difference in what came from the
 * transcript stays visible.
 */
export function normalise(result: ResumeResult, given: Uint8Array, prompt: string): Outcome {
  // On a busy machine 2.0.76 lets a request without the past go while it ends; the refusal is what counts.
  if (result.exitCode === 1 && saysNoConversation(result)) return unsent(result)
  const request = result.requests.findLast((candidate) => carriesPrompt(candidate, prompt))
  if (request === undefined) return result.hangs ? { kind: 'hangs' } : unsent(result)
  const announced = [...announcedTexts(result.transcriptAfter.subarray(given.length)), ...unwritten(given)]
  const messages = withoutCacheMarkers(messagesOf(request))
  return { kind: 'sent', messages: withoutOwnBlocks(messages, prompt, announced) }
}

function unsent(result: ResumeResult): Outcome {
  if (saysNoConversation(result)) return { kind: 'no-conversation', reason: noConversation }
  const said = `${result.stderr}\n${result.stdout}`
  const thrown = /^\w*Error: .*$/m.exec(said)?.[0]
  return { kind: 'failed', exitCode: result.exitCode, reason: thrown ?? said.trim().split('\n')[0] }
}

const noConversation = 'No conversation found'

function saysNoConversation({ stderr, stdout }: ResumeResult): boolean {
  return `${stderr}\n${stdout}`.includes(noConversation)
}

function messagesOf(request: RecordedRequest): ApiMessage[] {
  const body = request.body as { messages?: ApiMessage[] } | null // the Messages API's own shape
  return body?.messages ?? []
}

function carriesPrompt(request: RecordedRequest, prompt: string): boolean {
  return messagesOf(request).some((message) =>
    blocksOf(message).some((block) => isObject(block) && block['text'] === prompt),
  )
}

function blocksOf(message: ApiMessage): ApiBlock[] {
  if (typeof message.content === 'string') return [{ type: 'text', text: message.content }]
  return Array.isArray(message.content) ? message.content : []
}

/** A run marks its last message (2.1) or its last two (2.0); a marker further up came from the transcript. */
function withoutCacheMarkers(messages: ApiMessage[]): ApiMessage[] {
  return messages.map((message, index) => {
    if (index < messages.length - 2 || !Array.isArray(message.content)) return message
    return { ...message, content: message.content.map(withoutCacheMarker) }
  })
}

function withoutCacheMarker(block: ApiBlock): ApiBlock {
  if (!isObject(block) || !('cache_control' in block)) return block
  const { cache_control: _marker, ...rest } = block
  return rest
}

/** Damaged transcripts can make the program send blocks that are no objects. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The texts of the attachments that the run appended. */
function announcedTexts(appended: Uint8Array): string[] {
  const texts: string[] = []
  for (const line of new TextDecoder().decode(appended).split('\n')) {
    if (!line.startsWith('{')) continue
    const row = JSON.parse(line) as { rendered?: { content?: unknown }[] }
    for (const { content } of row.rendered ?? []) if (typeof content === 'string') texts.push(content.trim())
  }
  return texts
}

/**
 * 2.0.76 reminds a long conversation of its todo list with every prompt and writes that nowhere, so it is known
 * by its words; not where the transcript itself holds such a reminder.
 */
function unwritten(given: Uint8Array): string[] {
  return new TextDecoder().decode(given).includes('todo_reminder') ? [] : [todoReminder]
}

const todoReminder =
  "<system-reminder>\nThe TodoWrite tool hasn't been used recently. If you're working on tasks that would benefit from tracking progress, consider using the TodoWrite tool to track progress. Also consider cleaning up the todo list if has become stale and no longer matches what you are working on. Only use it if it's relevant to the current work. This is just a gentle reminder - ignore if not applicable. Make sure that you NEVER mention this reminder to the user\n\n</system-reminder>"

/** What a run adds stands in its last message only, behind whatever came from the transcript. */
function withoutOwnBlocks(messages: ApiMessage[], prompt: string, announced: string[]): ApiMessage[] {
  const last = messages.at(-1)
  if (last === undefined) return []
  const own = [prompt, ...announced]
  const blocks = blocksOf(last)
    .toReversed()
    .flatMap((block) => (takeOwn(block, own) ? [] : [withoutFolded(block, own)]))
    .toReversed()
  const earlier = messages.slice(0, -1)
  return blocks.length === 0 ? earlier : [...earlier, { ...last, content: blocks }]
}

function takeOwn(block: ApiBlock, own: string[]): boolean {
  const text = isObject(block) ? block['text'] : undefined
  const at = typeof text === 'string' ? own.indexOf(text.trim()) : -1
  if (at >= 0) own.splice(at, 1)
  return at >= 0
}

/** Announcements behind a tool result are folded into it: joined by blank lines, or as further blocks. */
function withoutFolded(block: ApiBlock, own: string[]): ApiBlock {
  if (!isObject(block) || block['type'] !== 'tool_result') return block
  const { content } = block
  if (typeof content === 'string') return { ...block, content: withoutFoldedText(content, own) }
  if (!Array.isArray(content)) return block
  const kept = [...(content as ApiBlock[])] // the Messages API's own shape
  while (kept.length > 0 && takeOwn(kept[kept.length - 1], own)) kept.pop()
  if (kept.length === content.length) return block
  // The first folded block ended the text before it with a line feed.
  return {
    ...block,
    content: kept.map((part, index) => (index === kept.length - 1 ? withoutLineFeed(part) : part)),
  }
}

function withoutFoldedText(content: string, own: string[]): string {
  const folded = own.findIndex((candidate) => content.endsWith(`\n\n${candidate}`))
  if (folded < 0) return content
  const [text] = own.splice(folded, 1)
  return withoutFoldedText(content.slice(0, -(text.length + 2)), own)
}

function withoutLineFeed(block: ApiBlock): ApiBlock {
  const { text } = block
  return typeof text === 'string' && text.endsWith('\n') ? { ...block, text: text.slice(0, -1) } : block
}
