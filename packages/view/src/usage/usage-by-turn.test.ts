import type { AgentFile } from '@skein/transcript'
import { bytesInMemory, joinAgents, NO_USAGE, readTranscript } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { CLAUDE_PRICES } from '../prices/claude-prices.ts'
import { usageByTurn } from './usage-by-turn.ts'

describe('usage by turn', () => {
  it('is that of its messages and of the agents its calls started, each message once', () => {
    const main = read([
      user('p1', null, 'first'),
      // Two rows of one message: the larger counts.
      said('a1', 'p1', { id: 'm1', output: 10, content: [{ type: 'text', text: 'x' }] }),
      said('a2', 'a1', { id: 'm1', output: 1000, content: [call('t1')] }),
      user('r1', 'a2', [{ type: 'tool_result', tool_use_id: 't1', content: 'done' }]),
      user('p2', 'r1', 'second'),
      said('a3', 'p2', { id: 'm2', output: 2000, model: 'glm-5' }),
    ])
    const files = [
      agent('one', 't1', [
        said('b1', null, { id: 'm3', output: 400, model: 'claude-haiku-4-5', content: [call('t2')] }),
        // The main conversation has this message too.
        said('b2', 'b1', { id: 'm1', output: 1000 }),
      ]),
      agent('two', 't2', [said('c1', null, { id: 'm4', output: 600, model: 'claude-haiku-4-5' })]),
    ]
    const { turns, elsewhere, total } = usageByTurn(main.transcript, CLAUDE_PRICES, joinAgents(main, files))
    const opus = 25_000_000 // 1,000 tokens at $25 per million
    const haiku = 5_000_000 // 400 and 600 at $5
    expect(
      turns.map(({ turn, agents, messages, tokens, cost, subagents, unpricedModels }) => ({
        turn,
        agents,
        messages,
        output: tokens.output,
        cost,
        subagents,
        unpricedModels,
      })),
    ).toEqual([
      {
        turn: 0,
        agents: 2,
        messages: 3,
        output: 2000,
        cost: opus + haiku,
        subagents: { messages: 2, totalTokens: 1000, cost: haiku },
        unpricedModels: [],
      },
      {
        turn: 1,
        agents: 0,
        messages: 1,
        output: 2000,
        cost: null,
        subagents: { messages: 0, totalTokens: 0, cost: 0 },
        unpricedModels: ['glm-5'],
      },
    ])
    expect(elsewhere.messages).toBe(0)
    expect([total.messages, total.totalTokens, total.cost, total.unpricedTokens]).toEqual([
      4, 4000, 30_000_000, 2000,
    ])
  })

  it('leaves other branches and agents without a call elsewhere', () => {
    const main = read([
      user('p1', null, 'first'),
      said('a1', 'p1', { id: 'm1', output: 1000 }),
      user('p2', 'a1', 'given up'),
      said('a2', 'p2', { id: 'm2', output: 100 }),
      user('p3', 'a1', 'another try'),
      said('a3', 'p3', { id: 'm3', output: 10 }),
    ])
    const files = [agent('lost', 'nowhere', [said('b1', null, { id: 'm4', output: 1 })])]
    const { turns, elsewhere, total } = usageByTurn(main.transcript, CLAUDE_PRICES, joinAgents(main, files))
    expect(turns.map(({ tokens }) => tokens.output)).toEqual([1000, 10])
    expect([elsewhere.tokens, elsewhere.subagents]).toEqual([
      { ...NO_USAGE, output: 101 },
      { messages: 1, totalTokens: 1, cost: 25_000 },
    ])
    expect(total.tokens.output).toBe(1111)
  })

  it('halves what was sent in a batch, and knows the price of the day', () => {
    const main = read([
      user('p1', null, 'hi'),
      said('a1', 'p1', { id: 'm1', output: 1000, tier: 'batch' }),
      said('a2', 'a1', {
        id: 'm2',
        input: 300_000,
        output: 0,
        model: 'claude-opus-4-6',
        time: '2026-03-12T12:00:00Z',
      }),
    ])
    const { total } = usageByTurn(main.transcript, CLAUDE_PRICES)
    // Half of 2.5 cents, and 300,000 tokens at $10 per million, the long prompt's price at the time.
    expect(total.cost).toBe(12_500_000 + 3_000_000_000)
  })
})

interface Said {
  readonly id: string
  readonly output: number
  readonly input?: number
  readonly model?: string
  readonly tier?: string
  readonly time?: string
  readonly content?: readonly object[]
}

function said(uuid: string, parentUuid: string | null, told: Said): object {
  const {
    id,
    output,
    input = 0,
    model = 'claude-opus-5',
    tier = 'standard',
    time = TIME,
    content = [],
  } = told
  const usage = { input_tokens: input, output_tokens: output, service_tier: tier }
  const message = { role: 'assistant', id, model, usage, content }
  return { type: 'assistant', uuid, parentUuid, timestamp: time, message }
}

function user(uuid: string, parentUuid: string | null, content: unknown): object {
  return { type: 'user', uuid, parentUuid, timestamp: TIME, message: { role: 'user', content } }
}

function call(id: string): object {
  return { type: 'tool_use', id, name: 'Task', input: { description: 'd', prompt: id } }
}

const TIME = '2026-11-02T12:00:00.000Z'

function agent(agentId: string, toolUseId: string, rows: readonly object[]): AgentFile {
  const own = rows.map((row) => ({ ...row, isSidechain: true, agentId }))
  return { agentId, meta: { toolUseId }, ...read(own, true) }
}

function read(rows: readonly object[], agentFile = false) {
  const bytes = new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return { transcript: readTranscript(bytes, { agentFile }), source: bytesInMemory(bytes) }
}
