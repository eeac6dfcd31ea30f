import type { JsonObject } from '@skein/transcript'
import type { ContentBlock } from './entries.ts'
import { imageTokens } from './image-size.ts'
import type { ImageLimits } from './model-limits.ts'

/** The kernel's guess too (`contextTokens`). Real tokens are smaller; `growthScale` says by how much. */
const CHARACTERS_A_TOKEN = 4
/** An image whose size cannot be read: about the largest that models took without scaling it down. */
export const UNREADABLE_IMAGE_TOKENS = 1600
/** A page of a PDF costs 1,500 to 3,000 tokens; how many pages it has is inside the file. */
export const DOCUMENT_TOKENS = 3000

export function weighText(text: string): number {
  return Math.ceil(text.length / CHARACTERS_A_TOKEN)
}

export function weighJson(value: unknown): number {
  return weighText(JSON.stringify(value) ?? '')
}

export function weighImage(source: JsonObject, limits: ImageLimits): number {
  const { data } = source
  return (typeof data === 'string' ? imageTokens(data, limits) : null) ?? UNREADABLE_IMAGE_TOKENS
}

/** A PDF at a flat rate, a text by its length. */
export function weighDocument(source: JsonObject): number {
  return source.type === 'text' && typeof source.data === 'string' ? weighText(source.data) : DOCUMENT_TOKENS
}

/** A block that is not divided further: text, calls, and whatever the API adds. */
export function weighBlock(block: ContentBlock, limits: ImageLimits): number {
  switch (block.kind) {
    case 'text':
      return weighText(block.text)
    case 'thinking':
      return weighText(block.thinking)
    case 'redacted_thinking':
      return weighText(block.data)
    case 'tool_use':
    case 'server_tool_use':
      return weighText(block.name) + weighJson(block.input)
    case 'image':
      return weighImage(block.source, limits)
    case 'document':
      return weighDocument(block.source)
    case 'tool_result':
      return block.content.blocks.reduce((sum, inner) => sum + weighBlock(inner, limits), 0)
    default:
      return weighJson(block.value)
  }
}
