import { answeredId, blocksOf, callId } from './api-types.ts'
import type { ApiBlock, ApiMessage } from './api-types.ts'
import { INTERRUPTED_USE, MISSING_RESULT, NO_CONTENT, ORPHANED_RESULT } from './texts.ts'

/**
 * Gives every call exactly one answer in the message that follows it, as newer versions do before
 * they send: a call id is used once, an answer that belongs nowhere is taken out, a missing one is
 * put in.
 */
export function pairTools(messages: readonly ApiMessage[]): ApiMessage[] {
  const paired: ApiMessage[] = []
  const used = new Set<string>()
  for (let i = 0; i < messages.length; i++) {
    const message = messages[i]
    if (message.role === 'user') {
      // An answer is only good right behind its call, and those are handled with the call.
      paired.push(
        paired.at(-1)?.role === 'assistant' ? message : withoutAnswers(message, paired.length === 0),
      )
      continue
    }
    const assistant = withFreshCalls(message, used)
    paired.push(assistant)
    const calls = blocksOf(assistant.content).flatMap((block) => callId(block) ?? [])
    const next = messages[i + 1]
    if (next?.role === 'user') {
      paired.push(answering(next, calls))
      i++
    } else if (calls.length > 0) {
      paired.push({ role: 'user', content: calls.map(missingResult) })
    }
  }
  return paired
}

function withFreshCalls(message: ApiMessage, used: Set<string>): ApiMessage {
  if (typeof message.content === 'string') return message
  const kept = message.content.filter((block) => {
    const id = callId(block)
    if (id === null) return true
    if (used.has(id)) return false
    used.add(id)
    return true
  })
  if (kept.length === message.content.length) return message
  return {
    ...message,
    content: kept.length > 0 ? kept : [{ type: 'text', text: INTERRUPTED_USE, citations: [] }],
  }
}

/** The user message behind a call, with exactly the answers that `calls` need. */
function answering(message: ApiMessage, calls: readonly string[]): ApiMessage {
  const open = new Set(calls)
  const kept = blocksOf(message.content).filter((block) => {
    const id = answeredId(block)
    return id === null ? block['type'] !== 'tool_result' : open.delete(id)
  })
  const missing = calls.filter((id) => open.has(id)).map(missingResult)
  if (missing.length === 0 && kept.length === blocksOf(message.content).length) return message
  const content = [...missing, ...kept]
  return { ...message, content: content.length > 0 ? content : NO_CONTENT }
}

function withoutAnswers(message: ApiMessage, first: boolean): ApiMessage {
  const blocks = blocksOf(message.content)
  const kept = blocks.filter((block) => block['type'] !== 'tool_result')
  if (kept.length === blocks.length) return message
  if (kept.length > 0) return { ...message, content: kept }
  return { ...message, content: first ? [{ type: 'text', text: ORPHANED_RESULT }] : NO_CONTENT }
}

function missingResult(id: string): ApiBlock {
  return { type: 'tool_result', tool_use_id: id, content: MISSING_RESULT, is_error: true }
}
