import type { Content } from './content-block.ts'
import { readRowContent } from './content-block.ts'
import { readChainRow } from './envelope.ts'
import type { ChainRow, Place } from './envelope.ts'
import { numberOf, objectOf, stringOf } from './narrow.ts'
import type { JsonObject } from './narrow.ts'
import { readUsage } from './usage.ts'
import type { Usage } from './usage.ts'

/** The model of rows that the program wrote itself: errors, `No response requested.` and the like. */
export const SYNTHETIC_MODEL = '<synthetic>'

/**
 * A chain row of role assistant, in all versions: usually one content block of an API message. The rows of a message
 * share `messageId`, are disjoint (concatenate them, none is "the final one") and need not be adjacent.
 */
export interface AssistantEntry extends ChainRow {
  readonly kind: 'assistant'
  readonly message: JsonObject | null
  readonly content: Content
  /** `message.id`: what makes rows one message, and usage count once. */
  readonly messageId: string | null
  /** The API's request id; gateways leave it out, and newer versions do on some rows. */
  readonly requestId: string | null
  readonly model: string | null
  /** Null on all rows (most of ≤ 2.1.56), on all but the last (~2.1.59–91) or set on every row (2.1.101+). */
  readonly stopReason: string | null
  readonly usage: Usage | null
  /** The block's position in its message (seen in 2.1.325). */
  readonly apiBlockIndex: number | null
  /** The row's text is an API failure, told by the program. Never sent on resume. */
  readonly isApiError: boolean
  /** `rate_limit`, `server_error`, `authentication_failed`, … with `isApiError` (since 2.1.5). */
  readonly error: string | null
  /** Written by the program, not by a model: no usage, no model, never a turn's final text. */
  readonly isSynthetic: boolean
}

export function readAssistant(type: string | null, value: JsonObject, place: Place): AssistantEntry {
  const message = objectOf(value.message)
  const model = stringOf(message?.model)
  return {
    kind: 'assistant',
    ...readChainRow(type, value, place),
    message,
    content: readRowContent(value),
    messageId: stringOf(message?.id),
    requestId: stringOf(value.requestId),
    model,
    stopReason: stringOf(message?.stop_reason),
    usage: readUsage(message?.usage),
    apiBlockIndex: numberOf(value.apiBlockIndex),
    isApiError: value.isApiErrorMessage === true,
    error: stringOf(value.error),
    isSynthetic: model === SYNTHETIC_MODEL,
  }
}
