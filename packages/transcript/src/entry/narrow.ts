/**
 * Hand narrowing of parsed JSON. Transcripts are hostile input: each field is looked at before it is believed,
 * and a field of the wrong type reads as absent, never as an exception.
 */

/** A parsed JSON object; every key may be present or not, and may hold anything. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectOf(value: unknown): JsonObject | null {
  return isObject(value) ? value : null
}

export function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** `1e999` is valid JSON and parses to Infinity, which no sum survives: only finite numbers count. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function booleanOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The strings of a list; other members are left out. */
export function stringsOf(value: unknown): string[] {
  return listOf(value).filter((member) => typeof member === 'string')
}

/** The objects of a list; other members are left out. */
export function objectsOf(value: unknown): JsonObject[] {
  return listOf(value).filter(isObject)
}
