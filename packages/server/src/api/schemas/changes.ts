import { z } from 'zod'
import { scope, text, whole } from './parts.ts'

/** Bodies of requests that change something, and their answers. */

const cursor = z.string().min(1).max(200)

export const subscriptions = z.strictObject({
  subscriptions: z
    .array(z.strictObject({ topic: z.string().min(1).max(700), cursor: cursor.optional() }))
    .max(200),
})

export const seen = z.strictObject({ time: z.number().min(0) })
export const title = z.strictObject({ title: z.string().min(1).max(500) })
export const tags = z.strictObject({ tags: z.array(z.string().min(1).max(100)).max(20) })
export const nothing = z.record(z.string(), z.never())
export const search = z.strictObject({ query: z.string().min(1).max(2000) })

const dryRun = z.boolean()

export const edit = z.union([
  z.strictObject({ dryRun, kind: z.literal('fork'), entry: z.string().min(1).max(100) }),
  z.strictObject({
    dryRun,
    kind: z.literal('trim'),
    preset: z.string().max(40),
    targetTokens: z.number().int().min(1).max(100_000_000).optional(),
  }),
  z.strictObject({ dryRun, kind: z.literal('compress') }),
  z.strictObject({ dryRun, kind: z.literal('repair') }),
  z.strictObject({ dryRun, kind: z.literal('clone') }),
])

export const editAnswer = z.strictObject({
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  entriesBefore: whole,
  entriesAfter: whole,
  steps: z.array(z.strictObject({ text: z.string(), tokens: z.number() })),
  /** Texts that are changed or left out, the first of them, cut; only for a dry run. */
  changes: z.array(
    z.strictObject({
      /** Of its entry in the file, from 1. */
      line: whole,
      /** `prompt`, `tool result`. */
      what: z.string(),
      before: z.string(),
      /** Null where it is left out. */
      after: text,
    }),
  ),
  moreChanges: z.boolean(),
  warnings: z.array(z.string()),
  /** Key of the new session; null for a dry run. */
  session: text,
  resumeCommand: text,
})

export const pairing = z.strictObject({ name: z.string().min(1).max(100), scope: scope.exclude(['drive']) })
export const pairingAnswer = z.strictObject({
  /** To be opened on the other device; once, and before `expires`. */
  url: z.string(),
  expires: z.number(),
})

export const device = z.strictObject({
  id: z.string(),
  name: z.string(),
  scope,
  created: z.number(),
  lastSeen: z.number().nullable(),
  current: z.boolean(),
})
