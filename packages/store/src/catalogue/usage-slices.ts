import { shareByTool, type UsageSlice } from '@skein/view'
import type { Database, Row } from '../db/database.ts'
import { FIRST_CWD } from '../db/cache-schema.ts'
import { PROMPT_STEP } from '../db/usage-rollup.ts'
import { isLongPrompt, TOKEN_SUMS, tokensOf } from './session-usage.ts'

export interface SliceOptions {
  /** What slices are kept apart by, beyond time, model and price class; the rest is `''`. */
  readonly apart?: 'session' | 'tool'
  /** ms: slices that begin at or after, before. */
  readonly since?: number
  readonly until?: number
}

/**
 * Usage in the smallest pieces a report needs. Each message counts once, in the file that owns it.
 * Slices lie in one quarter of an hour; those by tool in one day of UTC, which suffices for them.
 */
export function usageSlices(db: Database, options: SliceOptions = {}): UsageSlice[] {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = options
  const slices = db.read(() =>
    options.apart === 'tool' ? toolSlices(db, since, until) : timeSlices(db, options),
  )
  if (options.since === undefined && options.until === undefined) return slices
  return slices.filter(({ first }) => first >= since && first < until)
}

/**
 * SQLite hands the sums over as one text: a value at a time costs more than reading them. Slices that only differ in
 * what is not asked for stay apart; whoever reports adds them up anyway.
 */
function timeSlices(db: Database, { apart }: SliceOptions): UsageSlice[] {
  const files = apart === 'session' ? filesById(db) : null
  const text = String(db.prepare(ALL_SUMS).get()?.['sums'] ?? '')
  // As the statement makes them.
  return (JSON.parse(`[${text}]`) as Sum[]).map((sum) => timeSlice(sum, files))
}

/** In the order of `ALL_SUMS`. */
type Sum = [
  file: number,
  first: number,
  last: number,
  model: string,
  tier: string,
  step: number,
  subagent: number,
  messages: number,
  ...tokens: [number, number, number, number, number, number, number],
]

/** A sum without a time is put where its file begins. `format` makes JSON in half the time of SQLite's own functions for it. */
const ALL_SUMS = `
  SELECT group_concat(format(
    '[%d,%!.15g,%!.15g,%s,%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d]',
    file.id, ifnull(first, ifnull(file.first_time, file.mtime)), ifnull(last, ifnull(file.first_time, file.mtime)),
    json_quote(model), json_quote(tier), step, file.agent IS NOT NULL, messages,
    input, output, cache_read, cache_write_5m, cache_write_1h, web_searches, web_fetches)) AS sums
  FROM usage_sum JOIN file ON file.id = usage_sum.file`

function timeSlice(sum: Sum, files: ReadonlyMap<number, SlicedFile> | null): UsageSlice {
  const of = files?.get(sum[0])
  // Not taken apart: that is done thousands of times, by code that has just been loaded.
  return {
    first: sum[1],
    last: sum[2],
    model: sum[3],
    tier: sum[4],
    project: of === undefined ? '' : of[1],
    session: of === undefined ? '' : of[0],
    subagent: sum[6] === 1,
    tool: '',
    messages: sum[7],
    longContext: sum[5] > 0 && isLongPrompt(sum[3], sum[5]),
    tokens: {
      input: sum[8],
      output: sum[9],
      cacheRead: sum[10],
      cacheWrite5m: sum[11],
      cacheWrite1h: sum[12],
      webSearches: sum[13],
      webFetches: sum[14],
    },
  }
}

type SlicedFile = readonly [session: string, project: string]

function filesById(db: Database): Map<number, SlicedFile> {
  const text = String(db.prepare(ALL_FILES).get()?.['files'] ?? '')
  // As the statement makes them.
  return new Map(JSON.parse(`[${text}]`) as [number, SlicedFile][])
}

const ALL_FILES = `
  SELECT group_concat(format(
    '[%d,[%s,%s]]', id, json_quote(session), json_quote(ifnull(nullif(${FIRST_CWD}, ''), project)))) AS files
  FROM file`

/** Which tools a message calls is not in the sums: this one looks at every message. */
function toolSlices(db: Database, since: number, until: number): UsageSlice[] {
  return db
    .prepare(BY_TOOLS)
    .all(...[since, until].map((time) => (Number.isFinite(time) ? time : null)))
    .flatMap((row) => sharedOut(toolSlice(row), String(row['tools'])))
}

const BY_TOOLS = `
  SELECT tools, min(at) AS since, max(at) AS until, model, tier, ${PROMPT_STEP} AS step,
    subagent, count(*) AS messages, ${TOKEN_SUMS}
  FROM (
    SELECT message.*, ifnull(message.time, ifnull(file.first_time, file.mtime)) AS at, file.agent IS NOT NULL AS subagent
    FROM message JOIN file ON file.id = message.file WHERE owner = 1)
  WHERE at >= ifnull(?, at) AND at < ifnull(?, at + 1)
  GROUP BY CAST(at / 86400000 AS INTEGER), tools, model, tier, step, subagent ORDER BY since`

function toolSlice(row: Row): UsageSlice {
  const model = String(row['model'])
  return {
    first: Number(row['since']),
    last: Number(row['until']),
    model,
    tier: String(row['tier']),
    project: '',
    session: '',
    subagent: row['subagent'] === 1,
    tool: '',
    messages: Number(row['messages']),
    longContext: isLongPrompt(model, Number(row['step'])),
    tokens: tokensOf(row),
  }
}

/** A slice of messages that call the same tools, in one slice a tool. */
function sharedOut(slice: UsageSlice, tools: string): UsageSlice[] {
  return shareByTool(slice.tokens, tools === '' ? [] : tools.split('\n')).map(({ tool, tokens }, i) => ({
    ...slice,
    tool,
    tokens,
    messages: i === 0 ? slice.messages : 0,
  }))
}
