import { readAssistant } from './assistant.ts'
import { readAttachment } from './attachment.ts'
import type { Entry } from './entry.ts'
import { readBase } from './envelope.ts'
import type { Place } from './envelope.ts'
import { isObject, objectOf, stringOf } from './narrow.ts'
import { readProgress } from './progress.ts'
import { readSideRow } from './side-row.ts'
import { readSystem } from './system.ts'
import { readUser } from './user.ts'

/**
 * Reads a parsed line into an entry.
 *
 * Contract: never throws, whatever the value; keeps the whole value; a field of the wrong type reads as absent.
 * The type decides the kind, and `message.role` only where the line has no type at all: an `api-request-blob` has
 * the role `user` and is no prompt.
 */
export function readEntry(value: unknown, place: Place): Entry {
  if (!isObject(value)) {
    return {
      kind: 'unknown',
      type: null,
      place,
      value,
      timestamp: null,
      uuid: null,
      parentUuid: null,
      sessionId: null,
    }
  }
  const type = stringOf(value.type)
  switch (type ?? objectOf(value.message)?.role) {
    case 'user':
      return readUser(type, value, place)
    case 'assistant':
      return readAssistant(type, value, place)
    case 'system':
      return readSystem(type, value, place)
  }
  switch (type) {
    case null:
      return { kind: 'unknown', ...readBase(type, value, place) }
    case 'attachment':
      return readAttachment(type, value, place)
    case 'progress':
      return readProgress(type, value, place)
    default:
      return readSideRow(type, value, place) ?? { kind: 'unknown', ...readBase(type, value, place) }
  }
}
