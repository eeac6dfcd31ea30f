import type { TokenUsage } from '@skein/transcript'
import { addUsage, NO_USAGE } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_TOOL, shareByTool } from './share-by-tool.ts'

describe('a message’s usage', () => {
  it('goes to its tools by number of calls, in whole tokens', () => {
    const tokens = { ...NO_USAGE, input: 10, output: 3, webSearches: 1 }
    // Ten by two to one is 6.67 and 3.33: the odd one goes to the larger remainder.
    expect(shareByTool(tokens, ['Bash', 'Read', 'Bash'])).toEqual([
      { tool: 'Bash', calls: 2, tokens: { ...NO_USAGE, input: 7, output: 2, webSearches: 1 } },
      { tool: 'Read', calls: 1, tokens: { ...NO_USAGE, input: 3, output: 1 } },
    ])
  })

  it('goes to the earlier tool first where remainders are equal', () => {
    const shares = shareByTool({ ...NO_USAGE, output: 2 }, ['Read', 'Bash', 'Edit'])
    expect(shares.map(({ tool, tokens }) => [tool, tokens.output])).toEqual([
      ['Read', 1],
      ['Bash', 1],
      ['Edit', 0],
    ])
  })

  it('is of no tool where it calls none', () => {
    const tokens = { ...NO_USAGE, output: 5 }
    expect(shareByTool(tokens, [])).toEqual([{ tool: NO_TOOL, calls: 0, tokens }])
  })

  it('adds up to the message, whatever it calls', () => {
    const count = fc.integer({ min: 0, max: 10_000_000 })
    const usage: fc.Arbitrary<TokenUsage> = fc.record({
      input: count,
      output: count,
      cacheRead: count,
      cacheWrite5m: count,
      cacheWrite1h: count,
      webSearches: count,
      webFetches: count,
    })
    const tools = fc.array(fc.constantFrom('Bash', 'Read', 'Edit', 'Grep', 'Task', '__proto__', 'mcp'))
    fc.assert(
      fc.property(usage, tools, (tokens, called) => {
        const shares = shareByTool(tokens, called)
        expect(shares.map((share) => share.tokens).reduce(addUsage, NO_USAGE)).toEqual(tokens)
        expect(shares.reduce((sum, { calls }) => sum + calls, 0)).toBe(called.length)
      }),
    )
  })
})
