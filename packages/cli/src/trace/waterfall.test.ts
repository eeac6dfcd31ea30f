import { describe, expect, it } from 'vitest'
import { screenOf, tooWide, WIDTHS } from '../../test/screen.ts'
import type { SpanReport, TurnTrace } from './turn-trace.ts'
import { waterfall } from './waterfall.ts'

const at = (seconds: number): string => new Date(Date.UTC(2026, 4, 1, 10) + seconds * 1000).toISOString()

function place(spanId: string, parentId: string | null, from: number, to: number) {
  return {
    spanId,
    parentId,
    agentId: null,
    startTime: at(from),
    endTime: at(to),
    durationMs: (to - from) * 1000,
    estimated: false,
    incomplete: false,
    error: null,
  }
}

const tokens = {
  input: 1000,
  output: 100,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  webSearches: 0,
  webFetches: 0,
}
const cost = {
  input: 20_000_000,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  webSearches: 0,
  total: 20_000_000,
}
const generation = {
  kind: 'generation',
  messageId: 'm',
  model: 'claude-opus-5',
  finishReason: null,
  input: null,
  output: null,
  thinking: null,
  toolCount: 1,
  tokens,
  serviceTier: null,
  cost,
} as const

function tool(
  name: string,
  command: string,
): Pick<SpanReport & { kind: 'tool' }, 'kind' | 'name' | 'callId' | 'arguments' | 'result'> {
  return { kind: 'tool', name, callId: 't', arguments: { command }, result: null }
}

const agent = { kind: 'agent', type: null, description: null, input: null, output: null } as const
const failed = { type: 'tool_error', message: 'Exit code 1\nno such file' }

const spans: SpanReport[] = [
  { ...place('root', null, 0, 10), ...agent },
  { ...place('g1', 'root', 0, 2), ...generation },
  { ...place('t1', 'g1', 2, 4), ...tool('Bash', 'ls /srv'), error: failed },
  { ...place('t2', 'g1', 2, 8), ...tool('Agent', 'x') },
  { ...place('a1', 't2', 3, 20), ...agent, type: 'Explore', description: 'look' },
  { ...place('g3', 'a1', 3, 20), ...generation, cost: null },
  {
    ...place('c', 'root', 9, 9),
    kind: 'compaction',
    trigger: 'auto',
    tokensBefore: 155_000,
    tokensAfter: 12_000,
  },
  { ...place('g2', 'root', 8, 10), ...generation, incomplete: true },
]

const trace: TurnTrace = {
  turn: 3,
  branch: null,
  traceId: 't',
  session: 's',
  prompt: 'Fix\nit',
  output: null,
  project: '/srv',
  gitBranch: null,
  version: null,
  spans,
}

describe('the waterfall of a turn', () => {
  it('draws each span where it was on the time of the turn, sub-agents that ran on included', () => {
    // 80 columns: 9, 9 and 11 for figures, two before each; of the 45 left 24 are names, two between, 19 are 20 seconds.
    const drawn = (name: string, from = 0, bar = ''): string =>
      `${name.padEnd(24)}  ${' '.repeat(from)}${bar}`.trimEnd()
    expect([...waterfall(trace, screenOf(80))].slice(2).map((line) => line.slice(0, 45).trimEnd())).toEqual([
      drawn('claude-code', 0, '━'.repeat(10)),
      drawn('├─ claude-opus-5', 0, '██'),
      drawn('│  ├─ ✗ Bash ls /srv', 1, '▒▒▒'),
      '│  │    Exit code 1',
      drawn('│  └─ Agent x', 1, '▒'.repeat(7)),
      drawn('│     └─ ◆ Explore: look', 2, '━'.repeat(17)),
      drawn('│        └─ claude-opus…', 2, '█'.repeat(17)),
      drawn('├─ … claude-opus-5', 7, '███'),
      drawn('└─ ┄ compacted (auto),…', 8, '┄'),
    ])
  })

  it('tells how long, how many tokens and what they cost, and the turn the sum', () => {
    const figures = [...waterfall(trace, screenOf(80))]
      .slice(2, 4)
      .map((line) => line.slice(45).trim().split(/ {2,}/))
    expect(figures).toEqual([
      ['10 s', '3.0k→300', '$0.04+'],
      ['2.0 s', '1.0k→100', '$0.02'],
    ])
    expect([...waterfall(trace, screenOf(80))].slice(0, 2)[1]).toBe('› Fix it')
  })

  it.each(WIDTHS)('fits %i columns', (width) => {
    const hostile = spans.map((span) => ({
      ...span,
      ...(span.kind === 'tool'
        ? { name: `\u001b[2J${'工具'.repeat(30)}`, error: { type: 'x', message: 'y\u202e'.repeat(99) } }
        : {}),
      ...(span.kind === 'generation' ? { thinking: 'long '.repeat(50) } : {}),
    }))
    const lines = [...waterfall({ ...trace, prompt: '長い'.repeat(200), spans: hostile }, screenOf(width))]
    expect(tooWide(lines, width)).toEqual([])
    // oxlint-disable-next-line no-control-regex
    expect(lines.filter((line) => /[\u0000-\u001f\u202e]/.test(line))).toEqual([])
  })

  it('is drawn of sub-agents nested however deep', () => {
    const deep: SpanReport[] = [spans[0]]
    for (let i = 0; i < 5000; i++)
      deep.push({ ...place(`a${i}`, i === 0 ? 'root' : `a${i - 1}`, 0, 1), ...agent, type: 'x' })
    const lines = [...waterfall({ ...trace, spans: deep }, screenOf(80))]
    expect([lines.length, tooWide(lines, 80)]).toEqual([5003, []])
  })
})
