import { US_ONLY } from '@skein/transcript'
import { shareByTool, type UsageSlice, ZoneDays } from '@skein/view'
import type { Database, Row, Value } from '../../database.ts'
import type { SliceOptions } from '../../reader/usage.ts'
import { FIRST_CWD } from '../db/cache-schema.ts'
import { PROMPT_STEP } from '../db/usage-rollup.ts'
import { isLongPrompt, TOKEN_SUMS, tokensOf } from './session-usage.ts'

/**
 * Usage in the smallest pieces a report needs. Each message counts once, in the file that owns it.
 * Slices lie in one quarter of an hour; with `days` in one day of that zone and one of UTC, which prices change with;
 * those by tool in one day of UTC, which suffices for them.
 */
export function usageSlices(db: Database, options: SliceOptions = {}): UsageSlice[] {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = options
  const slices = db.read(() => (options.apart === 'tool' ? toolSlices(db, options) : timeSlices(db, options)))
  if (options.since === undefined && options.until === undefined) return slices
  return slices.filter(({ first }) => first >= since && first < until)
}

/**
 * SQLite hands the sums over as one text: a value at a time costs more than reading them. Slices that only differ in
 * what is not asked for stay apart; whoever reports adds them up anyway.
 */
function timeSlices(db: Database, options: SliceOptions): UsageSlice[] {
  const files = options.apart === 'session' ? filesById(db) : null
  const { where, values } = filesIn(options)
  const text = String(db.prepare(statementFor(db, options, where)).get(...values)?.['sums'] ?? '')
  // As the statement makes them.
  return (JSON.parse(`[${text}]`) as Sum[]).map((sum) => timeSlice(sum, files))
}

/** The condition on a row of `file` that a session and a project make. */
function filesIn({ session, in: place }: SliceOptions): { readonly where: string; readonly values: Value[] } {
  return {
    where: [
      ...(session === undefined ? [] : ['AND file.session = ?']),
      ...(place === undefined ? [] : ['AND file.root = ? AND file.project = ?']),
    ].join(' '),
    values: [
      ...(session === undefined ? [] : [session]),
      ...(place === undefined ? [] : [place.root, place.project]),
    ],
  }
}

/** Days are added up by SQLite, unless a span cuts through them or only some files are asked for. */
function statementFor(db: Database, { days, apart, since, until }: SliceOptions, where: string): string {
  if (days === undefined || since !== undefined || until !== undefined || where !== '') return allSums(where)
  const day = localDay(db, days)
  if (day === null) return allSums('')
  return apart === 'session'
    ? sumsBy(`${day}, alike`, ALIKE)
    : sumsBy(day, '(SELECT id AS alike, * FROM file)')
}

/** In the order of `AS_TEXT`; messages without a time have none. */
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

const TOKENS = 'input, output, cache_read, cache_write_5m, cache_write_1h, web_searches, web_fetches'

/** `format` makes JSON in half the time of SQLite's own functions for it. */
const AS_TEXT = `
  group_concat(format(
    '[%d,%s,%s,%s,%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d]',
    id, iif(since IS NULL, 'null', format('%!.15g', since)), iif(until IS NULL, 'null', format('%!.15g', until)), json_quote(model), json_quote(tier), step, subagent, messages, ${TOKENS})) AS sums`

function allSums(where: string): string {
  return `
    SELECT ${AS_TEXT} FROM (
      SELECT file.id, first AS since, last AS until,
        model, tier, step, file.agent IS NOT NULL OR side = 1 AS subagent, messages, ${TOKENS}
      FROM usage_sum JOIN file ON file.id = usage_sum.file ${where})`
}

/**
 * The same, added up. What is rounded for each slice, half prices and those of regions (`US_ONLY`), stays apart, and so does
 * what has no time. In the order of the first sum of each, as they would come one by one.
 */
function sumsBy(groups: string, files: string): string {
  const place = 'file.id * 4294967296 + quarter'
  const alone = `iif(quarter < 96 OR tier = 'batch' OR tier GLOB '*${US_ONLY}' OR model GLOB '*[^a-z0-9-]*', ${place}, 0)`
  return `
    SELECT ${AS_TEXT} FROM (
      SELECT alike AS id, min(first) AS since, max(last) AS until,
        model, tier, step, file.agent IS NOT NULL OR side = 1 AS subagent, sum(messages) AS messages,
        ${TOKENS.replaceAll(/\w+/g, 'sum($&) AS $&')}
      FROM usage_sum JOIN ${files} AS file ON file.id = usage_sum.file
      GROUP BY quarter / 96, ${groups}, model, tier, step, subagent, ${alone}
      ORDER BY min(${place}), model, tier, step)`
}

/** Files of one session and project stand for each other: a session has several transcripts, sub-agents' above all. */
const ALIKE = `(SELECT id, agent, min(id) OVER (PARTITION BY session, project, ${FIRST_CWD}) AS alike FROM file)`

/** The day of a sum in a time zone, for SQLite; null where days cannot be told from quarter hours of UTC. */
function localDay(db: Database, timeZone: string): string | null {
  if (timeZone === 'UTC') return 'quarter / 96'
  const span = db
    .prepare('SELECT min(quarter) AS first, max(quarter) AS last FROM usage_sum WHERE quarter >= 96')
    .get()
  const [first, last] = [Number(span?.['first'] ?? 0), Number(span?.['last'] ?? 0)]
  // A row of a transcript can name any year.
  if (last - first > MOST_QUARTERS) return null
  const offsets = new ZoneDays(timeZone).offsets(first * QUARTER, last * QUARTER)
  if (offsets.some(({ offset }) => offset % QUARTER !== 0)) return null
  const cases = offsets.map(
    ({ since, offset }) => `WHEN quarter >= ${since / QUARTER} THEN ${offset / QUARTER}`,
  )
  return `(quarter + CASE ${cases.toReversed().join(' ')} ELSE 0 END) / 96`
}

const QUARTER = 900_000
/** Thirty years. */
const MOST_QUARTERS = 30 * 366 * 96

function timeSlice(sum: Sum, files: ReadonlyMap<number, SlicedFile> | null): UsageSlice {
  const of = files?.get(sum[0])
  // Not taken apart: that is done thousands of times, by code that has just been loaded.
  return {
    first: sum[1] ?? Number.NaN,
    last: sum[2] ?? Number.NaN,
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
function toolSlices(db: Database, options: SliceOptions): UsageSlice[] {
  const { since = null, until = null } = options
  const { where, values } = filesIn(options)
  return db
    .prepare(byTools(where))
    .all(...values, since, since, until, until)
    .flatMap((row) => sharedOut(toolSlice(row), String(row['tools'])))
}

function byTools(where: string): string {
  return `
    SELECT tools, min(time) AS since, max(time) AS until, model, tier, ${PROMPT_STEP} AS step,
      subagent, count(*) AS messages, ${TOKEN_SUMS}
    FROM (
      SELECT message.*, file.agent IS NOT NULL OR side = 1 AS subagent
      FROM message JOIN file ON file.id = message.file WHERE owner = 1 ${where})
    WHERE (? IS NULL OR time >= ?) AND (? IS NULL OR time < ?)
    GROUP BY CAST(time / 86400000 AS INTEGER), tools, model, tier, step, subagent ORDER BY since`
}

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
