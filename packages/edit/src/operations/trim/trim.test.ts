import { estimateTokens } from '@skein/transcript'
import { describe, expect, test } from 'vitest'
import {
  answer,
  call,
  chainRow,
  COPY,
  prompt,
  result,
  rowsOf,
  sessionOf,
  uuid,
} from '../../../test/sessions.ts'
import type { Draft } from '../../draft/draft.ts'
import { EditError } from '../../errors.ts'
import { renderInMemory } from '../../render/render-in-memory.ts'
import type { TrimOptions } from './options.ts'
import { trimSession } from './trim.ts'

const LONG = 'many words of output\n'.repeat(100)

interface Row {
  readonly type: string
  readonly message?: { readonly content: unknown }
  readonly forkedFrom?: { readonly messageUuid: string }
  readonly [key: string]: unknown
}

/** The contents of the rows that a trim leaves, by the number of the row; other rows by their type. */
function trimmed(
  rows: readonly unknown[],
  options: TrimOptions,
): { draft: Draft; left: Map<string, unknown> } {
  const draft = trimSession(sessionOf(rows), options)
  const left = new Map<string, unknown>()
  for (const row of rowsOf(renderInMemory(draft, COPY)) as Row[]) {
    if (row.type === 'last-prompt') continue
    const number =
      row.forkedFrom === undefined ? row.type : String(Number(row.forkedFrom.messageUuid.slice(-12)))
    left.set(number, row.message?.content ?? row)
  }
  return { draft, left }
}

function failure(rows: readonly unknown[], options: TrimOptions): EditError {
  try {
    trimSession(sessionOf(rows), options)
  } catch (error) {
    if (error instanceof EditError) return error
    throw error
  }
  throw new Error('it was trimmed')
}

const thought = { type: 'thinking', thinking: 'hm', signature: 's' }
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input })
const gave = (id: string, content: unknown) => ({ tool_use_id: id, type: 'tool_result', content })

/** A turn with one call, and its end. */
const oneCall = [
  prompt(1, 'look'),
  call(2, 't1', 'Bash', { command: 'ls' }),
  result(3, 't1', LONG, { toolUseResult: { stdout: LONG, stderr: '' } }),
  answer(4, 'done'),
]

describe('the forms of a tool call', () => {
  test('a stub keeps name and input, and says how much is gone', () => {
    const { draft, left } = trimmed(oneCall, { tools: { kind: 'stub' } })
    expect(left.get('2')).toEqual([use('t1', 'Bash', { command: 'ls' })])
    expect(left.get('3')).toEqual([gave('t1', '[skein trim: output removed, 2100 characters in 100 lines]')])
    expect(draft.steps).toEqual([
      { what: 'tool results stubbed', count: 1, tokens: Math.ceil((2100 - 58) / 4) },
    ])
  })

  test('the twin for screens goes with the output, ids and saved outputs stay', () => {
    const twin = { stdout: LONG, backgroundTaskId: 'b1', persistedOutputPath: '/x/tool-results/t1.txt' }
    const rows = oneCall.with(2, result(3, 't1', LONG, { toolUseResult: twin }))
    const draft = trimSession(sessionOf(rows), { tools: { kind: 'stub' } })
    expect(rowsOf(renderInMemory(draft, COPY))[2]).toMatchObject({
      toolUseResult: { backgroundTaskId: 'b1', persistedOutputPath: '/x/tool-results/t1.txt' },
    })
  })

  test('truncated, a result keeps its beginning and its end', () => {
    const text = Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n')
    const rows = oneCall.with(2, result(3, 't1', text))
    const { left } = trimmed(rows, { tools: { kind: 'truncate', lines: 7, characters: 4000 } })
    const missing = text.length - 'line 0\nline 1\nline 2\nline 3\nline 98\nline 99'.length
    expect(left.get('3')).toEqual([
      gave(
        't1',
        `line 0\nline 1\nline 2\nline 3\n[skein trim: ${missing} characters removed]\nline 98\nline 99`,
      ),
    ])
  })

  test('removed, call and result go and the rows around them are linked', () => {
    const draft = trimSession(sessionOf(oneCall), { tools: { kind: 'remove' } })
    const [first, last] = rowsOf(renderInMemory(draft, COPY)) as Row[]
    expect([first.message?.content, last.message?.content]).toEqual([
      'look',
      [{ type: 'text', text: 'done' }],
    ])
    expect(last['parentUuid']).toBe(first['uuid'])
  })

  test('text beside a removed call stays', () => {
    const both = [{ type: 'text', text: 'I look' }, use('t1', 'Bash', { command: 'ls' })]
    const spoken = chainRow(2, 'assistant', { message: { id: 'm', role: 'assistant', content: both } })
    const rows = oneCall.with(1, spoken)
    expect(trimmed(rows, { tools: { kind: 'remove' } }).left.get('2')).toEqual([both[0]])
  })

  test('thinking that led to nothing but removed calls goes with them', () => {
    const rows = [
      prompt(1, 'look'),
      answer(2, thought, { id: 'm' }),
      call(3, 't1', 'Bash', {}, { id: 'm' }),
      result(4, 't1', LONG),
      answer(5, thought, { id: 'n' }),
      answer(6, 'done', { id: 'n' }),
    ]
    expect([...trimmed(rows, { tools: { kind: 'remove' } }).left.keys()]).toEqual(['1', '5', '6'])
  })

  test('only the tools that are named', () => {
    const rows = [
      ...oneCall.slice(0, 3),
      call(4, 't2', 'Read', { file_path: '/a' }),
      result(5, 't2', `${LONG}!`),
      answer(6, 'done'),
    ]
    const { left } = trimmed(rows, { tools: { kind: 'remove' }, toolsOnly: ['Read'] })
    expect([...left.keys()]).toEqual(['1', '2', '3', '6'])
  })
})

describe('what stays whatever is asked', () => {
  test('the row that a resume continues from', () => {
    const { draft, left } = trimmed(oneCall.slice(0, 3), { tools: { kind: 'remove' } })
    expect([...left.keys()]).toEqual(['1', '2', '3'])
    expect(draft.warnings.map(({ code }) => code)).toEqual(['kept-pair'])
  })

  test('a call of which a branch has a result', () => {
    const rows = [
      ...oneCall,
      chainRow(5, 'attachment', { parent: 2, attachment: { type: 'hook_success' } }),
      result(6, 't1', 'other'),
      answer(7, 'on the branch'),
      prompt(8, 'go on', { parent: 4 }),
    ]
    const { left } = trimmed(rows, { tools: { kind: 'remove' } })
    expect(left.get('2')).toEqual([use('t1', 'Bash', { command: 'ls' })])
    expect(left.get('6')).toEqual([gave('t1', 'other')])
  })

  test('answers of a human, unless the tool is named', () => {
    const rows = [
      prompt(1, 'ask'),
      call(2, 't1', 'AskUserQuestion', { questions: [] }),
      result(3, 't1', LONG),
      answer(4, 'ok'),
    ]
    expect(failure(rows, { tools: { kind: 'remove' } }).code).toBe('nothing-to-do')
    const { left } = trimmed(rows, { tools: { kind: 'remove' }, toolsOnly: ['AskUserQuestion'] })
    expect([...left.keys()]).toEqual(['1', '4'])
  })

  test('a call that gave an id which a later call names, until that one goes too', () => {
    const rows = [
      prompt(1, 'go'),
      call(2, 't1', 'Task', { prompt: 'x' }),
      result(3, 't1', LONG, { toolUseResult: { agentId: 'a1', content: [] } }),
      call(4, 't2', 'Bash', { command: 'ls' }),
      result(5, 't2', `${LONG}!`),
      prompt(6, 'again'),
      call(7, 't3', 'Task', { prompt: 'y', resume: 'a1' }),
      result(8, 't3', `${LONG}?`, { toolUseResult: { agentId: 'a1', content: [] } }),
      answer(9, 'ok'),
    ]
    const old = trimmed(rows, { tools: { kind: 'remove' }, olderThan: { unit: 'turns', value: 1 } })
    expect([...old.left.keys()]).toEqual(['1', '2', '3', '6', '7', '8', '9'])
    expect(old.draft.warnings.map(({ code }) => code)).toEqual(['kept-cited'])
    const all = trimmed(rows, { tools: { kind: 'remove' } })
    expect([...all.left.keys()]).toEqual(['1', '6', '9'])
    expect(all.draft.warnings.map(({ code }) => code)).toEqual(['agents-unlinked'])
  })

  test('what hooks said about a removed call, with a word on it', () => {
    const hook = { type: 'hook_success', content: 'fine', toolUseID: 't1' }
    const rows = [...oneCall.slice(0, 3), chainRow(4, 'attachment', { attachment: hook }), answer(5, 'done')]
    const { draft, left } = trimmed(rows, { tools: { kind: 'remove' } })
    expect([...left.keys()]).toEqual(['1', '4', '5'])
    expect(draft.warnings.map(({ code }) => code)).toEqual(['rows-name-removed'])
  })

  test('results with parts that nobody knows, and rows of unknown types', () => {
    const rows = [
      ...oneCall.with(
        2,
        chainRow(3, 'user', {
          message: { role: 'user', content: [gave('t1', [{ type: 'from-the-future', x: LONG }])] },
        }),
      ),
      { type: 'from-the-future', x: LONG },
    ]
    expect(failure(rows, { preset: 'emergency' }).code).toBe('nothing-to-do')
  })

  test('prompts that were typed meanwhile', () => {
    const rows = [
      prompt(1, 'go'),
      chainRow(2, 'attachment', { attachment: { type: 'queued_command', prompt: 'wait' } }),
      chainRow(3, 'attachment', { attachment: { type: 'hook_success', content: LONG } }),
      answer(4, 'ok'),
    ]
    expect([...trimmed(rows, { attachments: 'drop' }).left.keys()]).toEqual(['1', '2', '4'])
  })
})

describe('what is said twice', () => {
  const read = (n: number, id: string, input: object, text: string) => [
    call(n, id, 'Read', { file_path: '/a', ...input }),
    result(n + 1, id, text),
  ]

  test('a read that a later read of the file supersedes', () => {
    const rows = [
      prompt(1, 'go'),
      ...read(2, 't1', { offset: 5, limit: 9 }, LONG),
      ...read(4, 't2', {}, `${LONG}!`),
      answer(6, 'ok'),
    ]
    const { left } = trimmed(rows, { supersededReads: 'drop' })
    expect(left.get('3')).toEqual([
      gave('t1', '[skein trim: superseded, the later call t2 has this file again]'),
    ])
    expect(left.get('5')).toEqual([gave('t2', `${LONG}!`)])
  })

  test.each([
    [
      'an edit of it',
      [call(4, 't2', 'Edit', { file_path: '/a', old_string: 'x', new_string: 'y' }), result(5, 't2', 'ok')],
    ],
    ['a read of another part', read(4, 't2', { offset: 900 }, `${LONG}!`)],
    ['word that it has not changed', read(4, 't2', {}, 'File unchanged since last read.')],
  ])('a read stays the file when what follows is %s', (_, later) => {
    const rows = [prompt(1, 'go'), ...read(2, 't1', {}, LONG), ...later, answer(6, 'ok')]
    expect(failure(rows, { supersededReads: 'drop' }).code).toBe('nothing-to-do')
  })

  test('a write of the whole file supersedes a read of it', () => {
    const write = [call(4, 't2', 'Write', { file_path: '/a', content: LONG }), result(5, 't2', 'ok')]
    const rows = [prompt(1, 'go'), ...read(2, 't1', {}, LONG), ...write, answer(6, 'ok')]
    expect(trimmed(rows, { supersededReads: 'drop' }).draft.steps).toMatchObject([{ count: 1 }])
  })

  test('of equal outputs the latest stays, and the others name it', () => {
    const rows = [...oneCall.slice(0, 3), call(4, 't2', 'Bash', {}), result(5, 't2', LONG), answer(6, 'ok')]
    const { left } = trimmed(rows, { repeatedOutputs: 'drop' })
    expect(left.get('3')).toEqual([gave('t1', '[skein trim: the later call t2 gave the same output]')])
    expect(left.get('5')).toEqual([gave('t2', LONG)])
  })

  test('an attempt that failed goes when a later one at the same thing did not', () => {
    const failed = (n: number, id: string) =>
      chainRow(n, 'user', { message: { role: 'user', content: [{ ...gave(id, 'no'), is_error: true }] } })
    const rows = [
      prompt(1, 'go'),
      call(2, 't1', 'Bash', { command: 'npm test -- a' }),
      failed(3, 't1'),
      call(4, 't2', 'Bash', { command: 'npm install' }),
      failed(5, 't2'),
      call(6, 't3', 'Bash', { command: 'npm test' }),
      result(7, 't3', 'ok'),
      answer(8, 'ok'),
    ]
    expect([...trimmed(rows, { failedRetries: 'drop' }).left.keys()]).toEqual(['1', '4', '5', '6', '7', '8'])
  })
})

describe('other kinds', () => {
  test('thinking goes but for the last answer’s', () => {
    const rows = [
      prompt(1, 'a'),
      answer(2, thought, { id: 'm' }),
      answer(3, 'one', { id: 'm' }),
      prompt(4, 'b'),
      answer(5, thought, { id: 'n' }),
      answer(6, 'two', { id: 'n' }),
    ]
    expect([...trimmed(rows, { thinking: 'drop' }).left.keys()]).toEqual(['1', '3', '4', '5', '6'])
  })

  test('a word takes the place of an image, in prompts and in results', () => {
    const asked = chainRow(1, 'user', {
      message: { role: 'user', content: [image, { type: 'text', text: 'what?' }] },
    })
    const seen = chainRow(3, 'user', { message: { role: 'user', content: [gave('t1', [image])] } })
    const rows = [asked, call(2, 't1', 'Read', { file_path: '/a.png' }), seen, answer(4, 'a cat')]
    const { draft, left } = trimmed(rows, { images: 'drop' })
    const gone = { type: 'text', text: '[skein trim: image removed]' }
    expect(left.get('1')).toEqual([gone, { type: 'text', text: 'what?' }])
    expect(left.get('3')).toEqual([gave('t1', [gone])])
    expect(draft.steps).toMatchObject([{ what: 'images dropped', count: 2 }])
  })

  test('progress goes and its children are linked', () => {
    const rows = [
      prompt(1, 'go'),
      chainRow(2, 'progress', { data: {} }),
      answer(3, 'ok', { parent: 2 }),
      chainRow(4, 'progress', { data: {}, parent: 3 }),
    ]
    expect([...trimmed(rows, { progress: 'drop' }).left.keys()]).toEqual(['1', '3'])
  })

  test('bookkeeping keeps the last state, titles, and prompts that still wait', () => {
    const mode = (value: string) => ({ type: 'mode', mode: value })
    const queue = (operation: string) => ({ type: 'queue-operation', operation, content: 'later' })
    const rows = [
      prompt(1, 'go'),
      mode('a'),
      mode('b'),
      chainRow(2, 'system', { subtype: 'turn_duration' }),
      answer(3, 'ok'),
      queue('enqueue'),
    ]
    expect([...trimmed(rows, { bookkeeping: 'drop' }).left]).toMatchObject([
      ['1', 'go'],
      ['mode', { mode: 'b' }],
      ['3', [{ text: 'ok' }]],
      ['queue-operation', {}],
    ])
    const taken = trimmed([...rows, queue('dequeue')], { bookkeeping: 'drop' })
    expect([...taken.left.keys()]).toEqual(['1', 'mode', '3'])
  })
})

describe('snapshots', () => {
  const edit = (n: number, id: string, path: string) => [
    call(n, id, 'Edit', { file_path: path, old_string: LONG, new_string: 'y' }),
    result(n + 1, id, 'ok'),
  ]
  const snapshot = (n: number, files: Record<string, string>) => ({
    type: 'file-history-snapshot',
    messageId: uuid(n),
    snapshot: {
      messageId: uuid(n),
      trackedFileBackups: Object.fromEntries(
        Object.entries(files).map(([path, name]) => [path, { backupFileName: name }]),
      ),
    },
    isSnapshotUpdate: false,
  })

  test('lose the files of which every edit was removed', () => {
    const rows = [
      prompt(1, 'go'),
      ...edit(2, 't1', '/home/ada/ship/gone.ts'),
      prompt(4, 'more'),
      ...edit(5, 't2', '/home/ada/ship/kept.ts'),
      answer(7, 'ok'),
      snapshot(4, { 'gone.ts': 'x@v1', '/home/ada/ship/kept.ts': 'y@v1' }),
    ]
    const { draft, left } = trimmed(rows, {
      tools: { kind: 'remove' },
      olderThan: { unit: 'turns', value: 1 },
    })
    expect(left.get('file-history-snapshot')).toMatchObject({
      snapshot: { trackedFileBackups: { '/home/ada/ship/kept.ts': { backupFileName: 'y@v1' } } },
    })
    expect(JSON.stringify(left.get('file-history-snapshot'))).not.toContain('gone.ts')
    expect(draft.steps).toContainEqual({
      what: 'file snapshots of removed edits updated',
      count: 1,
      tokens: 0,
    })
  })

  test('that name no entry are kept and told', () => {
    const { draft, left } = trimmed([...oneCall, snapshot(99, {})], { tools: { kind: 'stub' } })
    expect(left.get('file-history-snapshot')).toEqual(snapshot(99, {}))
    expect(draft.warnings.map(({ code }) => code)).toEqual(['snapshot-without-entry'])
  })
})

describe('a target', () => {
  const session = sessionOf([
    prompt(1, 'go'),
    ...[2, 4, 6, 8].flatMap((n) => [call(n, `t${n}`, 'Bash', {}), result(n + 1, `t${n}`, `${n} ${LONG}`)]),
    answer(10, 'ok'),
  ])
  const before = estimateTokens(session.main.transcript, session.main.source)

  test('is reached from the oldest on, and no further than needed', () => {
    const draft = trimSession(session, { targetTokens: before - 300 })
    expect(draft.steps).toMatchObject([{ what: 'tool results truncated', count: 1 }])
    expect(draft.main.changedRows).toEqual([2])
  })

  test('below what can be reached says how low it goes', () => {
    // The prompt, the answer: four characters in all.
    const rows = [prompt(1, 'go'), ...oneCall.slice(1, 3), answer(4, 'ok')]
    expect(failure(rows, { targetTokens: 0.5 }).code).toBe('option')
    const error = failure([...rows.slice(0, 3), answer(4, 'ok, and so on')], { targetTokens: 1 })
    expect([error.code, error.message]).toEqual([
      'out-of-reach',
      'trimming cannot get this session below about 4 tokens',
    ])
  })

  test('that is met already is nothing to do', () => {
    expect(failure(oneCall, { targetTokens: 1_000_000 }).code).toBe('nothing-to-do')
  })
})

test.each<TrimOptions>([
  {},
  { tools: { kind: 'truncate', lines: 1, characters: 4000 } },
  { tools: { kind: 'stub' }, olderThan: { unit: 'percent', value: 100 } },
  { tools: { kind: 'stub' }, olderThan: { unit: 'turns', value: 0 } },
])('options that make no sense are told: %j', (options) => {
  expect(failure(oneCall, options).code).toBe('option')
})

test('an age counts what was said', () => {
  const rows = [
    prompt(1, 'a'),
    call(2, 't1', 'Bash', {}),
    result(3, 't1', LONG),
    answer(4, 'b'),
    call(5, 't2', 'Bash', {}),
    result(6, 't2', `${LONG}!`),
    answer(7, 'c'),
  ]
  const { left } = trimmed(rows, { tools: { kind: 'remove' }, olderThan: { unit: 'percent', value: 70 } })
  expect([...left.keys()]).toEqual(['1', '4', '5', '6', '7'])
})
