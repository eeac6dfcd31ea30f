import { shareByTool, type UsageSlice } from '@skein/view'
import type { Database, Row } from '../db/database.ts'
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
  const text = String(db.prepare(ALL_SUMS).get()?.['sums'] ?? '[]')
  // As the statement makes them.
  return (JSON.parse(text) as Sum[]).map((sum) => timeSlice(sum, files))
}

/** In the order of `ALL_SUMS`; messages without a time have none. */
type Sum = [
  file: number,
  first: number | null,
  last: number | null,
  model: string,
  tier: string,
  step: number,
  subagent: number,
  messages: number,
  ...tokens: [number, number, number, number, number, number, number],
]

const ALL_SUMS = `
  SELECT json_group_array(json_array(
    file.id, first, last, model, tier, step, file.agent IS NOT NULL OR side = 1, messages,
    input, output, cache_read, cache_write_5m, cache_write_1h, web_searches, web_fetches)) AS sums
  FROM usage_sum JOIN file ON file.id = usage_sum.file`

function timeSlice(sum: Sum, files: ReadonlyMap<number, SlicedFile> | null): UsageSlice {
  const [file, first, last, model, tier, step, subagent, messages, ...tokens] = sum
  const [input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches, webFetches] = tokens
  const of = files?.get(file)
  return {
    first: first ?? Number.NaN,
    last: last ?? Number.NaN,
    model,
    tier,
    project: of?.project ?? '',
    session: of?.session ?? '',
    subagent: subagent === 1,
    tool: '',
    messages,
    longContext: isLongPrompt(model, step),
    tokens: { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches, webFetches },
  }
}

interface SlicedFile {
  readonly session: string
  readonly project: string
}

function filesById(db: Database): Map<number, SlicedFile> {
  const rows = db.prepare("SELECT id, session, project, facts ->> 'firstCwd' AS cwd FROM file").all()
  return new Map(
    rows.map((row) => [
      Number(row['id']),
      { session: String(row['session']), project: String(row['cwd'] || row['project']) },
    ]),
  )
}

/** Which tools a message calls is not in the sums: this one looks at every message. */
function toolSlices(db: Database, since: number, until: number): UsageSlice[] {
  return db
    .prepare(BY_TOOLS)
    .all(...[since, since, until, until].map((time) => (Number.isFinite(time) ? time : null)))
    .flatMap((row) => sharedOut(toolSlice(row), String(row['tools'])))
}

const BY_TOOLS = `
  SELECT tools, min(time) AS since, max(time) AS until, model, tier, ${PROMPT_STEP} AS step,
    subagent, count(*) AS messages, ${TOKEN_SUMS}
  FROM (
    SELECT message.*, file.agent IS NOT NULL OR side = 1 AS subagent
    FROM message JOIN file ON file.id = message.file WHERE owner = 1)
  WHERE (? IS NULL OR time >= ?) AND (? IS NULL OR time < ?)
  GROUP BY CAST(time / 86400000 AS INTEGER), tools, model, tier, step, subagent ORDER BY since`

function toolSlice(row: Row): UsageSlice {
  const model = String(row['model'])
  return {
    first: Number(row['since'] ?? Number.NaN),
    last: Number(row['until'] ?? Number.NaN),
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
