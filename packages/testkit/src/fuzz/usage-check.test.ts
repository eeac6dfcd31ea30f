import { describe, expect, it } from 'vitest'
import { parsedUsage } from './parsed-usage.ts'
import { fuzzUsage } from './usage-check.ts'

describe('usage of 100,000 odd lines', () => {
  // The count the project's contract asks of every test run; `npm run fuzz -- usage` does more.
  it(
    'is the same to the fast scan, to its plain twin, to the kernel and to JSON.parse',
    { timeout: 900_000 },
    () => {
      const { lines, fastRows, rows, failures } = fuzzUsage({ count: 100_000, seed: 'test' })
      expect(failures).toEqual([])
      expect(lines).toBe(100_000)
      // The lines are not so odd that the fast scan leaves most of them, nor so plain that it takes all.
      expect(fastRows / rows).toBeGreaterThan(0.2)
      expect(fastRows / rows).toBeLessThan(0.9)
    },
  )
})

describe('what JSON.parse says of a line', () => {
  it('is a row where an assistant used tokens, with the last of repeated keys', () => {
    const usage = '"usage":{"input_tokens":1,"output_tokens":-5,"output_tokens":7,"service_tier":"standard"}'
    const line = `{"type":"user","type":"assistant","sessionId":"s","timestamp":"2026-01-05T00:00:00.000Z","message":{"id":"m","model":"x",${usage}}}`
    const bytes = new TextEncoder().encode(
      `\n${line}\n{"torn\n{"type":"assistant"}\n${line.replace('"x"', '"<synthetic>"')}\n`,
    )
    expect(parsedUsage(bytes)).toEqual([
      {
        offset: 1,
        id: 'm',
        time: Date.UTC(2026, 0, 5),
        forked: false,
        sidechain: false,
        model: 'x',
        session: 's',
        tier: 'standard',
        counters: [1, 7, 0, 0, 0, 0, 0, 0],
      },
    ])
  })
})
