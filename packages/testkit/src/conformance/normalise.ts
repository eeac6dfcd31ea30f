import type { ResumeResult } from '../claude/resume.ts'
import type { RecordedRequest } from '../scripted-api/server.ts'
import type { ApiBlock, ApiMessage, Outcome } from './outcome.ts'

/**
 * The one place that tells what a run itself put into a request from what came out of the transcript.
 *
 * Contract: removes exactly (1) the new prompt, (2) the texts that the run announced and also wrote to the
 * transcript behind the bytes it was given, each once and from the end, (3) cache markers. Nothing else is touched, so
 * that every difference in what came from the transcript stays visible.
 */
export function normalise(result: ResumeResult, given: Uint8Array, prompt: string): Outcome {
  const request = result.requests.findLast((candidate) => carriesPrompt(candidate, prompt))
  if (request === undefined) return result.timedOut ? { kind: 'hangs' } : unsent(result)
  const announced = announcedTexts(result.transcriptAfter.subarray(given.length))
  const messages = messagesOf(request).map(withoutCacheMarkers)
  return { kind: 'sent', messages: withoutOwnBlocks(messages, prompt, announced) }
}

function unsent(result: ResumeResult): Outcome {
  const said = `${result.stderr}\n${result.stdout}`
  if (said.includes('No conversation found'))
    return { kind: 'no-conversation', reason: 'No conversation found' }
  const thrown = /^\w*Error: .*$/m.exec(said)?.[0]
  return { kind: 'failed', exitCode: result.exitCode, reason: thrown ?? 'no reason given' }
}

function messagesOf(request: RecordedRequest): ApiMessage[] {
  const body = request.body as { messages?: ApiMessage[] } | null // the Messages API's own shape
  return body?.messages ?? []
}

function carriesPrompt(request: RecordedRequest, prompt: string): boolean {
  return messagesOf(request).some((message) => blocksOf(message).some((block) => block['text'] === prompt))
}

function blocksOf(message: ApiMessage): ApiBlock[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
}

function withoutCacheMarkers(message: ApiMessage): ApiMessage {
  if (typeof message.content === 'string') return message
  return {
    ...message,
    content: message.content.map(({ cache_control: _marker, ...block }) => block),
  }
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

function withoutOwnBlocks(messages: ApiMessage[], prompt: string, announced: string[]): ApiMessage[] {
  const own = [prompt, ...announced]
  const kept: ApiMessage[] = []
  for (const message of messages.toReversed()) {
    const blocks = blocksOf(message)
      .toReversed()
      .filter((block) => !takeOwn(block, own))
    if (blocks.length === blocksOf(message).length) kept.push(message)
    else if (blocks.length > 0) kept.push({ ...message, content: blocks.toReversed() })
  }
  return kept.toReversed()
}

function takeOwn(block: ApiBlock, own: string[]): boolean {
  const text = block['text']
  if (typeof text !== 'string') return false
  const at = own.indexOf(text.trim())
  if (at < 0) return false
  own.splice(at, 1)
  return true
}
