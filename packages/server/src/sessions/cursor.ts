import type { z } from 'zod'
import { badRequest } from '../routes/failure.ts'

/** The place behind a page, as text that only this server reads. */
export function writeCursor(mark: object | null): string | null {
  return mark === null ? null : Buffer.from(JSON.stringify(mark)).toString('base64url')
}

/** The mark that a client brought back; one that no server ever gave is a bad request. */
export function readCursor<T>(text: string | undefined, schema: z.ZodType<T>): T | undefined {
  if (text === undefined) return undefined
  try {
    const parsed = schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (parsed.success) return parsed.data
  } catch {
    // Told below.
  }
  throw badRequest('after', 'is no place in this list')
}
