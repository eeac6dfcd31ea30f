import { z } from 'zod'
import { SCOPES } from '../../auth/scope.ts'

/** Parts that many answers share. */

export const time = z.number().nullable()
export const text = z.string().nullable()
/** Counts, sizes, offsets. */
export const whole = z.number().int()

export const tokenUsage = z.strictObject({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite5m: z.number(),
  cacheWrite1h: z.number(),
  webSearches: z.number(),
  webFetches: z.number(),
})

export const cost = z.strictObject({ nanoDollars: z.number().nullable(), unpricedTokens: z.number() })

export const cutText = z.strictObject({ text: z.string(), length: whole })

export const hunk = z.strictObject({
  oldStart: z.number(),
  oldLines: z.number(),
  newStart: z.number(),
  newLines: z.number(),
  lines: z.array(z.string()),
})

export const leftOutReason = z.enum([
  'other-branch',
  'compacted',
  'cut',
  'unreadable',
  'replaced',
  'sub-agent',
  'api-error',
  'thinking-only',
  'unanswered-call',
  'not-conversation',
])

export const leftOut = z.strictObject({ reason: leftOutReason, entries: whole, bytes: whole })

export const scope = z.enum(SCOPES)

export const done = z.strictObject({ done: z.literal(true) })

/** What every refusal looks like. */
export const apiError = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string(), remedy: text }),
})

/** A number in a query or a path: digits, as short as a byte offset is. */
export const number = z
  .string()
  .regex(/^\d{1,15}$/, 'is no whole number')
  .transform(Number)

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Names of things out of lists. What they name is looked up, so that any text is safe; a long one is none. */
export const id = z.string().min(1).max(300)

export const limit = number.pipe(z.number().int().min(1).max(200))
