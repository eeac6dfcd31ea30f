/** A message of a Messages API request. Blocks are passed on as they are, known or not. */
export interface ApiMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string | readonly ApiBlock[]
}

export type ApiBlock = Readonly<Record<string, unknown>>

export function blocksOf(content: string | readonly ApiBlock[]): readonly ApiBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

export function isText(block: ApiBlock): boolean {
  return block['type'] === 'text'
}

export function isThinking(block: ApiBlock): boolean {
  return block['type'] === 'thinking' || block['type'] === 'redacted_thinking'
}

/** The id of the call a block makes (`''` for a call without one), or null. */
export function callId(block: ApiBlock): string | null {
  if (block['type'] !== 'tool_use') return null
  return typeof block['id'] === 'string' ? block['id'] : ''
}

/** The id of the call a block answers, or null. */
export function answeredId(block: ApiBlock): string | null {
  return block['type'] === 'tool_result' && typeof block['tool_use_id'] === 'string'
    ? block['tool_use_id']
    : null
}

/** Whether some block answers a call. */
export function isAnswer(content: string | readonly ApiBlock[]): boolean {
  return blocksOf(content).some((block) => answeredId(block) !== null)
}
