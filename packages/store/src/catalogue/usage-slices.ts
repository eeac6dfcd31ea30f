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

function timeSlices(db: Database, { apart }: SliceOptions): UsageSlice[] {
  const files = apart === 'session' ? filesById(db) : null
  return db
    .prepare(files === null ? SUMS : SUMS_BY_FILE)
    .all()
    .map((row) => sliceOf(row, files?.get(Number(row['file']))))
}

/** A sum without a time is put where its file begins. */
const TIMED = `
  SELECT usage_sum.*, ifnull(first, ifnull(file.first_time, file.mtime)) AS since,
    ifnull(last, ifnull(file.first_time, file.mtime)) AS until, file.agent IS NOT NULL AS subagent
  FROM usage_sum JOIN file ON file.id = usage_sum.file`
const COLUMNS = `min(since) AS since, max(until) AS until, model, tier, step, subagent, sum(messages) AS messages, ${TOKEN_SUMS}`
const SUMS = `SELECT ${COLUMNS} FROM (${TIMED}) GROUP BY CAST(since / 900000 AS INTEGER), model, tier, step, subagent ORDER BY since`
const SUMS_BY_FILE = `
  SELECT file, ${COLUMNS} FROM (${TIMED})
  GROUP BY file, CAST(since / 900000 AS INTEGER), model, tier, step ORDER BY since`

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

function sliceOf(row: Row, file: SlicedFile | undefined): UsageSlice {
  return {
    first: Number(row['since']),
    last: Number(row['until']),
    model: String(row['model']),
    tier: String(row['tier']),
    project: file?.project ?? '',
    session: file?.session ?? '',
    subagent: row['subagent'] === 1,
    tool: '',
    messages: Number(row['messages']),
    longContext: isLongPrompt(row),
    tokens: tokensOf(row),
  }
}

/** Which tools a message calls is not in the sums: this one looks at every message. */
function toolSlices(db: Database, since: number, until: number): UsageSlice[] {
  return db
    .prepare(BY_TOOLS)
    .all(...[since, until].map((time) => (Number.isFinite(time) ? time : null)))
    .flatMap((row) => sharedOut(sliceOf(row, undefined), String(row['tools'])))
}

const BY_TOOLS = `
  SELECT tools, min(at) AS since, max(at) AS until, model, tier, ${PROMPT_STEP} AS step,
    subagent, count(*) AS messages, ${TOKEN_SUMS}
  FROM (
    SELECT message.*, ifnull(message.time, ifnull(file.first_time, file.mtime)) AS at, file.agent IS NOT NULL AS subagent
    FROM message JOIN file ON file.id = message.file WHERE owner = 1)
  WHERE at >= ifnull(?, at) AND at < ifnull(?, at + 1)
  GROUP BY CAST(at / 86400000 AS INTEGER), tools, model, tier, step, subagent ORDER BY since`

/** A slice of messages that call the same tools, in one slice a tool. */
function sharedOut(slice: UsageSlice, tools: string): UsageSlice[] {
  return shareByTool(slice.tokens, tools === '' ? [] : tools.split('\n')).map(({ tool, tokens }, i) => ({
    ...slice,
    tool,
    tokens,
    messages: i === 0 ? slice.messages : 0,
  }))
}
