import { z } from 'zod'
import { scope, whole } from './parts.ts'

export const me = z.strictObject({
  scope,
  device: z.string(),
  version: z.string(),
  /** No session was found on this machine: the list shows the bundled ones. */
  demo: z.boolean(),
  /** Local time zone of the server. */
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
