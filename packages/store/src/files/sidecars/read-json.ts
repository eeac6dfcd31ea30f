import { openFile } from '../bytes/open-file.ts'

/** A sidecar's value; undefined where it is not there, is not JSON or is larger than any sidecar. */
export function readJson(path: string): unknown {
  const text = readSmallFile(path)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text of a file of at most `MOST_BYTES`; undefined where it cannot be read. */
export function readSmallFile(path: string): string | undefined {
  try {
    const file = openFile(path)
    try {
      if (file.look.size > MOST_BYTES) return undefined
      const bytes = Buffer.alloc(file.look.size)
      return bytes.toString('utf8', 0, file.readInto(bytes, 0))
    } finally {
      file.close()
    }
  } catch {
    return undefined
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function stringOf(record: Readonly<Record<string, unknown>>, key: string): string {
  const value = Object.hasOwn(record, key) ? record[key] : undefined
  return typeof value === 'string' ? value : ''
}

/** 8 MiB: sidecars are small; whatever is larger is not one. */
const MOST_BYTES = 8 * 1024 * 1024
