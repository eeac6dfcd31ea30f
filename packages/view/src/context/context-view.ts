import type { ByteRange, ByteSource, Conversation, Readable, Transcript } from '@skein/transcript'
import { contextTokens, KIND, rangeOf, resumeView } from '@skein/transcript'
import { apportion } from '../usage/share-by-tool.ts'
import type { ContextCategory, ContextItem } from './context-item.ts'
import { CONTEXT_CATEGORIES } from './context-item.ts'
import { growthScale } from './growth-scale.ts'
import type { LeftOut } from './left-out.ts'
import { leftOut, leftOutReasons } from './left-out.ts'
import { imageLimitsOf, windowOf } from './model-limits.ts'
import { promptParts } from './prompt-parts.ts'
import { rowItems } from './row-items.ts'

export interface ContextOptions {
  /** The version of Claude Code that resumes; the newest known by default. */
  readonly version?: string
  /** The model that resumes; by default the one that answered last. */
  readonly model?: string
  /** Tokens the window holds; by default what the model says. */
  readonly window?: number
  /** When the resume happens, in ms since the epoch: a few attachments tell how old something is by then. */
  readonly now?: number
  /** How many of the biggest items to list; 20 by default. */
  readonly biggest?: number
}

/** A category's share of the window. */
export interface ContextPart {
  readonly category: ContextCategory
  readonly items: number
  readonly tokens: number
  /** Tool inputs and results by tool, the largest first; empty for the others. */
  readonly tools: readonly { readonly tool: string; readonly items: number; readonly tokens: number }[]
}

export interface Context {
  readonly kind: 'context'
  /** Empty where no model has answered. */
  readonly model: string
  /** Tokens the window holds. */
  readonly window: number
  /** Tokens in it; `used / window` is how full it is. */
  readonly used: number
  /** The part of `used` that the API counted, with the last answer; 0 where it never did. */
  readonly measured: number
  /** The row that told it; null without one. */
  readonly measuredAt: string | null
  /** What is in the window, by category; none that is empty. All estimates. */
  readonly parts: readonly ContextPart[]
  /**
   * What the parts do not explain. Where the transcript has no system prompt and tools (`hasPrompt`), mainly those.
   */
  readonly rest: number
  readonly hasPrompt: boolean
  /** What estimates were multiplied with to agree with the API's count. */
  readonly scale: number
  readonly biggest: readonly ContextItem[]
  /** What stands in the transcript and a resume would not send. */
  readonly dropped: readonly LeftOut[]
}

export type ContextView = Context | { readonly kind: 'no-context'; readonly reason: string }

/**
 * What fills the window when the conversation is resumed now.
 *
 * The API's last count, where there is one, is the truth about the total; the parts are estimates, at four characters a
 * token, multiplied by what the conversation's own growth tells (`growthScale`). Where they claim more than the total
 * they are scaled down to it, where they claim less there is a `rest`.
 *
 * Contract: parts and `rest` add up to `used`, exactly.
 */
export function contextView({ transcript, source }: Readable, options: ContextOptions = {}): ContextView {
  const view = resumeView(transcript, source, options)
  if (view.kind !== 'conversation') return { kind: 'no-context', reason: view.reason }
  const model = options.model ?? lastModel(transcript, view.rows)
  const ahead = readAhead(transcript, source, view)
  const reasonOf = leftOutReasons(transcript, view)
  const rows = view.rows.filter((row) => reasonOf(row) === null)
  const weighing = { transcript, source: ahead, view, model, limits: imageLimitsOf(model), now: options.now }
  const prompt = promptParts(transcript, source, new Set(view.rows))
  const items = [...(prompt ?? []), ...rowItems(weighing, rows)].filter(({ tokens }) => tokens > 0)
  const { tokens, measured, usageRow } = contextTokens(transcript, source, options)
  const estimated = items.reduce((sum, item) => sum + item.tokens, 0)
  const used = measured > 0 ? tokens : estimated
  const scale = measured > 0 ? growthScale(transcript, view.rows, items) : 1
  const scaled = scaledTo(items, Math.min(used, Math.round(estimated * scale)))
  const explained = scaled.reduce((sum, item) => sum + item.tokens, 0)
  return {
    kind: 'context',
    model,
    window: options.window ?? windowOf(model, used),
    used,
    measured,
    measuredAt: usageRow < 0 ? null : transcript.scan.ids.text(transcript.scan.columns.uuid[usageRow]),
    parts: CONTEXT_CATEGORIES.flatMap((category) => partOf(category, scaled)),
    rest: used - explained,
    hasPrompt: prompt !== null,
    scale: estimated === 0 ? 1 : explained / estimated,
    biggest: scaled.toSorted((a, b) => b.tokens - a.tokens || a.row - b.row).slice(0, options.biggest ?? 20),
    dropped: leftOut(transcript, view),
  }
}

/** The items in whole tokens that add up to `total`. */
function scaledTo(items: readonly ContextItem[], total: number): ContextItem[] {
  const parts = apportion(
    total,
    items.map(({ tokens }) => tokens),
  )
  return items.map((item, i) => ({ ...item, tokens: parts[i] }))
}

function partOf(category: ContextCategory, items: readonly ContextItem[]): ContextPart[] {
  const own = items.filter((item) => item.category === category)
  if (own.length === 0) return []
  const tools = new Map<string, { items: number; tokens: number }>()
  for (const { tool, tokens } of own) {
    if (tool === null) continue
    const sum = tools.get(tool) ?? { items: 0, tokens: 0 }
    tools.set(tool, { items: sum.items + 1, tokens: sum.tokens + tokens })
  }
  return [
    {
      category,
      items: own.length,
      tokens: own.reduce((sum, { tokens }) => sum + tokens, 0),
      tools: [...tools]
        .map(([tool, sum]) => ({ tool, ...sum }))
        .sort((a, b) => b.tokens - a.tokens || (a.tool < b.tool ? -1 : 1)),
    },
  ]
}

function lastModel({ scan, messages }: Transcript, rows: readonly number[]): string {
  const { columns, ids } = scan
  const last = rows.findLast((row) => columns.kind[row] === KIND.assistant && messages.isReal(row))
  return last === undefined ? '' : ids.text(columns.model[last])
}

/** Reads all rows of the view in one batch: what an attachment sends is asked row by row. */
function readAhead({ scan }: Transcript, source: ByteSource, view: Conversation): ByteSource {
  const ranges = view.rows.map((row) => rangeOf(scan, row))
  const held = new Map<number, Uint8Array>()
  for (const [i, bytes] of source.read(ranges).entries()) held.set(ranges[i].offset, bytes)
  const bytesAt = (range: ByteRange): Uint8Array => {
    const bytes = held.get(range.offset)
    return bytes?.length === range.length ? bytes : source.read([range])[0]
  }
  return { read: (wanted) => wanted.map(bytesAt) }
}
