import { z } from 'zod'
import { flag, hunk, id, leftOut, leftOutReason, number, text, time, whole } from './parts.ts'
import { agentHead, branch, turn } from './session.ts'

/** A sub-agent of the session instead of the session itself. */
export const agentQuery = z.strictObject({ agent: id.optional() })
export const revealQuery = z.strictObject({
  /** With its secrets. */
  reveal: flag.optional(),
})

const version = z.string().regex(/^\d{1,4}(\.\d{1,6}){0,3}$/, 'is no version')

export const viewQuery = z.strictObject({
  /** Turns before this index. */
  before: number.optional(),
  /** Turns around this index instead: a page that holds it. */
  around: number.optional(),
  /** Byte offset of a branch's last entry: that line instead of the live one. */
  tip: number.optional(),
  /** `folded`: of each turn only the steps that stay open; the last turn has all of them in any case. */
  steps: z.enum(['all', 'folded']).optional(),
  /** Bookkeeping entries and orphaned calls too. */
  all: flag.optional(),
  reveal: flag.optional(),
})

export const stepsQuery = z.strictObject({
  ...agentQuery.shape,
  from: number.optional(),
  tip: number.optional(),
  all: flag.optional(),
  reveal: flag.optional(),
})

export const resumeQuery = z.strictObject({
  ...agentQuery.shape,
  /** A version of Claude Code. */
  as: version.optional(),
  before: number.optional(),
  reveal: flag.optional(),
})

export const resumePage = z.strictObject({
  as: z.string(),
  /** Messages in all. */
  count: whole,
  /** Number of the first message of this page, from 0. */
  from: whole,
  messages: z.array(z.strictObject({ role: z.string(), content: z.unknown(), cut: z.boolean() })),
  /** What the file shows and a resume leaves out. */
  leftOut: z.array(leftOut),
  /** The program cannot resume it, or not as it stands. */
  problem: text,
})

export const leftOutQuery = z.strictObject({
  reason: leftOutReason,
  /** Entries behind this byte. */
  after: number.optional(),
})

export const leftOutPage = z.strictObject({
  entries: z.array(z.strictObject({ key: whole, line: whole, time, kind: z.string(), text: z.string() })),
  next: whole.nullable(),
})

export const entriesQuery = z.strictObject({
  ...agentQuery.shape,
  /** Entries that begin before this byte. */
  before: number.optional(),
  reveal: flag.optional(),
})

export const rawEntry = z.strictObject({
  key: whole,
  line: whole,
  bytes: whole,
  type: text,
  uuid: text,
  time,
  /** The line itself, cut to `MOST_RAW`. */
  json: z.string(),
  cut: z.boolean(),
})

export const entriesPage = z.strictObject({
  entries: z.array(rawEntry),
  /** The `before` of the following page. */
  next: whole.nullable(),
})

export const entryPlace = z.strictObject({
  key: whole,
  /** Null where the entry is no part of any turn. */
  turn: whole.nullable(),
  /** `at` of its step; -1: the prompt. */
  step: whole.nullable(),
  /** The branch it stands on; null: the live line. */
  tip: whole.nullable(),
  agent: text,
})

export const textQuery = z.strictObject({
  ...agentQuery.shape,
  part: z.enum(['text', 'thinking', 'result', 'input']),
  /** Which block of the entry, from 0. */
  block: number.optional(),
  tool: id.optional(),
  /** UTF-16 units. */
  from: number.optional(),
  reveal: flag.optional(),
})

export const textPage = z.strictObject({
  text: z.string(),
  from: whole,
  length: whole,
  next: whole.nullable(),
})

export const agents = z.strictObject({
  agents: z.array(z.strictObject({ ...agentHead.shape, depth: whole, toolUseId: text })),
})

export const sessionTree = z.strictObject({
  branches: z.array(branch),
  nodes: z.array(
    z.strictObject({
      depth: whole,
      kind: z.enum(['turn', 'branch', 'agent', 'compaction']),
      key: whole,
      /** On the live line. */
      turn: whole.nullable(),
      tip: whole.nullable(),
      /** The sub-agent that it is, or whose line it is on; null for the session's own. */
      agent: text,
      text: z.string(),
      reason: text,
      time,
      tokens: z.number(),
    }),
  ),
  /** Nodes left out because there are too many. */
  omitted: whole,
})

const changedFile = z.strictObject({
  kind: z.enum(['net', 'steps']),
  created: z.boolean(),
  added: whole,
  removed: whole,
  hunks: z.array(hunk),
  changedElsewhere: z.boolean(),
  path: z.string(),
  edits: whole,
  turns: z.array(whole),
  agents: z.array(z.string()),
  cut: z.boolean(),
})

export const sessionFiles = z.strictObject({
  files: z.array(changedFile),
  commits: z.array(z.strictObject({ hash: text, message: z.string(), turn: whole })),
  pullRequests: z.array(z.string()),
  omitted: whole,
})

export const contextQuery = z.strictObject({ as: version.optional() })

const category = z.enum([
  'system-prompt',
  'tools',
  'memory',
  'compact-summary',
  'prompts',
  'answers',
  'thinking',
  'tool-inputs',
  'tool-results',
  'images',
  'documents',
  'attachments',
])

export const sessionContext = z.strictObject({
  context: z.strictObject({
    kind: z.literal('context'),
    model: z.string(),
    window: z.number(),
    used: z.number(),
    measured: z.number(),
    measuredAt: text,
    parts: z.array(
      z.strictObject({
        category,
        items: whole,
        tokens: z.number(),
        tools: z.array(z.strictObject({ tool: z.string(), items: whole, tokens: z.number() })),
      }),
    ),
    rest: z.number(),
    hasPrompt: z.boolean(),
    scale: z.number(),
    biggest: z.array(
      z.strictObject({
        category,
        tool: text,
        label: z.string(),
        tokens: z.number(),
        row: whole,
        uuid: text,
      }),
    ),
    dropped: z.array(leftOut),
  }),
  /** Tokens of the window after each answer, thinned out to at most 500 points, with the compactions between. */
  timeline: z.array(z.strictObject({ turn: whole, time, tokens: z.number(), compaction: z.boolean() })),
})

export const traceQuery = z.strictObject({ turn: number.optional() })

export const traceView = z.strictObject({
  spans: z.array(
    z.strictObject({
      id: z.string(),
      parent: text,
      /** The turn of the live line that it belongs to, from 0; null where it is not known. */
      turn: whole.nullable(),
      /** The sub-agent whose transcript it stands in; null for the session's own. */
      agent: text,
      /** Byte offset of the entry that it begins with, in that transcript; null where it is not known. */
      key: whole.nullable(),
      kind: z.enum(['turn', 'generation', 'tool', 'agent', 'compaction']),
      name: z.string(),
      start: z.number(),
      end: z.number(),
      error: text,
      incomplete: z.boolean(),
      tokens: z.number(),
      nanoDollars: z.number().nullable(),
    }),
  ),
  omitted: whole,
})

export const doctorView = z.strictObject({
  findings: z.array(z.strictObject({ kind: z.string(), count: whole, text: z.string() })),
  wouldLose: z.array(leftOut),
})

export const compareQuery = z.strictObject({ a: number.optional(), b: number.optional() })

const comparedLine = z.strictObject({
  tip: whole.nullable(),
  turns: z.array(turn),
  omitted: whole,
  files: z.array(changedFile),
  nanoDollars: z.number().nullable(),
  tokens: z.number(),
})

export const comparison = z.strictObject({
  /** Index of the last turn that both share; -1 where there is none. */
  shared: whole,
  a: comparedLine,
  b: comparedLine,
})

export const exportQuery = z.strictObject({
  format: z.enum(['html', 'md', 'json']),
  /** Without folders, names and pictures; secrets are masked in any case. Absent is yes. */
  redact: flag.optional(),
})
