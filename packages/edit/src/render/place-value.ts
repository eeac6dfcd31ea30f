import type { JsonObject } from '@skein/transcript'
import type { NewIds } from './new-ids.ts'
import { RESULT_PATHS } from './row-patcher.ts'
import { CITING_KEYS, CONTENT_KEYS, UUID_LENGTH, type RowPlace } from './row-place.ts'

/** A row's value with new ids, as `RowPatcher` does it with bytes. */
export function placeValue(value: JsonObject, ids: NewIds, place: RowPlace): JsonObject {
  const members: [string, unknown][] = Object.entries(value).map(([key, inner]) => [
    key,
    placeKey(key, inner, ids, place),
  ])
  if (place.parent !== undefined && !('parentUuid' in value)) members.unshift(['parentUuid', place.parent])
  if (place.fork !== null && !('forkedFrom' in value)) members.push(['forkedFrom', place.fork])
  // Set one by one, a member called `__proto__` would be lost.
  return Object.fromEntries(members)
}

function placeKey(key: string, value: unknown, ids: NewIds, place: RowPlace): unknown {
  if (key === 'parentUuid' && place.parent !== undefined) return place.parent
  if (key === 'cwd' && typeof value === 'string') return place.cwd?.(value) ?? value
  if (key === 'toolUseResult' && place.results !== null) return relinked(value, place.results)
  if (CONTENT_KEYS.has(key)) return value
  return exchanged(value, (text) =>
    text.length === UUID_LENGTH || CITING_KEYS.test(key) ? ids.of(text) : undefined,
  )
}

function exchanged(value: unknown, idOf: NewIds['of']): unknown {
  if (typeof value === 'string') {
    const id = idOf(value)
    return id === undefined ? value : id
  }
  if (Array.isArray(value)) return value.map((item) => exchanged(item, idOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [idOf(key) ?? key, exchanged(inner, idOf)]),
  )
}

function relinked(value: unknown, results: (path: string) => string | null): unknown {
  if (Array.isArray(value)) return value.map((item) => relinked(item, results))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      typeof inner === 'string' && (RESULT_PATHS as readonly string[]).includes(key)
        ? [key, results(inner) ?? inner]
        : [key, relinked(inner, results)],
    ),
  )
}
