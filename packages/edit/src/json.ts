import type { JsonObject } from '@skein/transcript'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectOf(value: unknown): JsonObject | null {
  return isObject(value) ? value : null
}
