import { CLAUDE_PRICES, usageReport, type UsageBy, type UsageReport, type UsageSlice } from '@skein/view'
import { describe, expect, it } from 'vitest'
import { screenOf, tooWide, WIDTHS } from '../../test/screen.ts'
import { usageCsv } from './usage-csv.ts'
import { usageLines } from './usage-lines.ts'

const noon = Date.UTC(2026, 4, 1, 12)

function slice(fields: Partial<UsageSlice>, input: number): UsageSlice {
  const tokens = {
    input,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    webFetches: 0,
  }
  return {
    first: noon,
    last: noon,
    session: '5e551017-aaaa-4000-8000-000000000001',
    project: '/home/ada/tidepool',
    model: 'claude-sonnet-4-5',
    tier: '',
    subagent: false,
    longContext: false,
    messages: 1,
    tokens,
    tool: '',
    ...fields,
  }
}

function report(by: UsageBy, slices: readonly UsageSlice[], now = noon): UsageReport {
  return usageReport(slices, { by, timeZone: 'UTC', prices: CLAUDE_PRICES, now, weekStart: 1 })
}

describe('usageLines', () => {
  it('says so where nothing was used', () => {
    expect(usageLines(report('daily', []), screenOf(80))).toEqual(['No usage found.'])
  })

  it('draws a bar of the cost and sums up', () => {
    // $3 a million tokens: 40k are 12 cents, 20k are 6.
    const days = [slice({}, 40_000), slice({ first: noon + 86_400_000, last: noon + 86_400_000 }, 20_000)]
    expect(usageLines(report('daily', days), screenOf(60))).toEqual([
      '            OUTPUT  TOKENS   COST',
      '2026-05-01       0     40k  $0.12  ████████████████████',
      '2026-05-02       0     20k  $0.06  ██████████',
      'total            0     60k  $0.18',
    ])
  })

  it('keeps the ends of paths, which tell projects apart', () => {
    const projects = ['one', 'two'].map((name) =>
      slice({ project: `/home/ada/deep/down/below/${name}` }, 1000),
    )
    const lines = usageLines(report('project', projects), screenOf(45))
    expect(lines.slice(1, 3).map((line) => line.split(' ')[0])).toEqual([
      expect.stringMatching(/^….*\/one$/),
      expect.stringMatching(/^….*\/two$/),
    ])
  })

  it('names the models that have no price, and what is missing by it', () => {
    const lines = usageLines(
      report('model', [slice({}, 1000), slice({ model: 'mystery' }, 2000)]),
      screenOf(200),
    )
    expect(lines.at(-1)).toBe(
      'no price for mystery: 2.0k tokens are not in the cost (prices.json can name one)',
    )
    expect(lines.find((line) => line.startsWith('mystery'))).toContain('no price')
    expect(lines.find((line) => line.startsWith('total'))).toMatch(/\+$/)
  })

  it('tells the rate of the block that runs now', () => {
    const lines = usageLines(report('block', [slice({}, 40_000)], noon + 60 * 60_000), screenOf(200))
    expect(lines.at(-1)).toMatch(/^now: .* tokens a minute, .* an hour; 4 h left, by then .* tokens, /)
  })

  it.each(WIDTHS)('fits %i columns', (width) => {
    const wide = slice({ project: `/srv/${'日本'.repeat(60)}`, model: `m${'x'.repeat(200)}` }, 9e6)
    for (const by of ['daily', 'session', 'project', 'model', 'block'] as const)
      expect(tooWide(usageLines(report(by, [wide, slice({}, 20_000)]), screenOf(width)), width)).toEqual([])
  })
})

describe('usageCsv', () => {
  it('is a line a row, with a head, and quotes what needs it', () => {
    expect(usageCsv(report('project', [slice({ project: 'a,"b"' }, 1000)]))).toEqual([
      'project,first,last,project,messages,input,output,cache_read,cache_write_5m,cache_write_1h,web_searches,web_fetches,total_tokens,subagent_tokens,unpriced_tokens,cost_usd',
      '"a,""b""",2026-05-01T12:00:00.000Z,2026-05-01T12:00:00.000Z,,1,1000,0,0,0,0,0,0,1000,0,0,0.003000000',
    ])
  })
})
