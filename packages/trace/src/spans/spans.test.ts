import { createHash } from 'node:crypto'
import { NO_USAGE } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { call, prompt, result, row, said, turnsOf } from '../../test/rows.ts'
import type { Span } from './span.ts'

describe('a generation', () => {
  it('has the text of all its blocks, its usage once, and only the first one the prompt', () => {
    const usage = (output: number) => ({
      usage: { input_tokens: 3, output_tokens: output, service_tier: 'standard' },
    })
    const rows = [
      prompt('p1', null, 0),
      said('a1', 'p1', 1, { id: 'm1', ...usage(1) }, { type: 'thinking', thinking: 'hm', signature: 's' }),
      said('a2', 'a1', 2, { id: 'm1', ...usage(1) }, 'First.'),
      said('a3', 'a2', 3, { id: 'm1', ...usage(9), stop_reason: 'tool_use' }, call('t1')),
      said('a4', 'a3', 4, { id: 'm1', ...usage(9) }, 'Second.'),
      result('r1', 'a3', 5, 't1'),
      said('a5', 'r1', 6, { id: 'm2', model: 'glm-5', ...usage(4) }, 'Done.'),
    ]
    const [, first, , second] = turnsOf(rows)[0].spans()
    expect(first).toMatchObject({
      kind: 'generation',
      messageId: 'm1',
      model: 'claude-opus-5',
      finishReason: 'tool_use',
      input: 'ask p1',
      output: 'First.\nSecond.',
      thinking: null,
      toolCount: 1,
      usage: { ...NO_USAGE, input: 3, output: 9 },
      serviceTier: 'standard',
      // $5 and $25 per million tokens.
      cost: { input: 15_000, output: 225_000, total: 240_000 },
    })
    expect(second).toMatchObject({
      input: null,
      output: 'Done.',
      finishReason: null,
      cost: null,
      error: null,
    })
    expect(turnsOf(rows, { thinking: true })[0].spans()[1]).toMatchObject({ thinking: 'hm' })
  })

  it('without usage has none, and no cost', () => {
    const [, generation] = turnsOf([prompt('p1', null, 0), said('a1', 'p1', 1, 'm1')])[0].spans()
    expect(generation).toMatchObject({ usage: null, cost: null, serviceTier: null })
  })

  it('costs more where inference was kept in the US, which is no tier', () => {
    const usage = { input_tokens: 1000, output_tokens: 1000, service_tier: 'standard', inference_geo: 'us' }
    const [, generation] = turnsOf([
      prompt('p1', null, 0),
      said('a1', 'p1', 1, { id: 'm1', usage }),
    ])[0].spans()
    // $5 and $25 per million tokens, and a tenth more.
    expect(generation).toMatchObject({
      serviceTier: 'standard',
      cost: { input: 5_500_000, output: 27_500_000, total: 33_000_000 },
    })
  })

  it('is paid by class, and half nano-dollars are in one of them', () => {
    const batch = {
      service_tier: 'batch',
      input_tokens: 1,
      output_tokens: 1,
      cache_read_input_tokens: 1,
      cache_creation_input_tokens: 1,
      server_tool_use: { web_search_requests: 2 },
    }
    const [, generation] = turnsOf([
      prompt('p1', null, 0),
      said('a1', 'p1', 1, { id: 'm1', model: 'claude-haiku-5-5', usage: batch }),
    ])[0].spans()
    // A token at 100, 500, 10 and 125 nano-dollars, half of it; 367.5 rounds up. A search is 10,000,000.
    expect(generation).toMatchObject({
      cost: {
        input: 50,
        output: 250,
        cacheRead: 5,
        cacheWrite5m: 63,
        cacheWrite1h: 0,
        webSearches: 20_000_000,
        total: 20_000_368,
      },
    })
  })
})

describe('a tool', () => {
  const spansOf = (answer: object | null, settled = false): Span[] =>
    turnsOf(
      [
        prompt('p1', null, 0),
        said('a1', 'p1', 1, 'm1', call('t1', 'Bash', { command: 'ls' })),
        ...(answer === null ? [] : [answer]),
      ],
      { settled },
    )[0].spans()
  const answered = (fields: Parameters<typeof result>[4]) => spansOf(result('r1', 'a1', 2, 't1', fields))[2]

  it('has what it was asked and what the model saw', () => {
    expect(answered({ content: 'a\nb' })).toMatchObject({
      kind: 'tool',
      name: 'Bash',
      callId: 't1',
      arguments: { command: 'ls' },
      result: 'a\nb',
      error: null,
      incomplete: false,
    })
    expect(answered({ content: undefined })).toMatchObject({ result: 'result t1' })
  })

  it.each([
    ['tool_error', 'Exit code 1', { content: 'Exit code 1', error: true }],
    ['tool_error', 'no file', { content: '<tool_use_error>no file</tool_use_error>', error: true }],
    [
      'denied',
      "The user doesn't want to proceed with this tool use.",
      { content: "The user doesn't want to proceed with this tool use.", error: true },
    ],
    ['denied', 'not here', { content: 'not here', error: true, toolDenialKind: 'permission-rule' }],
    ['interrupted', 'half', { content: 'half', toolUseResult: { stdout: 'half', interrupted: true } }],
  ])('that ended with %s says so', (type, message, fields) => {
    expect(answered(fields).error).toEqual({ type, message })
  })

  it('without an answer is running, or orphaned when none can come', () => {
    expect(spansOf(null)[2]).toMatchObject({ error: null, incomplete: true, result: null })
    expect(spansOf(null, true)[2]).toMatchObject({
      error: { type: 'orphaned' },
      incomplete: true,
      result: null,
    })
    const left = turnsOf([
      prompt('p1', null, 0),
      said('a1', 'p1', 1, 'm1', call('t1')),
      prompt('p2', 'a1', 2),
      said('a2', 'p2', 3, 'm2'),
    ])
    expect(left[0].spans()[2]).toMatchObject({ error: { type: 'orphaned' } })
  })

  it('has references in the place of images, wherever they are', () => {
    const data = Buffer.from('not really a picture').toString('base64')
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
    const reference = {
      type: 'image',
      media_type: 'image/png',
      bytes: 20,
      sha256: createHash('sha256').update('not really a picture').digest('hex'),
    }
    const inputs = {
      command: 'ls',
      nested: [{ deep: image }, { type: 'image', data, mimeType: 'image/png' }],
    }
    const [root, generation, tool] = turnsOf([
      prompt('p1', null, 0, [{ type: 'text', text: 'What is this?' }, image]),
      said('a1', 'p1', 1, 'm1', call('t1', 'mcp__x', inputs)),
      result('r1', 'a1', 2, 't1', { content: [{ type: 'text', text: 'look' }, image] }),
    ])[0].spans()
    expect(tool).toMatchObject({
      arguments: { command: 'ls', nested: [{ deep: reference }, reference] },
      result: [{ type: 'text', text: 'look' }, reference],
    })
    const asked = `What is this?\n[image image/png, 20 bytes, sha256 ${reference.sha256}]`
    expect([root, generation]).toMatchObject([{ input: asked }, { input: asked }])
  })
})

describe('a turn', () => {
  it('that failed says why', () => {
    const failed = {
      ...said('x', 'p1', 1, { id: 'e', model: '<synthetic>' }, 'API Error: 529'),
      isApiErrorMessage: true,
    }
    const spans = turnsOf([prompt('p1', null, 0), failed])[0].spans()
    expect(spans).toMatchObject([
      { kind: 'agent', error: { type: 'api_error', message: 'API Error: 529' }, incomplete: false },
    ])
  })

  it('whose last try failed says so, and one whose failure was noted late does not', () => {
    const notice = row('system', 'x', 'p1', 5, {
      subtype: 'api_error',
      error: { message: 'overloaded', status: 529 },
    })
    const rows = [prompt('p1', null, 0), notice]
    expect(turnsOf(rows, { settled: true })[0].spans()[0].error).toEqual({
      type: 'api_error',
      message: 'overloaded',
    })
    expect(turnsOf([rows[0], said('a1', 'p1', 1, 'm1'), notice])[0].spans()[0].error).toBeNull()
  })

  it('that the user stopped says so', () => {
    const rows = [
      prompt('p1', null, 0),
      said('a1', 'p1', 1, 'm1'),
      prompt('x', 'a1', 2, '[Request interrupted by user]'),
    ]
    expect(turnsOf(rows)[0].spans()[0]).toMatchObject({ error: { type: 'interrupted' }, incomplete: false })
  })

  it('tells where it was asked, and where it ends in the file', () => {
    const rows = [
      { ...prompt('p1', null, 0), cwd: '/srv/app', gitBranch: 'main', version: '2.1.325' },
      said('a1', 'p1', 1, 'm1'),
    ]
    const [turn] = turnsOf([...rows, { type: 'last-prompt', leafUuid: 'a1' }])
    expect(turn.facts).toMatchObject({ project: '/srv/app', gitBranch: 'main', version: '2.1.325' })
    expect(turn.endOffset).toBe(rows.map((one) => JSON.stringify(one)).join('\n').length)
  })
})
