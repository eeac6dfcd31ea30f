import { bytesInMemory, readTranscript } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import type { Context, ContextOptions, ContextView } from './context-view.ts'
import { contextView } from './context-view.ts'

describe('what fills the window', () => {
  it('is told by category, at four characters a token where nobody counted', () => {
    const source = { type: 'base64', media_type: 'image/png', data: png(300, 250) }
    const prompt = [
      { type: 'text', text: 'x'.repeat(40) },
      { type: 'image', source },
    ]
    const context = contextOf([
      user('p', null, prompt),
      said('a', 'p', [{ type: 'thinking', thinking: 'y'.repeat(80), signature: 's' }]),
      said('b', 'a', [{ type: 'text', text: 'z'.repeat(120) }]),
      said('c', 'b', [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'make all' } }]),
      user('r', 'c', [{ type: 'tool_result', tool_use_id: 't', content: 'o'.repeat(400) }]),
      user('m', 'r', 'w'.repeat(16), { isMeta: true }),
    ])
    const bash = { category: 'tool-results', tool: 'Bash', label: 'Bash: make all', tokens: 100 } as const
    expect(context).toEqual({
      kind: 'context',
      model: 'claude-opus-5',
      window: 1_000_000,
      used: 271,
      measured: 0,
      measuredAt: null,
      parts: [
        { category: 'prompts', items: 1, tokens: 10, tools: [] },
        { category: 'answers', items: 1, tokens: 30, tools: [] },
        { category: 'thinking', items: 1, tokens: 20, tools: [] },
        // `Bash` is a token, `{"command":"make all"}` with its 22 characters six.
        { category: 'tool-inputs', items: 1, tokens: 7, tools: [{ tool: 'Bash', items: 1, tokens: 7 }] },
        { category: 'tool-results', items: 1, tokens: 100, tools: [{ tool: 'Bash', items: 1, tokens: 100 }] },
        // 300 × 250 / 750.
        { category: 'images', items: 1, tokens: 100, tools: [] },
        { category: 'attachments', items: 1, tokens: 4, tools: [] },
      ],
      rest: 0,
      hasPrompt: false,
      scale: 1,
      biggest: [
        { category: 'images', tool: null, label: 'image', tokens: 100, row: 0, uuid: 'p' },
        { ...bash, row: 4, uuid: 'r' },
        { category: 'answers', tool: null, label: `${'z'.repeat(79)}…`, tokens: 30, row: 2, uuid: 'b' },
        { category: 'thinking', tool: null, label: 'y'.repeat(80), tokens: 20, row: 1, uuid: 'a' },
        { category: 'prompts', tool: null, label: 'x'.repeat(40), tokens: 10, row: 0, uuid: 'p' },
        { category: 'tool-inputs', tool: 'Bash', label: 'Bash: make all', tokens: 7, row: 3, uuid: 'c' },
        { category: 'attachments', tool: null, label: 'w'.repeat(16), tokens: 4, row: 5, uuid: 'm' },
      ],
      dropped: [],
    })
  })

  it('leaves what the parts do not explain as a rest, where the API counted more', () => {
    const context = contextOf([
      user('p', null, 'x'.repeat(400)),
      said('a', 'p', [{ type: 'text', text: 'z'.repeat(40) }], { input: 20_000, output: 12 }),
      user('q', 'a', 'x'.repeat(80)),
    ])
    // 20,012 counted, 20 estimated for the prompt after that; 100 + 10 + 20 explained.
    expect(pick(context)).toEqual({ used: 20_032, measured: 20_012, measuredAt: 'a', rest: 19_902, scale: 1 })
    expect(context.parts.map(({ category, tokens }) => [category, tokens])).toEqual([
      ['prompts', 120],
      ['answers', 10],
    ])
  })

  it('learns from the conversation’s growth how many tokens its text has', () => {
    const context = contextOf([
      user('p', null, 'x'.repeat(400)),
      said('a', 'p', [{ type: 'text', text: 'z'.repeat(40) }], { id: 'm1', input: 20_200, output: 20 }),
      user('q', 'a', 'x'.repeat(16_000)),
      said('b', 'q', [{ type: 'text', text: 'z'.repeat(40) }], { id: 'm2', input: 28_220, output: 20 }),
    ])
    // Between the answers the prompt grew by 8,020 tokens where 4,010 were estimated: every one is two.
    expect(pick(context)).toEqual({
      used: 28_240,
      measured: 28_240,
      measuredAt: 'b',
      // All but the 4,120 × 2 that stand in the transcript.
      rest: 20_000,
      scale: 2,
    })
  })

  it('scales estimates down to what the API counted', () => {
    const context = contextOf([
      user('p', null, 'x'.repeat(4000)),
      said('a', 'p', [{ type: 'text', text: 'z'.repeat(400) }], { input: 500, output: 50 }),
    ])
    // 1,000 and 100 estimated, 550 counted.
    expect(pick(context)).toMatchObject({ used: 550, rest: 0, scale: 0.5 })
    expect(context.parts.map(({ tokens }) => tokens)).toEqual([500, 50])
  })

  it('has the system prompt, tools and memory files of the last snapshot', () => {
    const memory = `Contents of /repo/CLAUDE.md (project instructions, checked into the codebase):\n\n${'m'.repeat(120)}`
    const instructions = `Contents of /home/me/CLAUDE.md (user's private global instructions for all projects):\n\nBe kind.\n\nContents of /repo/notes.txt:\n\nNone.`
    const tool = { name: 'Read', description: 'd'.repeat(100) }
    const context = contextOf([
      attachment('s1', null, { type: 'prompt_snapshot', systemPrompt: ['old'], tools: [tool] }),
      attachment('s2', 's1', { type: 'prompt_snapshot', systemPrompt: ['You help.'.repeat(4), memory] }),
      user('p', 's2', 'hi'),
      attachment('n', 'p', {
        type: 'nested_memory',
        path: '/repo/a/CLAUDE.md',
        content: { path: '/repo/a/CLAUDE.md', content: 'k'.repeat(40) },
      }),
      attachment('i', 'n', { type: 'instructions' }, [`Read these.\n\n${instructions}`]),
      attachment('f', 'i', { type: 'diagnostics' }, ['r'.repeat(40)]),
    ])
    expect(context.hasPrompt).toBe(true)
    expect(context.parts.map(({ category, tokens }) => [category, tokens])).toEqual([
      ['system-prompt', 9],
      ['tools', Math.ceil(JSON.stringify(tool).length / 4)],
      // The file in the prompt, the nested one in its reminder, and two in another: 110 and 35 characters.
      [
        'memory',
        Math.ceil(memory.length / 4) + Math.ceil(nested('/repo/a/CLAUDE.md', 40).length / 4) + 28 + 9,
      ],
      ['prompts', 1],
      ['attachments', 10],
    ])
    const labels = context.biggest.map(({ label, uuid }) => [label, uuid])
    expect(labels).toContainEqual(['/repo/CLAUDE.md', 's2'])
    expect(labels).toContainEqual(['/repo/a/CLAUDE.md', 'n'])
    expect(labels).toContainEqual(['/home/me/CLAUDE.md', 'i'])
    expect(labels).toContainEqual(['/repo/notes.txt', 'i'])
    expect(labels).toContainEqual(['Read', 's1'])
  })

  it('is the summary and what came after a compaction; the past is dropped', () => {
    const context = contextOf([
      user('p', null, 'x'.repeat(4000)),
      said('a', 'p', [{ type: 'text', text: 'z' }], { input: 90_000 }),
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'c',
        parentUuid: null,
        logicalParentUuid: 'a',
        timestamp: TIME,
      },
      user('s', 'c', 'y'.repeat(400), { isCompactSummary: true }),
      user('q', 's', 'x'.repeat(40)),
    ])
    expect([context.used, context.measured]).toEqual([110, 0])
    expect(context.parts.map(({ category, tokens }) => [category, tokens])).toEqual([
      ['compact-summary', 100],
      ['prompts', 10],
    ])
    expect(context.dropped.map(({ reason, entries }) => [reason, entries])).toEqual([
      ['compacted', 2],
      ['not-conversation', 1],
    ])
  })

  it('leaves out thinking of another model, and says what a resume would drop', () => {
    const rows = [
      user('p', null, 'x'.repeat(40)),
      said('a', 'p', [{ type: 'thinking', thinking: 'y'.repeat(80), signature: 's' }]),
      said('b', 'a', [{ type: 'text', text: 'z'.repeat(40) }]),
      user('q', 'b', 'given up'),
      user('r', 'b', 'x'.repeat(40)),
    ]
    const categories = (options?: ContextOptions) =>
      contextOf(rows, options).parts.map(({ category, tokens }) => [category, tokens])
    expect(categories({ model: 'claude-sonnet-5' })).toEqual([
      ['prompts', 20],
      ['answers', 10],
    ])
    expect(categories()).toContainEqual(['thinking', 20])
    expect(contextOf(rows).dropped.map(({ reason, entries }) => [reason, entries])).toEqual([
      ['other-branch', 1],
    ])
  })

  it('is measured against the window of the model', () => {
    const window = (model: string, input: number, options?: ContextOptions) =>
      contextOf(
        [user('p', null, 'x'), said('a', 'p', [{ type: 'text', text: 'z' }], { model, input })],
        options,
      ).window
    expect([
      window('claude-sonnet-4-5-20250929', 1000),
      window('claude-sonnet-4-5-20250929[1m]', 1000),
      window('claude-sonnet-4-5-20250929', 200_001),
      window('claude-opus-4-7', 1000),
      window('glm-5', 1000),
      window('glm-5', 1000, { window: 128_000 }),
    ]).toEqual([200_000, 1_000_000, 1_000_000, 1_000_000, 200_000, 128_000])
  })

  it('is nothing where there is no conversation', () => {
    expect(viewOf([{ type: 'mode', mode: 'normal' }])).toEqual({
      kind: 'no-context',
      reason: 'No conversation found',
    })
  })
})

function pick({ used, measured, measuredAt, rest, scale }: Context) {
  return { used, measured, measuredAt, rest, scale }
}

function contextOf(rows: readonly object[], options: ContextOptions = {}): Context {
  const view = viewOf(rows, options)
  if (view.kind !== 'context') throw new Error(view.reason)
  return view
}

function viewOf(rows: readonly object[], options: ContextOptions = {}): ContextView {
  const bytes = new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return contextView({ transcript: readTranscript(bytes), source: bytesInMemory(bytes) }, options)
}

function user(uuid: string, parentUuid: string | null, content: unknown, more: object = {}): object {
  return { type: 'user', uuid, parentUuid, timestamp: TIME, message: { role: 'user', content }, ...more }
}

interface Told {
  readonly id?: string
  readonly model?: string
  readonly input?: number
  readonly output?: number
}

function said(uuid: string, parentUuid: string | null, content: readonly object[], told: Told = {}): object {
  const { id = 'm', model = 'claude-opus-5', input, output = 0 } = told
  const usage = input === undefined ? {} : { usage: { input_tokens: input, output_tokens: output } }
  const message = { role: 'assistant', id, model, content, ...usage }
  return { type: 'assistant', uuid, parentUuid, timestamp: TIME, message }
}

function attachment(uuid: string, parentUuid: string | null, value: object, rendered?: string[]): object {
  const sent = rendered === undefined ? {} : { rendered: rendered.map((content) => ({ content })) }
  return { type: 'attachment', uuid, parentUuid, timestamp: TIME, attachment: value, ...sent }
}

/** What the program sends for a memory file below the project. */
function nested(path: string, length: number): string {
  return `<system-reminder>\nContents of ${path}:\n\n${'k'.repeat(length)}\n</system-reminder>`
}

const TIME = '2026-11-02T12:00:00.000Z'

function png(width: number, height: number): string {
  const header = Buffer.alloc(24)
  header.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header.toString('base64')
}
