import { z } from 'zod'
import { cost, cutText, hunk, text, time, tokenUsage, whole } from './parts.ts'

export const image = z.strictObject({
  key: whole,
  index: whole,
  mediaType: text,
  bytes: whole.nullable(),
})

export const branch = z.strictObject({
  tip: whole,
  reason: z.enum([
    'parallel-tools',
    'rewind',
    'retry',
    'second-writer',
    'late-api-error',
    'side-line',
    'detached',
  ]),
  entries: whole,
  lastTime: time,
  prompt: text,
})

export const head = z.strictObject({
  turnCount: whole,
  entries: whole,
  bytes: whole,
  firstTime: time,
  lastTime: time,
  models: z.array(z.string()),
  version: text,
  tokens: tokenUsage,
  cost,
  contextTokens: z.number().nullable(),
  branches: z.array(branch),
  branchCount: whole,
  compactions: whole,
  diagnostics: z.array(z.strictObject({ code: z.string(), count: whole })),
})

const prompt = z.strictObject({
  kind: z.string(),
  key: whole,
  uuid: text,
  line: whole,
  text: cutText,
  command: text,
  injected: z.array(z.strictObject({ kind: z.string(), text: cutText })),
  images: z.array(image),
  queued: z.boolean(),
  resumedAfterMs: z.number().nullable(),
})

const place = {
  at: whole,
  key: whole,
  block: whole.nullable(),
  uuid: text,
  line: whole,
  time,
  open: z.boolean(),
}

export const agentHead = z.strictObject({
  agentId: text,
  type: text,
  description: text,
  model: text,
  status: z.enum(['running', 'done', 'failed', 'unknown']),
  steps: whole,
  toolCalls: whole,
  startTime: time,
  endTime: time,
  tokens: tokenUsage,
  cost,
  agents: whole,
})

export const step = z.union([
  z.strictObject({
    ...place,
    kind: z.enum(['text', 'thinking']),
    text: cutText,
    apiError: z.boolean(),
  }),
  z.strictObject({
    ...place,
    kind: z.literal('tool'),
    id: z.string(),
    name: z.string(),
    asked: z.string(),
    input: z.unknown(),
    inputCut: z.boolean(),
    status: z.enum(['ok', 'error', 'denied', 'interrupted', 'pending', 'orphaned']),
    durationMs: z.number().nullable(),
    result: cutText.nullable(),
    resultKey: whole.nullable(),
    exitCode: z.number().nullable(),
    images: z.array(image),
    patch: z
      .strictObject({
        path: z.string(),
        created: z.boolean(),
        added: whole,
        removed: whole,
        hunks: z.array(hunk),
        cut: z.boolean(),
      })
      .nullable(),
    agent: agentHead.nullable(),
  }),
  z.strictObject({ ...place, kind: z.literal('note'), note: z.string(), text: cutText }),
  z.strictObject({
    ...place,
    kind: z.literal('compaction'),
    trigger: text,
    preTokens: z.number().nullable(),
    postTokens: z.number().nullable(),
  }),
  z.strictObject({ ...place, kind: z.literal('unknown'), type: z.string(), bytes: whole, text: cutText }),
])

const turnHead = z.strictObject({
  index: whole,
  key: whole,
  prompt: prompt.nullable(),
  state: z.enum(['done', 'open', 'interrupted']),
  startTime: time,
  endTime: time,
  stepCount: whole,
  messages: whole,
  tools: z.array(z.strictObject({ name: z.string(), calls: whole })),
  added: whole,
  removed: whole,
  files: whole,
  errors: whole,
  tokens: tokenUsage,
  cost,
  models: z.array(z.string()),
  final: whole,
  forks: z.array(z.strictObject({ at: whole, tips: z.array(whole.nullable()) })),
})

export const turn = z.strictObject({ ...turnHead.shape, steps: z.array(step) })

export const sessionView = z.strictObject({ head, turns: z.array(turn), cursor: z.string() })

export const stepsPage = z.strictObject({ turn: turnHead, steps: z.array(step), next: whole.nullable() })
