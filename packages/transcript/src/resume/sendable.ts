import type { ApiBlock, ApiMessage } from './api-types.ts'
import { answeredId, blocksOf, callId, isThinking } from './api-types.ts'
import { INTERRUPTED_CALL, NO_CONTENT } from './texts.ts'

/**
 * Makes any conversation one that the Messages API takes.
 *
 * Contract: it starts with the user and roles alternate; every call is answered exactly once, at the start of the
 * next user message; no answer stands anywhere else; no block is empty. Thinking stays the very same object or goes
 * whole (unsigned, or with nothing behind it). A valid conversation comes back as it is, so doing it twice changes
 * nothing. The last message may be the assistant's: whoever sends appends a prompt.
 */
export function sendable(messages: readonly ApiMessage[]): ApiMessage[] {
  const solid = merged(messages.map(withoutHollow))
  const whole = merged(paired(merged(solid.map(withoutLooseThinking))))
  if (whole[0]?.role === 'assistant')
    whole.unshift({ role: 'user', content: [{ type: 'text', text: NO_CONTENT }] })
  return whole
}

/** Without empty blocks, unsigned thinking, and blocks that the role cannot say. */
function withoutHollow(message: ApiMessage): ApiMessage {
  if (typeof message.content === 'string')
    return message.content.trim() === '' ? { ...message, content: [] } : message
  return withBlocks(
    message,
    message.content.filter((block) => isSolid(block) && isSayable(block, message.role)).map(cleaned),
  )
}

function isSolid(block: ApiBlock): boolean {
  if (typeof block !== 'object' || block === null) return false
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' && block['text'].trim() !== ''
    case 'thinking':
      return isFilled(block['signature'])
    case 'redacted_thinking':
      return isFilled(block['data'])
    case 'tool_use':
      return isFilled(block['id']) && isFilled(block['name'])
    case 'tool_result':
      return isFilled(block['tool_use_id'])
    default:
      return typeof block['type'] === 'string'
  }
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isSayable(block: ApiBlock, role: ApiMessage['role']): boolean {
  if (role === 'user') return callId(block) === null && !isThinking(block)
  return answeredId(block) === null && block['type'] !== 'image' && block['type'] !== 'document'
}

/** Calls need an input that is an object; answers must not hold empty text. */
function cleaned(block: ApiBlock): ApiBlock {
  if (block['type'] === 'tool_use') {
    const { input } = block
    return typeof input === 'object' && input !== null && !Array.isArray(input)
      ? block
      : { ...block, input: {} }
  }
  if (block['type'] !== 'tool_result' || !Array.isArray(block['content'])) return block
  const content: unknown[] = block['content']
  const kept = content.filter((part) => isSolid(part as ApiBlock)) // any JSON: isSolid looks before it believes
  if (kept.length === content.length) return block
  return { ...block, content: kept.length > 0 ? kept : '' }
}

/** A message must not end in thinking: what it led to is gone. */
function withoutLooseThinking(message: ApiMessage): ApiMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  const end = message.content.findLastIndex((block) => !isThinking(block)) + 1
  return withBlocks(message, message.content.slice(0, end))
}

/** Messages without content go, neighbours of one role become one. */
function merged(messages: readonly ApiMessage[]): ApiMessage[] {
  const result: ApiMessage[] = []
  let run: ApiMessage[] = []
  const close = (): void => {
    if (run.length === 1) result.push(run[0])
    else if (run.length > 1)
      result.push({ role: run[0].role, content: run.flatMap(({ content }) => blocksOf(content)) })
    run = []
  }
  for (const message of messages) {
    if (message.content.length === 0) continue
    if (run.length > 0 && run[0].role !== message.role) close()
    run.push(message)
  }
  close()
  return result
}

/** Answers every call in the message behind it and takes out all other answers. Roles alternate already. */
function paired(messages: readonly ApiMessage[]): ApiMessage[] {
  const used = new Set<string>()
  const result: ApiMessage[] = []
  let open: string[] = []
  for (const message of messages) {
    if (message.role === 'user') {
      result.push(answering(message, open))
      open = []
    } else {
      const once = withoutLooseThinking(withFreshCalls(message, used))
      open = blocksOf(once.content).flatMap((block) => callId(block) ?? [])
      result.push(once)
    }
  }
  if (open.length > 0) result.push({ role: 'user', content: open.map(interrupted) })
  return result
}

/** An id can be called once; a second call of it goes. */
function withFreshCalls(message: ApiMessage, used: Set<string>): ApiMessage {
  if (typeof message.content === 'string') return message
  const fresh = message.content.filter((block) => {
    const id = callId(block)
    if (id === null) return true
    return !used.has(id) && used.add(id).has(id)
  })
  return withBlocks(message, fresh)
}

/** The user message behind `calls`: their answers first, one each, then the rest. */
function answering(message: ApiMessage, calls: readonly string[]): ApiMessage {
  if (typeof message.content === 'string' && calls.length === 0) return message
  const blocks = blocksOf(message.content)
  const answers = new Map<string, ApiBlock>()
  for (const block of blocks) {
    const id = answeredId(block)
    if (id !== null && !answers.has(id)) answers.set(id, block)
  }
  const given = calls.map((id) => answers.get(id) ?? interrupted(id))
  const kept = new Set<ApiBlock>(given)
  // Answers stay in the order they were given; those made up here come first.
  const made = given.filter((block) => !answers.has(String(block['tool_use_id'])))
  const found = blocks.filter((block) => answeredId(block) !== null && kept.delete(block))
  return withBlocks(message, [
    ...made,
    ...found,
    ...blocks.filter((block) => block['type'] !== 'tool_result'),
  ])
}

function interrupted(id: string): ApiBlock {
  return { type: 'tool_result', tool_use_id: id, content: INTERRUPTED_CALL, is_error: true }
}

/** The same object where the blocks are the same. */
function withBlocks(message: ApiMessage, blocks: readonly ApiBlock[]): ApiMessage {
  const before = message.content
  if (
    typeof before !== 'string' &&
    before.length === blocks.length &&
    before.every((block, i) => block === blocks[i])
  )
    return message
  return { ...message, content: blocks }
}
