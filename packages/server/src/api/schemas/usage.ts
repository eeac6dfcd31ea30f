import { z } from 'zod'
import { id, time, tokenUsage, whole } from './parts.ts'

const usageBy = ['daily', 'weekly', 'monthly', 'session', 'project', 'model', 'tool', 'block'] as const

const summary = {
  messages: whole,
  tokens: tokenUsage,
  totalTokens: z.number(),
  cost: z.number().nullable(),
  unpricedTokens: z.number(),
  unpricedModels: z.array(z.string()),
  models: z.array(
    z.strictObject({
      model: z.string(),
      messages: whole,
      tokens: tokenUsage,
      totalTokens: z.number(),
      cost: z.number().nullable(),
    }),
  ),
  subagents: z.strictObject({ messages: whole, totalTokens: z.number(), cost: z.number() }),
}

const block = z.strictObject({
  kind: z.enum(['block', 'gap']),
  start: z.number(),
  end: z.number(),
  active: z.boolean(),
  burn: z.strictObject({ tokensPerMinute: z.number(), costPerHour: z.number().nullable() }).nullable(),
  projection: z
    .strictObject({ minutesLeft: z.number(), totalTokens: z.number(), cost: z.number().nullable() })
    .nullable(),
})

export const usageReport = z.strictObject({
  by: z.enum([...usageBy, 'turn']),
  timeZone: z.string(),
  rows: z.array(
    z.strictObject({
      key: z.string(),
      first: time,
      last: time,
      project: z.string().nullable(),
      block: block.nullable(),
      ...summary,
    }),
  ),
  totals: z.strictObject(summary),
  omitted: whole,
})

const moment = z.string().max(40)

export const usageQuery = z.strictObject({
  by: z.enum(usageBy),
  since: moment.optional(),
  until: moment.optional(),
  timeZone: z.string().max(80).optional(),
  project: id.optional(),
  session: id.optional(),
})
