import type { ApiBlock, ApiMessage } from '../outcome.ts'

/** Everything a request says, one string a part, ids and markers left out. */
export function sentTexts(messages: ApiMessage[]): string[] {
  return messages.flatMap(({ content }) => textsIn(content))
}

/** The place of the message that holds a prompt; -1 where none does. */
export function promptIndex(messages: ApiMessage[], prompt: string): number {
  return messages.findLastIndex(
    ({ role, content }) => role === 'user' && textsIn(content).some((text) => text.trim() === prompt),
  )
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? (content as ApiBlock[]).flatMap(textsOfBlock) : [] // the API's own shape
}

function textsOfBlock(block: ApiBlock): string[] {
  switch (block['type']) {
    case 'text':
      return [String(block['text'])]
    case 'thinking':
      return [String(block['thinking']), String(block['signature'])]
    case 'tool_use':
      return [`${String(block['name'])} ${JSON.stringify(block['input'])}`]
    case 'tool_result':
      return textsIn(block['content'])
    default:
      return [JSON.stringify(block)]
  }
}

/** The first of `kept` that `sent` does not hold in this order; undefined where it holds all. */
export function firstMissing(kept: string[], sent: string[]): string | undefined {
  let from = 0
  return kept.find((text) => {
    const at = sent.indexOf(text, from)
    if (at >= 0) from = at + 1
    return at < 0
  })
}
