import { z } from 'zod'
import { scope, whole } from './parts.ts'

export const me = z.strictObject({
  scope,
  device: z.string(),
  version: z.string(),
  demo: z.boolean(),
  timeZone: z.string(),
})

export const health = z.strictObject({
  version: z.string(),
  sessions: whole,
  bytes: whole,
  archivedSessions: whole,
  lastArchived: z.number().nullable(),
  indexing: z.boolean(),
  diagnostics: z.array(z.string()),
})
