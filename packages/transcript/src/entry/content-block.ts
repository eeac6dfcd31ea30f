import { isObject, objectOf, stringOf } from './narrow.ts'
import type { JsonObject } from './narrow.ts'

/**
 * The blocks of a message. An open union: the API adds block types without notice, and gateways write their own.
 * A block of an unlisted type, or one that lacks the fields its type needs, is an `UnknownBlock` and keeps its value.
 */
export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ServerToolUseBlock
  | ToolResultBlock
  | ServerToolResultBlock
  | ImageBlock
  | DocumentBlock
  | ToolReferenceBlock
  | UnknownBlock

/** What a row's content was as written, and its blocks. A string is read as one text block. */
export interface Content {
  /** `string` and `array` are the two shapes the program writes; both occur in human prompts. */
  readonly shape: 'string' | 'array' | 'other' | 'absent'
  readonly blocks: readonly ContentBlock[]
  /** The content as written, for those who must give it back unchanged. */
  readonly value: unknown
}

export interface TextBlock {
  readonly kind: 'text'
  readonly text: string
  /** The block as written; for content that is a bare string, that string. */
  readonly value: JsonObject | string
}

/**
 * Signed reasoning. Send it whole or drop it whole: a block whose text was emptied while its signature stayed is
 * refused by the API for the rest of the session. Newer versions write an empty text themselves
 * (`thinkingDisplay: "omitted"`); those are valid as they stand. Gateways write no signature, or an empty one.
 */
export interface ThinkingBlock {
  readonly kind: 'thinking'
  readonly thinking: string
  readonly signature: string | null
  readonly value: JsonObject
}

export interface RedactedThinkingBlock {
  readonly kind: 'redacted_thinking'
  readonly data: string
  readonly value: JsonObject
}

/** A call of one of the program's tools. `caller` (`{type: "direct"}`) is seen since 2.0.67. */
export interface ToolUseBlock {
  readonly kind: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly value: JsonObject
}

/** A call that the API itself carries out (`server_tool_use`, `mcp_tool_use`); its result is in the same message. */
export interface ServerToolUseBlock {
  readonly kind: 'server_tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly value: JsonObject
}

/** The answer to a `tool_use`, in a user row. Its content is what the model sees; `toolUseResult` is for screens. */
export interface ToolResultBlock {
  readonly kind: 'tool_result'
  readonly toolUseId: string
  readonly isError: boolean
  readonly content: Content
  readonly value: JsonObject
}

/** The answer to a `server_tool_use`: `web_search_tool_result`, `web_fetch_tool_result`, `mcp_tool_result`, … */
export interface ServerToolResultBlock {
  readonly kind: 'server_tool_result'
  /** The block's own type, which says what kind of result it is. */
  readonly type: string
  readonly toolUseId: string
  readonly content: unknown
  readonly value: JsonObject
}

export interface ImageBlock {
  readonly kind: 'image'
  readonly source: JsonObject
  readonly value: JsonObject
}

export interface DocumentBlock {
  readonly kind: 'document'
  readonly source: JsonObject
  readonly title: string | null
  readonly value: JsonObject
}

/** In the results of `ToolSearch`: a deferred tool that is loaded from here on. */
export interface ToolReferenceBlock {
  readonly kind: 'tool_reference'
  readonly toolName: string
  readonly value: JsonObject
}

export interface UnknownBlock {
  readonly kind: 'unknown'
  readonly type: string | null
  readonly value: unknown
}

/**
 * The content of a conversation row: `message.content`, else the top-level `content` of old and hand-made files,
 * else a `message` that is itself the content (a string or a list, seen in hand-made files).
 */
export function readRowContent(value: JsonObject): Content {
  const message = value.message
  const nested = objectOf(message)?.content
  if (nested !== undefined) return readContent(nested)
  if (value.content !== undefined) return readContent(value.content)
  return readContent(isObject(message) ? undefined : message)
}

export function readContent(value: unknown): Content {
  if (typeof value === 'string') {
    return { shape: 'string', blocks: [{ kind: 'text', text: value, value }], value }
  }
  if (Array.isArray(value)) return { shape: 'array', blocks: value.map(readBlock), value }
  return { shape: value === undefined || value === null ? 'absent' : 'other', blocks: [], value }
}

export function readBlock(block: unknown): ContentBlock {
  if (typeof block === 'string') return { kind: 'text', text: block, value: block }
  if (!isObject(block)) return { kind: 'unknown', type: null, value: block }
  const type = stringOf(block.type)
  return readKnownBlock(type, block) ?? { kind: 'unknown', type, value: block }
}

/** The texts of the text blocks, joined by newlines; what a plain reader would call the content's text. */
export function textOf(content: Content): string {
  const texts: string[] = []
  for (const block of content.blocks) if (block.kind === 'text') texts.push(block.text)
  return texts.join('\n')
}

function readKnownBlock(type: string | null, value: JsonObject): ContentBlock | null {
  switch (type) {
    case 'text':
      return typeof value.text === 'string' ? { kind: 'text', text: value.text, value } : null
    case 'thinking':
      return typeof value.thinking === 'string'
        ? { kind: 'thinking', thinking: value.thinking, signature: stringOf(value.signature), value }
        : null
    case 'redacted_thinking':
      return typeof value.data === 'string' ? { kind: 'redacted_thinking', data: value.data, value } : null
    case 'tool_use':
      return readCall('tool_use', value)
    case 'server_tool_use':
    case 'mcp_tool_use':
      return readCall('server_tool_use', value)
    case 'tool_result':
      return typeof value.tool_use_id === 'string'
        ? {
            kind: 'tool_result',
            toolUseId: value.tool_use_id,
            isError: value.is_error === true,
            content: readContent(value.content),
            value,
          }
        : null
    case 'image': {
      const source = objectOf(value.source)
      return source === null ? null : { kind: 'image', source, value }
    }
    case 'document': {
      const source = objectOf(value.source)
      return source === null ? null : { kind: 'document', source, title: stringOf(value.title), value }
    }
    case 'tool_reference':
      return typeof value.tool_name === 'string'
        ? { kind: 'tool_reference', toolName: value.tool_name, value }
        : null
    default:
      return type !== null && type.endsWith('_tool_result') && typeof value.tool_use_id === 'string'
        ? { kind: 'server_tool_result', type, toolUseId: value.tool_use_id, content: value.content, value }
        : null
  }
}

function readCall<K extends 'tool_use' | 'server_tool_use'>(kind: K, value: JsonObject) {
  const { id, name, input } = value
  return typeof id === 'string' && typeof name === 'string' ? { kind, id, name, input, value } : null
}
