import { Scanner } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import type { FileFacts } from '../../reader/file-facts.ts'
import { addFacts, counts, LIST_LENGTH, NO_FACTS, PROMPT_CHARS } from './facts.ts'
import { factsOf } from './read-facts.ts'

const SESSION = '11111111-1111-4111-8111-111111111111'
const usage = {
  input_tokens: 10,
  cache_read_input_tokens: 200,
  cache_creation_input_tokens: 3000,
  output_tokens: 7,
}

let uuids = 0

/** A transcript with one of everything. */
const LINES = [
  { type: 'permission-mode', permissionMode: 'default' },
  row(
    'user',
    { content: '<command-name>/clear</command-name>' },
    { cwd: '/srv/app', gitBranch: 'main', version: '2.1.100' },
  ),
  row(
    'user',
    { content: '<ide_opened_file>a.ts</ide_opened_file>\n  Fix the parser  ' },
    { slug: 'calm-red-fox' },
  ),
  row('assistant', {
    id: 'm1',
    model: 'claude-a',
    usage,
    content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }],
  }),
  row('user', { content: [{ type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'no' }] }),
  row('assistant', { id: 'm2', model: '<synthetic>', content: 'API Error' }, { isApiErrorMessage: true }),
  row('user', { content: 'A sub-agent’s task' }, { isSidechain: true }),
  row(
    'assistant',
    { id: 'm3', model: 'claude-b', usage: { ...usage, input_tokens: 1_000_000 }, content: 'x' },
    { isSidechain: true },
  ),
  { type: 'tag', tag: 'urgent' },
  { type: 'custom-title', customTitle: 'Parser' },
  { type: 'ai-title', aiTitle: 'Fixing a parser' },
  { type: 'agent-name', agentName: 'worker' },
  { type: 'pr-link', prNumber: 7, prUrl: 'https://example.com/pull/7', prRepository: 'a/b' },
  { type: 'pr-link', prNumber: 7, prUrl: 'https://example.com/pull/7', prRepository: 'a/b' },
  { type: 'system', subtype: 'compact_boundary', uuid: 'boundary', timestamp: '2026-01-01T00:00:00.000Z' },
  row(
    'user',
    {
      content: [
        { type: 'text', text: 'And the tests' },
        { type: 'image', source: {} },
      ],
    },
    { cwd: '/srv', gitBranch: 'fix' },
  ),
  row('user', { content: '<bash-input>ls</bash-input>' }, { forkedFrom: { sessionId: 'origin' } }),
  { type: '__proto__' },
  { type: 'brand-new' },
  { type: 'brand-new' },
  { type: 'tag', tag: '' },
]

const FACTS: FileFacts = {
  rows: 21,
  prompts: 4,
  turns: 0,
  toolCalls: 1,
  toolErrors: 1,
  apiErrors: 1,
  compactions: 1,
  sidechainRows: 2,
  images: 1,
  firstTime: Date.parse('2026-01-01T00:00:00.000Z'),
  lastTime: Date.parse('2026-01-02T00:00:00.000Z'),
  firstCwd: '/srv/app',
  lastCwd: '/srv',
  lastBranch: 'fix',
  branches: ['main', 'fix'],
  versions: ['2.1.100', '2.1.200'],
  models: ['claude-a', 'claude-b'],
  lastModel: 'claude-a',
  slug: 'calm-red-fox',
  customTitle: 'Parser',
  aiTitle: 'Fixing a parser',
  agentName: 'worker',
  tags: [],
  untagged: true,
  firstPrompt: 'Fix the parser',
  lastPrompt: 'And the tests',
  firstUuid: 'u1',
  firstSessionId: SESSION,
  forkedFrom: 'origin',
  cleared: true,
  pullRequests: [{ number: 7, url: 'https://example.com/pull/7', repository: 'a/b' }],
  diagnostics: { 'torn-line': 1 },
  unknownTypes: counts([
    ['__proto__', 1],
    ['brand-new', 2],
  ]),
  contextTokens: 3210,
}

const TEXT = [...LINES.map((line) => JSON.stringify(line)), '{"torn'].map((line) => `${line}\n`)

describe('facts', () => {
  it('are what the lines say', () => {
    expect(factsIn(TEXT)).toEqual(FACTS)
  })

  it('are the same however the lines are cut', () => {
    for (let first = 0; first <= TEXT.length; first++)
      for (let second = first; second <= TEXT.length; second++) {
        const [a, b, c] = [TEXT.slice(0, first), TEXT.slice(first, second), TEXT.slice(second)].map((lines) =>
          factsIn(lines),
        )
        expect(addFacts(addFacts(a, b), c)).toEqual(FACTS)
        expect(addFacts(a, addFacts(b, c))).toEqual(FACTS)
      }
  })

  it('are the same when each piece knows those before it', () => {
    let known = NO_FACTS
    for (const line of TEXT) known = addFacts(known, factsIn([line], { before: known }))
    expect(known).toEqual(FACTS)
  })

  it('of a sub-agent’s own file take its rows for the conversation', () => {
    const { prompts, sidechainRows, firstPrompt, lastModel } = factsIn(TEXT.slice(6, 8), { agentFile: true })
    expect({ prompts, sidechainRows, firstPrompt, lastModel }).toEqual({
      prompts: 1,
      sidechainRows: 0,
      firstPrompt: 'A sub-agent’s task',
      lastModel: 'claude-b',
    })
  })

  it('hold no more than people read, whatever a file says', () => {
    const types = Array.from({ length: 500 }, (_, i) => `type-${String(i).padStart(3, '0')}`)
    const lines = types.map((type) => `${JSON.stringify({ type, gitBranch: type })}\n`)
    const prompt = `${JSON.stringify(row('user', { content: `${'x'.repeat(PROMPT_CHARS - 1)}😀` }))}\n`
    const facts = factsIn([...lines.toReversed(), prompt])
    expect(Object.keys(facts.unknownTypes)).toEqual(types.slice(0, LIST_LENGTH))
    expect(facts.branches).toEqual(types.toReversed().slice(0, LIST_LENGTH))
    expect(facts.firstPrompt).toBe('x'.repeat(PROMPT_CHARS - 1))
    const cut = addFacts(
      factsIn(lines.slice(200).toReversed()),
      factsIn([...lines.slice(0, 200).toReversed(), prompt]),
    )
    expect(cut).toEqual(facts)
  })
})

function row(type: string, message: object, envelope: object = {}): object {
  return {
    type,
    uuid: `u${++uuids}`,
    sessionId: SESSION,
    version: '2.1.200',
    timestamp: '2026-01-02T00:00:00.000Z',
    message: { role: type, ...message },
    ...envelope,
  }
}

function factsIn(
  lines: readonly string[],
  { agentFile = false, before = NO_FACTS }: { agentFile?: boolean; before?: FileFacts } = {},
): FileFacts {
  const bytes = new TextEncoder().encode(lines.join(''))
  const scan = new Scanner()
  scan.push(bytes)
  const rows = { scan, from: 0, to: scan.columns.count, fromDiagnostic: 0, bytes, at: 0, agentFile }
  return factsOf(rows, before)
}
