import { bytesInMemory } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { CountingSource, Script, timeOf } from '../../test/script.ts'
import { CLAUDE_PRICES } from '../prices/claude-prices.ts'
import type { SessionModelOptions } from './model-options.ts'
import { SessionModel } from './session-model.ts'
import type { SessionView } from './session-view.ts'
import type { StepView } from './step-view.ts'

const OPTIONS: SessionModelOptions = { generation: '7', prices: CLAUDE_PRICES, mask: true }
const ALL = { steps: 'all', maxBytes: Infinity } as const

function modelOf(bytes: Uint8Array, options: Partial<SessionModelOptions> = {}): SessionModel {
  const model = new SessionModel(bytesInMemory(bytes), { ...OPTIONS, ...options })
  model.feed(bytes)
  return model
}

function viewOf(script: Script, options: Partial<SessionModelOptions> = {}): SessionView {
  return modelOf(script.bytes(), options).view(ALL)
}

function stepsOf(script: Script, options: Partial<SessionModelOptions> = {}): readonly StepView[] {
  return viewOf(script, options).turns.flatMap(({ steps }) => steps)
}

describe('a turn', () => {
  it('is told with its steps and figures', () => {
    const script = new Script()
    script.prompt('Fix it')
    script.says({ type: 'thinking', thinking: 'Hm.', signature: 's' })
    script.call('t1', 'Bash', { command: 'ls /w/src' })
    script.answer('t1', 'a.ts', { toolUseResult: { stdout: 'a.ts', stderr: '', interrupted: false } })
    script.call('t2', 'Edit', { file_path: '/w/a.ts', old_string: 'x', new_string: 'y\nz' })
    script.answer('t2', 'done', {
      toolUseResult: {
        filePath: '/w/a.ts',
        oldString: 'x',
        newString: 'y\nz',
        originalFile: 'x',
        replaceAll: false,
        userModified: false,
        structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: ['-x', '+y', '+z'] }],
      },
    })
    script.text('Fixed.')
    const { head, turns, cursor } = viewOf(script)
    const place = (row: number): object => ({
      key: script.offsetOf(row),
      uuid: `u${row}`,
      line: row + 1,
      time: timeOf(row),
    })
    // 4 messages of 100 tokens in at $5 and 10 out at $25 a million.
    const cost = { nanoDollars: 4 * (100 * 5000 + 10 * 25_000), unpricedTokens: 0 }
    const tokens = {
      input: 400,
      output: 40,
      cacheRead: 0,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      webSearches: 0,
      webFetches: 0,
    }
    expect(head).toEqual({
      turnCount: 1,
      entries: 7,
      bytes: script.bytes().length,
      firstTime: timeOf(0),
      lastTime: timeOf(6),
      models: ['claude-opus-4-5'],
      version: null,
      tokens,
      cost,
      contextTokens: 110,
      branches: [],
      branchCount: 0,
      compactions: 0,
      diagnostics: [],
    })
    expect(cursor).toBe(`7:${script.bytes().length}`)
    expect(turns).toEqual([
      {
        index: 0,
        key: 0,
        prompt: {
          kind: 'plain',
          key: 0,
          uuid: 'u0',
          line: 1,
          text: { text: 'Fix it', length: 6 },
          command: null,
          injected: [],
          images: [],
          queued: false,
          resumedAfterMs: null,
        },
        state: 'done',
        startTime: timeOf(0),
        endTime: timeOf(6),
        stepCount: 4,
        messages: 4,
        tools: [
          { name: 'Bash', calls: 1 },
          { name: 'Edit', calls: 1 },
        ],
        added: 2,
        removed: 1,
        files: 1,
        errors: 0,
        tokens,
        cost,
        models: ['claude-opus-4-5'],
        final: 3,
        forks: [],
        steps: [
          {
            at: 0,
            ...place(1),
            block: 0,
            open: false,
            kind: 'thinking',
            text: { text: 'Hm.', length: 3 },
            apiError: false,
          },
          {
            at: 1,
            ...place(2),
            block: 0,
            open: false,
            kind: 'tool',
            id: 't1',
            name: 'Bash',
            asked: 'ls /w/src',
            input: { command: 'ls /w/src' },
            inputCut: false,
            status: 'ok',
            durationMs: 1000,
            result: { text: 'a.ts', length: 4 },
            resultKey: script.offsetOf(3),
            exitCode: 0,
            images: [],
            patch: null,
            agent: null,
          },
          {
            at: 2,
            ...place(4),
            block: 0,
            open: false,
            kind: 'tool',
            id: 't2',
            name: 'Edit',
            asked: 'a.ts',
            input: { file_path: '/w/a.ts', old_string: 'x', new_string: 'y\nz' },
            inputCut: false,
            status: 'ok',
            durationMs: 1000,
            result: { text: 'done', length: 4 },
            resultKey: script.offsetOf(5),
            exitCode: null,
            images: [],
            patch: {
              path: '/w/a.ts',
              created: false,
              added: 2,
              removed: 1,
              hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: ['-x', '+y', '+z'] }],
              cut: false,
            },
            agent: null,
          },
          {
            at: 3,
            ...place(6),
            block: 0,
            open: true,
            kind: 'text',
            text: { text: 'Fixed.', length: 6 },
            apiError: false,
          },
        ],
      },
    ])
  })

  it('is open while a call waits or nothing was answered, and done or interrupted else', () => {
    const script = new Script()
    const states = (): string[] => viewOf(script).turns.map(({ state }) => state)
    script.prompt('one')
    expect(states()).toEqual(['open'])
    script.call('t1', 'Bash', { command: 'sleep' })
    expect(states()).toEqual(['open'])
    script.answer('t1', 'slept')
    expect(states()).toEqual(['open'])
    script.text('Done.')
    expect(states()).toEqual(['done'])
    script.prompt('two')
    script.prompt([{ type: 'text', text: '[Request interrupted by user]' }])
    expect(states()).toEqual(['done', 'interrupted'])
  })

  it('keeps open what a reader of a folded turn must see', () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    const script = new Script()
    script.prompt('one')
    script.text('On it.')
    script.call('t1', 'Bash', { command: 'false' })
    script.answer('t1', 'Exit code 3', { error: true })
    script.call('t2', 'ExitPlanMode', { plan: 'Do it.' })
    script.answer('t2', 'Approved')
    script.call('t3', 'Read', { file_path: '/w/a.png' })
    script.answer('t3', [{ type: 'text', text: 'a' }, picture, picture])
    script.call('t4', 'Read', { file_path: '/w/b' })
    script.answer('t4', 'b')
    script.text('API Error', { isApiErrorMessage: true })
    script.text('Done.')
    script.prompt('two')
    const folded = modelOf(script.bytes()).view({ steps: 'folded', maxBytes: Infinity })
    expect(folded.turns[0].stepCount).toBe(7)
    expect(folded.turns[0].errors).toBe(2)
    expect(
      folded.turns[0].steps.map((step) =>
        step.kind === 'tool' ? [step.at, step.name, step.exitCode] : step.at,
      ),
    ).toEqual([[1, 'Bash', 3], [2, 'ExitPlanMode', null], [3, 'Read', null], 5, 6])
    const [read] = folded.turns[0].steps.filter((step) => step.at === 3)
    expect(read.kind === 'tool' ? read.images : null).toEqual(
      [0, 1].map((index) => ({ key: script.offsetOf(7), index, mediaType: 'image/png', bytes: 3 })),
    )
  })

  it('tells what the program put beside a prompt apart from what was typed', () => {
    const script = new Script()
    script.prompt('<ide_opened_file>a.ts</ide_opened_file>\nLook\n<system-reminder>be kind</system-reminder>')
    const { prompt } = viewOf(script).turns[0]
    expect([prompt?.text.text, prompt?.injected]).toEqual([
      'Look',
      [
        { kind: 'ide_opened_file', text: { text: 'a.ts', length: 4 } },
        { kind: 'system-reminder', text: { text: 'be kind', length: 7 } },
      ],
    ])
  })

  it('shows an entry type that nobody knows, and all bookkeeping on request', () => {
    const script = new Script()
    script.prompt('one')
    script.row({ type: 'never-seen', value: 1 })
    script.raw('{"type":"custom-title","customTitle":"t","sessionId":"s"}')
    script.text('Done.')
    const types = (all: boolean): string[] =>
      stepsOf(script, { all }).map((step) => (step.kind === 'unknown' ? step.type : step.kind))
    expect(types(false)).toEqual(['never-seen', 'text'])
    expect(types(true)).toEqual(['never-seen', 'custom-title', 'text'])
  })

  it('reads a last line without newline as soon as it is whole', () => {
    const script = new Script()
    script.prompt('one')
    script.text('Done.')
    const bytes = script.bytes().slice(0, -1)
    expect(modelOf(bytes).view(ALL).turns[0].stepCount).toBe(1)
    expect(modelOf(bytes).cursor).toBe(`7:${bytes.length}`)
    expect(modelOf(bytes.slice(0, -1)).view(ALL).turns[0].stepCount).toBe(0)
  })
})

describe('branches', () => {
  function rewound(): Script {
    const script = new Script()
    script.prompt('one')
    const answer = script.text('First.')
    script.prompt('two')
    script.text('Second.')
    script.prompt('two again', { parentUuid: answer })
    script.text('Second again.')
    return script
  }

  it('stand where they leave the line that is shown, in file order', () => {
    const script = rewound()
    const { head, turns } = viewOf(script)
    expect(turns.map(({ prompt, forks }) => [prompt?.text.text, forks])).toEqual([
      ['one', []],
      ['two again', [{ at: -1, tips: [script.offsetOf(3), null] }]],
    ])
    expect(head.branches).toEqual([
      { tip: script.offsetOf(3), reason: 'rewind', entries: 2, lastTime: timeOf(3), prompt: 'two' },
    ])
  })

  it('are shown instead of the live line when asked for by their tip', () => {
    const script = rewound()
    const { turns } = viewOf(script, { tip: script.offsetOf(3) })
    expect(turns.map(({ prompt, forks }) => [prompt?.text.text, forks])).toEqual([
      ['one', []],
      ['two', [{ at: -1, tips: [null, script.offsetOf(5)] }]],
    ])
  })

  it('finds an entry by its offset', () => {
    const script = rewound()
    const model = modelOf(script.bytes())
    expect([0, 1, 3, 4, 5].map((line) => model.find(script.offsetOf(line)))).toEqual([
      { turn: 0, step: -1 },
      { turn: 0, step: 0 },
      null,
      { turn: 1, step: -1 },
      { turn: 1, step: 0 },
    ])
    expect(model.find(1)).toBeNull()
  })
})

describe('secrets', () => {
  const secret = `sk-ant-api03-${'Zq4Wm9Xk2Lr7Tn5Vb8Yc3Hd6Jf1Gs0P'.repeat(3).slice(0, 93)}AA`

  it('are masked by the entry, whatever was read before', () => {
    const script = new Script()
    script.prompt(`use ${secret}`)
    script.call('t1', 'Bash', { command: `curl -H "x-api-key: ${secret}"` })
    script.answer('t1', `echo ${secret}`)
    script.text(`It was ${secret}.`)
    const bytes = script.bytes()
    const whole = JSON.stringify(modelOf(bytes).view(ALL))
    expect(whole).not.toContain(secret.slice(0, 30))
    expect(whole.match(/\[redacted:[^\]]+\]/g)?.length).toBeGreaterThanOrEqual(4)
    const later = modelOf(bytes)
    later.steps(0, 2)
    expect(JSON.stringify(later.view(ALL))).toBe(whole)
    expect(JSON.stringify(modelOf(bytes, { mask: false }).view(ALL))).toContain(secret)
  })
})

describe('bounds', () => {
  function longTurn(steps: number, text = 'x'): Script {
    const script = new Script()
    script.prompt('one')
    script.text('First.')
    script.prompt('two')
    for (let i = 0; i < steps; i++) {
      script.call(`t${i}`, 'Bash', { command: text })
      script.answer(`t${i}`, text)
    }
    return script
  }

  it.each([4000, 20_000, 100_000])(
    'a page of %d bytes has the last steps of a turn that is larger',
    (maxBytes) => {
      const { turns, ...rest } = modelOf(longTurn(400).bytes()).view({ steps: 'all', maxBytes })
      const size = new TextEncoder().encode(JSON.stringify({ turns, ...rest })).length
      const [turn] = turns
      const one = JSON.stringify(turn.steps.at(-1)).length
      expect(turns.length).toBe(1)
      expect(turn.stepCount).toBe(400)
      expect(turn.steps.map(({ at }) => at)).toEqual(turn.steps.map((_, i) => 400 - turn.steps.length + i))
      expect(size).toBeLessThanOrEqual(maxBytes + one)
      expect(size).toBeGreaterThan(maxBytes - 2 * one)
    },
  )

  it('pages of steps go on where the one before ended', () => {
    const model = modelOf(longTurn(100).bytes())
    const seen: number[] = []
    for (let from: number | null = 0; from !== null;) {
      const page = model.steps(1, from, 3000)
      seen.push(...(page?.steps.map(({ at }) => at) ?? []))
      from = page?.next ?? null
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i))
    expect(model.steps(2)).toBeNull()
  })

  it('an appended entry costs few reads, however long the turn is', () => {
    const script = longTurn(5000)
    const before = script.bytes().length
    script.call('next', 'Bash', { command: 'x' })
    const called = script.bytes().length
    script.answer('next', 'y')
    const bytes = script.bytes()
    const source = new CountingSource(bytes)
    const model = new SessionModel(source, { ...OPTIONS, mask: false })
    model.feed(bytes.subarray(0, before))
    model.view()
    source.reads = 0
    const updates = [model.append(bytes.subarray(before, called)), model.append(bytes.subarray(called))]
    expect(source.reads).toBeLessThan(20)
    expect(
      updates.map((update) => update.kind === 'delta' && update.delta.turns.map(({ steps }) => steps.length)),
    ).toEqual([[1], [1]])
  })

  it('a page that was read is not read again, and what is kept of pages is bounded', () => {
    const script = new Script()
    for (let turn = 0; turn < 300; turn++) {
      script.prompt(`prompt ${turn}`)
      script.text('x'.repeat(15_000))
    }
    const bytes = script.bytes()
    const source = new CountingSource(bytes)
    const model = new SessionModel(source, OPTIONS)
    model.feed(bytes)
    const first = model.view()
    source.reads = 0
    expect(model.view()).toEqual(first)
    expect(source.reads).toBe(0)
    for (let before = 300; before > 0;) before = model.view({ before }).turns[0].index
    expect(model.keptBytes).toBeLessThan(3_000_000)
    expect(model.view()).toEqual(first)
  })

  it('an update that is too large begins the window anew', () => {
    const script = new Script()
    script.prompt('one')
    const before = script.bytes().length
    for (let i = 0; i < 50; i++) script.text(`${i} `.repeat(1000))
    const bytes = script.bytes()
    const model = new SessionModel(bytesInMemory(bytes), {
      ...OPTIONS,
      window: { steps: 'all', maxBytes: 30_000 },
    })
    model.feed(bytes.subarray(0, before))
    const update = model.append(bytes.subarray(before))
    expect(update.kind).toBe('reset')
    expect(update.kind === 'reset' && update.view).toEqual(model.view())
  })

  it('texts are cut between characters, and say how long they are', () => {
    const script = new Script()
    script.prompt(`${'a'.repeat(19_999)}😀`)
    expect(viewOf(script).turns[0].prompt?.text).toEqual({ text: 'a'.repeat(19_999), length: 20_001 })
  })
})

describe('hostile entries', () => {
  it('neither throw nor grow a view without bound', () => {
    const long = 'n'.repeat(1_000_000)
    const script = new Script()
    script.prompt([
      { type: 'text', text: long },
      ...Array.from({ length: 1000 }, () => ({ type: 'image', source: {} })),
    ])
    script.call(
      long,
      long,
      Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${long.slice(0, 300)}${i}`, i])),
    )
    script.raw(
      '{"type":"assistant","uuid":"p","parentUuid":"u1","message":{"id":"mp","content":[{"type":"tool_use","id":"tp","name":"constructor","input":{"__proto__":{"polluted":true},"n":1e999}}],"usage":{"input_tokens":1e999,"output_tokens":-5,"cache_read_input_tokens":1e300}}}',
    )
    script.raw(
      `{"type":"never-seen","uuid":"d","parentUuid":"p","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    )
    script.row({
      type: 'assistant',
      parentUuid: 'd',
      message: { id: 'm9', content: [7, null, 'bare', { type: 5 }] },
    })
    script.row({ type: 'user', message: 'not an object', parentUuid: 'u2' })
    script.text('half a pair: \ud800', { parentUuid: 'u3' })
    const model = modelOf(script.bytes(), { all: true })
    const view = model.view(ALL)
    const text = JSON.stringify(view)
    expect(text.length).toBeLessThan(500_000)
    expect(JSON.parse(text)).toEqual(view)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const [, prototype] = view.turns[0].steps
    expect(prototype.kind === 'tool' && JSON.stringify(prototype.input)).toBe(
      '{"__proto__":{"polluted":true},"n":null}',
    )
    expect(view.head.tokens).toEqual({
      ...view.head.tokens,
      input: 100 * 2,
      output: 10 * 2,
      cacheRead: 1e9,
    })
  })

  it('a thousand branches at one place are counted, and a bounded number is told', () => {
    const script = new Script()
    const root = script.prompt('one')
    const answer = script.text('Yes?', { parentUuid: root })
    for (let i = 0; i < 1000; i++) script.prompt(`try ${i}`, { parentUuid: answer })
    const { head, turns } = viewOf(script)
    expect([head.branchCount, head.branches.length]).toEqual([999, 200])
    expect(turns[1].forks[0].tips.length).toBe(100)
    expect(turns[1].forks[0].tips.at(-1)).toBeNull()
  })
})
