import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_USAGE, Scanner } from '@skein/transcript'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../db/cache-database.ts'
import type { Database } from '../../database.ts'
import { skeinHome } from '../../home.ts'
import { ownerOf } from './messages-owner.ts'
import { MessageTableWriter } from './messages-table.ts'
import { mergeMessages } from './merge-messages.ts'
import { MessageReader, type FileMessage, type OpenMessage } from './messages.ts'

describe('MessageReader', () => {
  it('counts a message once, with the last of its largest rows', () => {
    const found = read([
      answer({ id: 'm', output: 5, time: 3, tools: ['Read'], input: 1 }),
      { type: 'user' },
      answer({ id: 'm', output: 9, time: 1, tools: ['Bash', 'Edit'], input: 2 }),
      answer({ id: 'm', output: 9, time: 2, input: 3 }),
    ])
    expect(found).toEqual([
      message({
        key: 'm',
        time: 1,
        offset: expect.any(Number),
        tools: ['Read', 'Bash', 'Edit'],
        tokens: { ...NO_USAGE, input: 3, output: 9 },
      }),
    ])
  })

  it('leaves out the program’s own rows, API failures and rows without usage', () => {
    expect(
      read([
        answer({ id: 'a', output: 1, model: '<synthetic>' }),
        { ...answer({ id: 'b', output: 1 }), isApiErrorMessage: true },
        { type: 'assistant', message: { id: 'c', role: 'assistant', content: 'x' } },
      ]),
    ).toEqual([])
  })

  it('knows messages without an id by their first row, and joins neighbours of one request', () => {
    const keys = read([
      { ...answer({ output: 1 }), uuid: 'u1', requestId: 'r1' },
      { ...answer({ output: 2 }), uuid: 'u2', requestId: 'r1' },
      { ...answer({ output: 1 }), uuid: 'u3', requestId: 'r2' },
      { type: 'user' },
      { ...answer({ output: 1 }), uuid: 'u4', requestId: 'r2' },
      answer({ output: 1 }),
    ]).map(({ key, tokens }) => [key.replace(/\d{2,}/, 'N'), tokens.output])
    expect(keys).toEqual([
      ['uuid:u1', 2],
      ['uuid:u3', 1],
      ['uuid:u4', 1],
      ['row:N:/a.jsonl', 1],
    ])
  })

  it('gives the same wherever the rows are cut, ids or not', () => {
    const lines = [
      { ...answer({ output: 1, tools: ['Read'] }), uuid: 'u1', requestId: 'r1' },
      { ...answer({ output: 2, tools: ['Bash'] }), uuid: 'u2', requestId: 'r1' },
      { type: 'progress' },
      { ...answer({ output: 3 }), uuid: 'u3', requestId: 'r1' },
      { ...answer({ output: 3 }), uuid: 'u4', requestId: 'r1', isSidechain: true },
      answer({ id: 'm', output: 4, time: 9 }),
      { ...answer({ output: 5 }), uuid: 'u5', requestId: 'r1' },
      { type: 'user' },
      answer({ id: 'm', output: 4, time: 8, tools: ['Edit'] }),
    ]
    const whole = byKey(read(lines))
    expect(Object.keys(whole)).toEqual(['m', 'uuid:u1', 'uuid:u4', 'uuid:u5'])
    for (let cut = 0; cut <= lines.length; cut++) {
      const first = reading(lines.slice(0, cut), { at: 0, open: null })
      const rest = reading(lines.slice(cut), { at: bytesOf(lines.slice(0, cut)).length, open: first.open })
      const joined = byKey(first.messages)
      for (const later of rest.messages) {
        const known = joined[later.key]
        joined[later.key] = known === undefined ? later : mergeMessages(known, later)
      }
      expect(joined).toEqual(whole)
    }
  })

  it('takes what is no count for none', () => {
    const [found] = read([
      {
        type: 'assistant',
        message: {
          id: 'm',
          model: 'x',
          usage: { input_tokens: 1e300, output_tokens: 2.5, cache_read_input_tokens: 4 },
        },
      },
    ])
    expect(found?.tokens).toEqual({ ...NO_USAGE, cacheRead: 4 })
  })
})

describe('ownerOf', () => {
  const copy = { forked: false, time: 5, session: 'b', path: '/b' }

  it('is the one that was not copied, then the earliest, then that of the smallest session, then of the smallest path', () => {
    const inOrder = [
      { ...copy, session: 'a', path: '/1' },
      { ...copy, session: 'a', path: '/2' },
      { ...copy, session: 'b', path: '/0' },
      { ...copy, time: 6, session: '0' },
      { ...copy, time: null, session: '0' },
      { ...copy, forked: true, time: 1, session: '0' },
    ] as const
    for (const [i, best] of inOrder.entries()) {
      const rest = inOrder.slice(i + 1)
      expect(ownerOf([best, ...rest])).toBe(best)
      expect(ownerOf([...rest, best] as unknown as readonly [typeof best])).toBe(best)
    }
  })
})

describe('MessageTableWriter', () => {
  let folder: string
  let db: Database
  let writer: MessageTableWriter

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-messages-'))
    db = openCache(skeinHome({ SKEIN_HOME: folder })).db
    writer = new MessageTableWriter(db)
    for (const id of [1, 2, 3])
      db.prepare(
        `INSERT INTO file (id, path, root, project, session, place, inode, size, mtime, readings, offset, line, ends, facts)
         VALUES (?, ?, '', '', '', 'disk', 0, 0, 0, 1, 0, 1, x'', '{}')`,
      ).run(id, `/${id}`)
  })

  afterEach(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })

  const put = (id: number, ...messages: FileMessage[]): void =>
    db.write(() => {
      writer.put({ id, session: `s${id}` }, messages)
      writer.settle()
    })

  const remove = (id: number): void =>
    db.write(() => {
      writer.remove(id)
      writer.settle()
    })

  const owners = (): unknown =>
    db
      .prepare('SELECT key, file FROM message WHERE owner = 1 ORDER BY key, file')
      .all()
      .map(({ key, file }) => `${String(key)}:${String(file)}`)

  it('gives a message to one of its files, whichever comes first', () => {
    put(2, message({ key: 'm', time: 5 }))
    put(3, message({ key: 'm', time: 7 }), message({ key: 'n', time: 7 }))
    expect(owners()).toEqual(['m:2', 'n:3'])
    put(1, message({ key: 'm', time: 5 }), message({ key: 'n', time: 8 }))
    expect(owners()).toEqual(['m:1', 'n:3'])
  })

  it('gives it to another when its file is taken out, or says something else now', () => {
    put(1, message({ key: 'm', time: 1 }))
    put(2, message({ key: 'm', time: 2 }))
    put(3, message({ key: 'm', time: 3 }))
    remove(1)
    expect(owners()).toEqual(['m:2'])
    put(3, message({ key: 'm', time: 0 }))
    expect(owners()).toEqual(['m:3'])
  })

  it('adds to what it has of the same file, also within one transaction', () => {
    const first = message({ key: 'm', time: 4, tools: ['A'], tokens: { ...NO_USAGE, output: 1 } })
    const second = message({ key: 'm', time: 3, tools: ['B'], tokens: { ...NO_USAGE, output: 2 } })
    const third = message({ key: 'm', time: 9, tokens: { ...NO_USAGE, output: 1 } })
    db.write(() => {
      writer.put({ id: 1, session: 's1' }, [first])
      writer.put({ id: 2, session: 's2' }, [first])
      writer.put({ id: 1, session: 's1' }, [second])
      writer.settle()
    })
    put(1, third)
    const rows = db.prepare('SELECT file, owner, time, tools, output FROM message ORDER BY file').all()
    expect(rows).toEqual([
      { file: 1, owner: 1, time: 3, tools: 'A\nB', output: 2 },
      { file: 2, owner: 0, time: 4, tools: 'A', output: 1 },
    ])
    expect(mergeMessages(mergeMessages(first, second), third)).toEqual(
      mergeMessages(first, mergeMessages(second, third)),
    )
  })

  it('counts the largest copy in the file that owns the message', () => {
    const used = (output: number, model: string): Partial<FileMessage> => ({
      model,
      tokens: { ...NO_USAGE, output },
    })
    const counted = (): unknown =>
      db
        .prepare('SELECT file, time, model, output FROM message WHERE owner = 1')
        .all()
        .map((row) => ({ ...row }))
    const sums = (): unknown =>
      db
        .prepare('SELECT file, model, messages, output FROM usage_sum')
        .all()
        .map((row) => ({ ...row }))
    const expectCounted = (file: number, time: number, [model, output]: [string, number]): void => {
      expect(counted()).toEqual([{ file, time, model, output }])
      expect(sums()).toEqual([{ file, model, messages: 1, output }])
    }
    put(1, message({ key: 'm', time: 1, ...used(10, 'one') }))
    put(2, message({ key: 'm', time: 2, ...used(30, 'two') }))
    put(3, message({ key: 'm', time: 3, ...used(20, 'three') }))
    expectCounted(1, 1, ['two', 30])
    // The owner's own rows grow, not yet past the largest; then they do.
    put(1, message({ key: 'm', time: 1, ...used(25, 'one') }))
    expectCounted(1, 1, ['two', 30])
    remove(2)
    expectCounted(1, 1, ['one', 25])
    put(2, message({ key: 'm', time: 0, ...used(5, 'two') }))
    expectCounted(2, 0, ['one', 25])
    remove(1)
    expectCounted(2, 0, ['three', 20])
    remove(3)
    expectCounted(2, 0, ['two', 5])
  })

  it('writes thousands in one go, each key once', () => {
    const many = (from: number): FileMessage[] =>
      Array.from({ length: 1000 }, (_, i) => message({ key: `m${from + i}`, time: from + i }))
    db.write(() => {
      writer.put({ id: 2, session: 's2' }, many(500))
      writer.put({ id: 1, session: 's1' }, many(0))
      writer.settle()
    })
    const sums = db
      .prepare('SELECT file, count(*) AS count, sum(owner) AS own FROM message GROUP BY file')
      .all()
    expect(sums).toEqual([
      { file: 1, count: 1000, own: 1000 },
      { file: 2, count: 1000, own: 500 },
    ])
  })
})

function message(said: Partial<FileMessage>): FileMessage {
  return {
    key: '',
    forked: false,
    side: false,
    time: null,
    offset: 0,
    model: 'claude-a',
    tier: '',
    tools: [],
    tokens: NO_USAGE,
    ...said,
  }
}

interface Answer {
  readonly id?: string
  readonly output: number
  readonly input?: number
  readonly time?: number
  readonly model?: string
  readonly tools?: readonly string[]
}

function answer({ id, output, input = 0, time, model = 'claude-a', tools = [] }: Answer): object {
  return {
    type: 'assistant',
    ...(time === undefined ? {} : { timestamp: new Date(time).toISOString() }),
    message: {
      ...(id === undefined ? {} : { id }),
      role: 'assistant',
      model,
      usage: { input_tokens: input, output_tokens: output },
      content: tools.map((name) => ({ type: 'tool_use', id: name, name, input: {} })),
    },
  }
}

function read(lines: readonly object[]): readonly FileMessage[] {
  return reading(lines, { at: 0, open: null }).messages
}

function reading(
  lines: readonly object[],
  { at, open }: { readonly at: number; readonly open: OpenMessage | null },
): MessageReader {
  const bytes = bytesOf(lines)
  const scan = new Scanner({ state: { offset: at, line: 1, pending: new Uint8Array(0), crlfSeen: false } })
  scan.push(bytes)
  const reader = new MessageReader('/a.jsonl', open)
  reader.add({ scan, from: 0, to: scan.columns.count, fromDiagnostic: 0, bytes, at, agentFile: false })
  return reader
}

function bytesOf(lines: readonly object[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

function byKey(messages: readonly FileMessage[]): Record<string, FileMessage> {
  const sorted = messages.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return Object.fromEntries(sorted.map((one) => [one.key, one]))
}
