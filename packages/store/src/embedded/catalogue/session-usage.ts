import type { TokenUsage } from '@skein/transcript'
import { CLAUDE_PRICES, longPromptOver } from '@skein/view'
import type { Database, Row } from '../../database.ts'
import { PROMPT_STEPS } from '../db/usage-rollup.ts'
import type { SessionUsage } from '../../reader/session.ts'

/** What one session used: its own messages and its sub-agents', each message where it belongs. */
export function sessionUsage(db: Database, fileId: number, agents: readonly number[]): SessionUsage[] {
  const rows = db.prepare(USAGE_OF).all(fileId, JSON.stringify([fileId, ...agents]))
  return rows.map((row) => ({
    model: String(row['model']),
    tier: String(row['tier']),
    longContext: isLongPrompt(String(row['model']), Number(row['step'])),
    subagent: row['subagent'] === 1,
    messages: Number(row['messages']),
    tokens: tokensOf(row),
  }))
}

/** Whether transcripts have messages, wherever those count. */
export function hasMessages(db: Database, files: readonly number[]): boolean {
  return db.prepare(MESSAGE_OF).get(JSON.stringify(files)) !== undefined
}

const MESSAGE_OF = 'SELECT 1 FROM message WHERE file IN (SELECT value FROM json_each(?)) LIMIT 1'

/** Whether prompts of a step (`PROMPT_STEP`) are priced as long ones. */
export function isLongPrompt(model: string, step: number): boolean {
  return step > 0 && (PROMPT_STEPS[step] ?? 0) >= longPromptOver(CLAUDE_PRICES, model)
}

/** The summed token columns of a row that was selected with `TOKEN_SUMS`. */
export function tokensOf(row: Row): TokenUsage {
  return {
    input: Number(row['input']),
    output: Number(row['output']),
    cacheRead: Number(row['cacheRead']),
    cacheWrite5m: Number(row['cacheWrite5m']),
    cacheWrite1h: Number(row['cacheWrite1h']),
    webSearches: Number(row['webSearches']),
    webFetches: Number(row['webFetches']),
  }
}

export const TOKEN_SUMS = `
  sum(input) AS input, sum(output) AS output, sum(cache_read) AS cacheRead,
  sum(cache_write_5m) AS cacheWrite5m, sum(cache_write_1h) AS cacheWrite1h,
  sum(web_searches) AS webSearches, sum(web_fetches) AS webFetches`

const USAGE_OF = `
  SELECT model, tier, step, (file <> ? OR side = 1) AS subagent, sum(messages) AS messages, ${TOKEN_SUMS}
  FROM usage_sum WHERE file IN (SELECT value FROM json_each(?))
  GROUP BY model, tier, step, subagent ORDER BY model, tier, step, subagent`
