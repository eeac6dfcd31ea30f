import type { TokenUsage } from '@skein/transcript'

/** The part of a message that a tool caused. */
export interface ToolShare {
  readonly tool: string
  /** How many of the message's calls were of this tool. */
  readonly calls: number
  readonly tokens: TokenUsage
}

/** What messages that call no tool are filed under. */
export const NO_TOOL = '(no tool)'

/**
 * Shares a message's usage out among the tools it calls, by number of calls.
 *
 * Contract: whole numbers that add up to the message's, class by class. What does not divide goes to the shares with
 * the largest remainder, the earlier tool first. `tools` names the tool of each call; a tool may come several times.
 */
export function shareByTool(tokens: TokenUsage, tools: readonly string[]): ToolShare[] {
  const calls = new Map<string, number>()
  for (const tool of tools) calls.set(tool, (calls.get(tool) ?? 0) + 1)
  if (calls.size === 0) return [{ tool: NO_TOOL, calls: 0, tokens }]
  const names = [...calls.keys()]
  if (names.length === 1) return [{ tool: names[0], calls: tools.length, tokens }]
  const weights = [...calls.values()]
  const shares = names.map((): Record<(typeof KEYS)[number], number> => ({ ...tokens }))
  for (const key of KEYS)
    for (const [i, part] of apportion(tokens[key], weights).entries()) shares[i][key] = part
  return names.map((tool, i) => ({ tool, calls: weights[i], tokens: shares[i] }))
}

/** `total` in whole parts that are as close to the weights as they can be and add up to it. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => (total * weight) / all)
  const parts = exact.map(Math.floor)
  let left = total - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((part, i) => [part - parts[i], i] as const)
    .sort(([a, i], [b, j]) => b - a || i - j)
  for (const [, i] of byRemainder) {
    if (left < 1) break
    parts[i] += 1
    left -= 1
  }
  return parts
}

const KEYS = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'webSearches',
  'webFetches',
] as const
