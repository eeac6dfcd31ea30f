import { z } from 'zod'
import { cost, id, limit, text, time, tokenUsage, whole } from './parts.ts'

export const sessionItem = z.strictObject({
  key: z.string(),
  id: z.string(),
  projectId: z.string(),
  cwd: z.string(),
  title: z.string(),
  titleFrom: z.string(),
  name: z.string(),
  place: z.enum(['disk', 'archive']),
  demo: z.boolean(),
  unread: z.boolean(),
  turns: whole,
  agents: whole,
  bytes: whole,
  firstTime: time,
  lastTime: time,
  gitBranch: z.string(),
  models: z.array(z.string()),
  tokens: tokenUsage,
  cost,
  pullRequests: z.array(z.strictObject({ number: z.number(), repository: z.string(), url: z.string() })),
  tags: z.array(z.string()),
  relations: z.array(z.strictObject({ kind: z.string(), session: z.string() })),
  running: z.enum(['working', 'needs-you', 'idle']).nullable(),
})

export const projectItem = z.strictObject({
  id: z.string(),
  cwd: z.string(),
  sessions: whole,
  lastTime: time,
})

export const projectsPage = z.strictObject({
  items: z.array(projectItem),
  /** For the following page; null at the end. */
  next: text,
})
export const sessionsPage = z.strictObject({
  items: z.array(sessionItem),
  next: text,
  total: whole,
  /** A history is being read for the first time: there will be more. */
  indexing: z.boolean(),
})

/** Made by the server, for the server. */
/** A mark has the path of a transcript in it: 4 KB at most, in signs of base64. */
export const after = z.string().max(6000)

export const pageQuery = z.strictObject({ limit: limit.optional(), after: after.optional() })

const part = z.string().max(500)

export const sessionsQuery = z.strictObject({
  ...pageQuery.shape,
  project: id.optional(),
  model: part.optional(),
  branch: part.optional(),
  /** Part of the title, the name or the first prompt. */
  title: part.optional(),
  state: z.enum(['running', 'needs-you', 'unread', 'archived']).optional(),
  tag: part.optional(),
})

export const searchQuery = z.strictObject({
  q: z.string().max(2000),
  session: id.optional(),
  limit: limit.optional(),
  after: after.optional(),
})

const hit = z.strictObject({
  session: z.string(),
  agent: text,
  title: z.string(),
  cwd: z.string(),
  key: whole,
  uuid: text,
  time,
  field: z.string(),
  tool: text,
  text: z.string(),
  /** In `text`. */
  matches: z.array(z.strictObject({ start: whole, end: whole })),
})

export const searchPage = z.strictObject({
  hits: z.array(hit),
  next: text,
  /** The query as it was understood, as chips; problems where it was not. */
  filters: z.array(z.strictObject({ name: z.string(), value: z.string(), not: z.boolean() })),
  problem: z.strictObject({ message: z.string(), start: whole, end: whole }).nullable(),
  /** Stopped before everything was read: it took too long. */
  partial: z.boolean(),
})

export const savedSearch = z.strictObject({ name: z.string(), query: z.string() })
