import type { JsonObject } from '../bytes/bodies.ts'
import { isAnswer } from './api-types.ts'
import type { Part } from './attachments/family.ts'
import { knownAttachment } from './known-attachments.ts'
import type { Spoken } from './spoken.ts'

/**
 * What an attachment row sends, one user message a part.
 *
 * Newer versions wrote the texts into `rendered`, word for word. Where it is missing or empty, a
 * version renders the kinds it knows; the others are silent. A few texts tell an age: as of `now`,
 * or, where that is not given, as of when the row was written.
 */
export function attached(body: JsonObject, shaping: 'modern' | 'classic', now?: number): Spoken[] {
  const rendered = shaping === 'modern' ? renderedTexts(body['rendered']) : []
  if (shaping === 'modern' && isTurnLimit(body['attachment'])) return [STOPPED]
  const parts = rendered.length > 0 ? rendered : knownParts(body, shaping, now)
  return parts.map((content, part) => ({ role: 'user', by: 'attachment', id: null, content, part }))
}

const STOPPED: Spoken = { role: 'user', by: 'attachment', id: null, content: [], stopped: true }

/** The run stopped at its limit of turns and left the last one open. */
function isTurnLimit(attachment: unknown): boolean {
  if (typeof attachment !== 'object' || attachment === null) return false
  const { type, exitCommitted } = attachment as JsonObject // an object, just checked
  return type === 'max_turns_reached' && exitCommitted === false
}

/** Attachments go before the prompts they came with: up to the last answer, of the model or a tool. */
export function attachmentsFirst(rows: readonly Spoken[]): Spoken[] {
  const ordered: Spoken[] = []
  for (const row of rows) {
    let at = ordered.length
    while (row.by === 'attachment' && at > 0 && isPrompt(ordered[at - 1])) at--
    ordered.splice(at, 0, row)
  }
  return ordered
}

function isPrompt(row: Spoken): boolean {
  return row.role === 'user' && row.by !== 'attachment' && !isAnswer(row.content)
}

function renderedTexts(rendered: unknown): string[] {
  if (!Array.isArray(rendered)) return []
  return rendered.flatMap((part: unknown) => {
    const content = typeof part === 'object' && part !== null ? (part as JsonObject)['content'] : undefined
    return typeof content === 'string' ? [content] : []
  })
}

function knownParts(
  { attachment, timestamp }: JsonObject,
  shaping: 'modern' | 'classic',
  now?: number,
): Part[] {
  if (typeof attachment !== 'object' || attachment === null) return []
  const at = now ?? (typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN)
  return knownAttachment(attachment as JsonObject, shaping, at) // an object, just checked
}
