import type { JsonObject } from '../bytes/bodies.ts'
import type { ApiBlock, ApiMessage } from './api-types.ts'
import { NOT_USER_INPUT } from './texts.ts'

/** One row's part of the conversation, before rows are merged into messages. */
export interface Spoken extends ApiMessage {
  /** `message.id`, null for user rows and rows without one. */
  readonly id: string | null
  /**
   * `failure`: the program's own note that a request failed. `attachment`: what it added by itself.
   * `command`: output of a local command, kept in a system row.
   */
  readonly by: 'row' | 'failure' | 'attachment' | 'command'
  readonly meta?: boolean
  readonly summary?: boolean
  /** An attachment that says nothing but that the run stopped at its limit of turns. */
  readonly stopped?: boolean
  /** Which of an attachment's texts this is, from 0. */
  readonly part?: number
}

/** What a user or assistant row says; null where its message has no content. */
export function spokenBy(
  body: JsonObject,
  role: 'user' | 'assistant',
  shaping: 'modern' | 'classic',
): Spoken | null {
  const message = body['message']
  if (typeof message !== 'object' || message === null) return null
  const { content, id } = message as { content?: unknown; id?: unknown } // any JSON object: both checked below
  if (typeof content !== 'string' && !Array.isArray(content)) return null
  const blocks = typeof content === 'string' ? content : content.flatMap((value) => asBlocks(value, shaping))
  if (role === 'user' && blocks.length === 0 && typeof blocks !== 'string') return null
  const marks = { meta: body['isMeta'] === true, summary: body['isCompactSummary'] === true }
  return {
    role,
    by: 'row',
    ...marks,
    id: role === 'assistant' && typeof id === 'string' ? id : null,
    content: blocks,
  }
}

/** The row with the note around it that tells the model that nobody typed it. */
export function asNotification(said: Spoken): Spoken {
  if (typeof said.content !== 'string') return said
  return { ...said, content: `<system-reminder>\n${NOT_USER_INPUT}\n\n${said.content}\n</system-reminder>` }
}

/** Whether the row's message has content that can be read at all. */
export function hasContent(body: JsonObject): boolean {
  const message = body['message']
  if (typeof message !== 'object' || message === null) return false
  const { content } = message as { content?: unknown } // any JSON object: checked below
  return typeof content === 'string' || Array.isArray(content)
}

/** 2.0.76 sends a bare string among the blocks as it is; newer versions leave it out. */
function asBlocks(value: unknown, shaping: 'modern' | 'classic'): ApiBlock[] {
  if (typeof value === 'object' && value !== null) return [value as ApiBlock]
  return typeof value === 'string' && shaping === 'classic' ? [value as unknown as ApiBlock] : []
}
