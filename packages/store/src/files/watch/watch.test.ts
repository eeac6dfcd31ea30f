import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watch, type WatchOptions } from './watch.ts'
import { entriesOf, type Cursor, type WatchEvent } from './watch-event.ts'

let root: string
let stop: AbortController

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skein-watch-'))
  stop = new AbortController()
})

afterEach(() => {
  stop.abort()
  rmSync(root, { recursive: true, force: true })
})

const S = 'projects/-srv-app/s1.jsonl'
const at = (path: string): string => join(root, path)

function lay(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), content)
  }
}

/** Events as a test wants to see them: paths in the root, bytes as text, no cursors. */
function told(event: WatchEvent): unknown {
  const file = 'file' in event ? event.file.slice(root.length + 1) : undefined
  switch (event.kind) {
    case 'ready':
      return { ready: event.cursors.length }
    case 'entries':
      return { file, offset: event.offset, line: event.line, text: Buffer.from(event.bytes).toString() }
    case 'oversized':
      return { file, offset: event.offset, oversized: event.length }
    case 'moved':
      return { file, moved: event.from.slice(root.length + 1) }
    case 'diagnostic':
      return event.code === 'unreadable' ? { unreadable: event.message } : { diagnostic: event.code }
    default:
      return { file, is: event.kind }
  }
}

class Listener {
  readonly #events: AsyncIterator<WatchEvent>
  cursors = new Map<string, Cursor>()

  constructor(options: WatchOptions = {}) {
    const scope = options.files === undefined ? { roots: [root] } : {}
    this.#events = watch({ signal: stop.signal, ...scope, ...options })[Symbol.asyncIterator]()
  }

  /** The next events, once they come. */
  async next(count: number): Promise<unknown[]> {
    const events: unknown[] = []
    while (events.length < count) {
      const { value, done } = await this.#events.next()
      if (done === true) return [...events, 'end']
      if (value.kind === 'ready') for (const cursor of value.cursors) this.cursors.set(cursor.file, cursor)
      else if ('cursor' in value) this.cursors.set(value.cursor.file, value.cursor)
      events.push(told(value))
    }
    return events
  }
}

describe('watch from now', () => {
  it('tells whole lines that are appended, and nothing of what was there', async () => {
    lay({ [S]: 'old\n' })
    const listener = new Listener()
    expect(await listener.next(1)).toEqual([{ ready: 1 }])
    appendFileSync(at(S), 'one\ntwo\nthr')
    expect(await listener.next(1)).toEqual([{ file: S, offset: 4, line: 1, text: 'one\ntwo\n' }])
    appendFileSync(at(S), 'ee\n')
    expect(await listener.next(1)).toEqual([{ file: S, offset: 12, line: 3, text: 'three\n' }])
  })

  it('says why a file cannot be read, and not where it lies', async () => {
    lay({ [S]: 'old\n' })
    const listener = new Listener()
    await listener.next(1)
    const link = at('round')
    symlinkSync(at(S), link)
    renameSync(link, at(S))
    expect(await listener.next(1)).toEqual([{ unreadable: 'cannot be read (its links go round)' }])
  })

  it('tells a line whole that was being written when the watching began', async () => {
    lay({ [S]: 'old\nhalf' })
    const listener = new Listener()
    await listener.next(1)
    appendFileSync(at(S), ' and half\n')
    expect(await listener.next(1)).toEqual([{ file: S, offset: 4, line: 1, text: 'half and half\n' }])
  })

  it('takes in new sessions, projects, sub-agents and config roots', async () => {
    rmSync(root, { recursive: true })
    const listener = new Listener({ sweepEvery: 20 })
    expect(await listener.next(1)).toEqual([{ ready: 0 }])
    lay({ [S]: 'one\n' })
    expect(await listener.next(2)).toEqual([
      { file: S, is: 'new-file' },
      { file: S, offset: 0, line: 1, text: 'one\n' },
    ])
    const agents = [
      'projects/-srv-app/s1/subagents/agent-a1.jsonl',
      'projects/-srv-app/s1/subagents/run/agent-a2.jsonl',
      'projects/-srv-app/agent-abc1234.jsonl',
      'projects/-srv-other/s2.jsonl',
    ]
    for (const file of agents) {
      lay({ [file]: 'x\n' })
      expect(await listener.next(2)).toEqual([
        { file, is: 'new-file' },
        { file, offset: 0, line: 1, text: 'x\n' },
      ])
    }
  })

  it('does not tell of files that are no transcripts', async () => {
    lay({ [S]: '' })
    const listener = new Listener()
    await listener.next(1)
    lay({
      'projects/-srv-app/s1/tool-results/x.jsonl': 'x\n',
      'projects/-srv-app/memory/x.jsonl': 'x\n',
      'projects/-srv-app/s1/subagents/agent-a1.meta.json': '{}\n',
      'projects/-srv-app/.skein-restore-1': 'x\n',
      'history.jsonl': 'x\n',
    })
    appendFileSync(at(S), 'one\n')
    expect(await listener.next(1)).toEqual([{ file: S, offset: 0, line: 1, text: 'one\n' }])
  })

  it('says who wrote', async () => {
    const agent = 'projects/-srv-app/s1/subagents/agent-a1.jsonl'
    lay({ [S]: '', [agent]: '' })
    const events = watch({ roots: [root], signal: stop.signal })
    await events.next()
    appendFileSync(at(agent), '{"type":"user"}\n')
    const { value } = await events.next()
    expect(value).toMatchObject({ kind: 'entries', file: at(agent), session: 's1', agent: 'a1' })
  })

  it('begins a file anew that was cut, rewritten or replaced', async () => {
    lay({ [S]: '' })
    const listener = new Listener()
    await listener.next(1)
    appendFileSync(at(S), 'one\ntwo\n')
    await listener.next(1)
    truncateSync(at(S), 4)
    expect(await listener.next(2)).toEqual([
      { file: S, is: 'truncated' },
      { file: S, offset: 0, line: 1, text: 'one\n' },
    ])
    writeFileSync(at(S), 'uno\ndue\ntre\n')
    const [first, ...rest] = await listener.next(2)
    expect([
      { file: S, is: 'truncated' },
      { file: S, is: 'replaced' },
    ]).toContainEqual(first)
    expect(rest).toEqual([{ file: S, offset: 0, line: 1, text: 'uno\ndue\ntre\n' }])
    lay({ 'new.tmp': 'eins\n' })
    renameSync(at('new.tmp'), at(S))
    expect(await listener.next(2)).toEqual([
      { file: S, is: 'replaced' },
      { file: S, offset: 0, line: 1, text: 'eins\n' },
    ])
  })

  it('tells that a file is gone, and of the next under its name', async () => {
    lay({ [S]: 'one\n' })
    const listener = new Listener()
    await listener.next(1)
    rmSync(at(S))
    expect(await listener.next(1)).toEqual([{ file: S, is: 'gone' }])
    lay({ [S]: 'two\n' })
    expect(await listener.next(2)).toEqual([
      { file: S, is: 'new-file' },
      { file: S, offset: 0, line: 1, text: 'two\n' },
    ])
  })

  it('goes on with a file that got another name', async () => {
    lay({ [S]: 'one\n' })
    const listener = new Listener()
    await listener.next(1)
    const rotated = 'projects/-srv-app/s1-old.jsonl'
    renameSync(at(S), at(rotated))
    expect(await listener.next(1)).toEqual([{ file: rotated, moved: S }])
    lay({ [S]: 'new\n' })
    expect(await listener.next(2)).toEqual([
      { file: S, is: 'new-file' },
      { file: S, offset: 0, line: 1, text: 'new\n' },
    ])
    appendFileSync(at(rotated), 'late\n')
    expect(await listener.next(1)).toEqual([{ file: rotated, offset: 4, line: 1, text: 'late\n' }])
  })

  it('tells that the files of a project are gone when its folder is moved away', async () => {
    lay({ [S]: 'one\n', 'projects/-srv-app/s1/subagents/agent-a1.jsonl': 'x\n' })
    const listener = new Listener()
    await listener.next(1)
    renameSync(at('projects/-srv-app'), at('elsewhere'))
    const gone = await listener.next(2)
    expect(new Set(gone.map((event) => JSON.stringify(event)))).toEqual(
      new Set([
        JSON.stringify({ file: S, is: 'gone' }),
        JSON.stringify({ file: 'projects/-srv-app/s1/subagents/agent-a1.jsonl', is: 'gone' }),
      ]),
    )
    lay({ [S]: 'again\n' })
    expect(await listener.next(2)).toEqual([
      { file: S, is: 'new-file' },
      { file: S, offset: 0, line: 1, text: 'again\n' },
    ])
  })

  it('hands out a long line whole, and only the place of one that is too long', async () => {
    lay({ [S]: '' })
    const listener = new Listener()
    await listener.next(1)
    const long = `${'x'.repeat(1_000_000)}\n`
    for (const piece of [long.slice(0, 300_000), long.slice(300_000, 700_000), long.slice(700_000)])
      appendFileSync(at(S), piece)
    expect(await listener.next(1)).toEqual([{ file: S, offset: 0, line: 1, text: long }])
    appendFileSync(at(S), `${'y'.repeat(17 * 1024 * 1024)}\nshort\n`)
    expect(await listener.next(2)).toEqual([
      { file: S, offset: 1_000_001, oversized: 17 * 1024 * 1024 },
      { file: S, offset: 1_000_002 + 17 * 1024 * 1024, line: 3, text: 'short\n' },
    ])
  })

  it('reads for a slow listener only what it asks for', async () => {
    lay({ [S]: '' })
    const listener = new Listener()
    await listener.next(1)
    const line = `${'x'.repeat(99_999)}\n`
    appendFileSync(at(S), line.repeat(10))
    // Two lines of 100,000 bytes fit into a piece of 256 KiB.
    expect(await listener.next(5)).toEqual(
      [0, 1, 2, 3, 4].map((i) => ({ file: S, offset: i * 200_000, line: 2 * i + 1, text: line.repeat(2) })),
    )
  })

  it('is not led in circles by links', async () => {
    lay({ [S]: '' })
    symlinkSync(at('projects'), at('projects/-srv-app/s1'))
    symlinkSync(at('projects/-srv-app'), at('projects/-srv-again'))
    const listener = new Listener()
    expect(await listener.next(1)).toEqual([{ ready: 1 }])
  })

  it('ends with the signal', async () => {
    const listener = new Listener()
    await listener.next(1)
    const end = listener.next(1)
    stop.abort()
    expect(await end).toEqual(['end'])
  })
})

describe('watch of single files', () => {
  it('tells of them and their sub-agents alone', async () => {
    lay({ [S]: '', 'projects/-srv-app/s2.jsonl': '' })
    const listener = new Listener({ files: [at(S)] })
    expect(await listener.next(1)).toEqual([{ ready: 1 }])
    appendFileSync(at('projects/-srv-app/s2.jsonl'), 'other\n')
    lay({
      'projects/-srv-app/s2/subagents/agent-b1.jsonl': 'other\n',
      'projects/-srv-app/s1/subagents/agent-a1.jsonl': 'agent\n',
    })
    const file = 'projects/-srv-app/s1/subagents/agent-a1.jsonl'
    expect(await listener.next(2)).toEqual([
      { file, is: 'new-file' },
      { file, offset: 0, line: 1, text: 'agent\n' },
    ])
  })

  it('watches a file outside any config root', async () => {
    lay({ 'copy.jsonl': '' })
    const events = watch({ files: [at('copy.jsonl')], signal: stop.signal })
    await events.next()
    appendFileSync(at('copy.jsonl'), 'x\n')
    const { value } = await events.next()
    expect(value).toMatchObject({ kind: 'entries', session: 'copy', agent: null })
  })
})

describe('watch from elsewhere', () => {
  it('tells everything from the start', async () => {
    lay({ [S]: 'one\ntwo\n' })
    const listener = new Listener({ from: 'start' })
    expect(await listener.next(2)).toEqual([
      { ready: 1 },
      { file: S, offset: 0, line: 1, text: 'one\ntwo\n' },
    ])
  })

  it('goes on behind cursors, and tells what happened meanwhile', async () => {
    const other = (name: string): string => `projects/-srv-app/${name}.jsonl`
    lay({ [other('same')]: 'a\n', [other('grown')]: 'b\n', [other('gone')]: 'c\n', [other('cut')]: 'd\nd\n' })
    lay({ [other('rewritten')]: 'e\n', [other('copied')]: 'f\n' })
    const first = new Listener({ from: 'start' })
    await first.next(7)
    stop.abort()
    await first.next(1)
    stop = new AbortController()
    appendFileSync(at(other('grown')), 'bb\n')
    rmSync(at(other('gone')))
    truncateSync(at(other('cut')), 2)
    writeFileSync(at(other('rewritten')), 'E\nE\n')
    copyFileSync(at(other('copied')), at('copy'))
    renameSync(at('copy'), at(other('copied')))
    lay({ [other('new')]: 'g\n' })
    // A cursor is plain data: it survives a file, a message, a night.
    const from: Cursor[] = JSON.parse(JSON.stringify([...first.cursors.values()]))
    const second = new Listener({ from })
    const [ready, ...events] = await second.next(11)
    expect(ready).toEqual({ ready: 6 })
    const byFile = new Map<string, unknown[]>()
    for (const { file, ...event } of events as { file: string }[])
      byFile.set(file, [...(byFile.get(file) ?? []), event])
    expect(Object.fromEntries(byFile)).toEqual({
      [other('grown')]: [{ offset: 2, line: 1, text: 'bb\n' }],
      [other('gone')]: [{ is: 'gone' }],
      [other('cut')]: [{ is: 'truncated' }, { offset: 0, line: 1, text: 'd\n' }],
      [other('rewritten')]: [{ is: 'replaced' }, { offset: 0, line: 1, text: 'E\nE\n' }],
      [other('copied')]: [{ is: 'replaced' }, { offset: 0, line: 1, text: 'f\n' }],
      [other('new')]: [{ is: 'new-file' }, { offset: 0, line: 1, text: 'g\n' }],
    })
  })

  it('goes on behind a cursor of a file that was never read', async () => {
    lay({ [S]: 'one\n' })
    const first = new Listener()
    await first.next(1)
    stop.abort()
    await first.next(1)
    stop = new AbortController()
    appendFileSync(at(S), 'two\n')
    const second = new Listener({ from: [...first.cursors.values()] })
    expect(await second.next(2)).toEqual([{ ready: 1 }, { file: S, offset: 4, line: 1, text: 'two\n' }])
  })
})

describe('where the system refuses to watch', () => {
  it('says so once, and finds changes by looking', async () => {
    lay({ [S]: 'one\n', 'projects/-srv-other/s2.jsonl': '' })
    const listener = new Listener({
      sweepEvery: 20,
      watchFolder: () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
    })
    expect(await listener.next(2)).toEqual([{ ready: 2 }, { diagnostic: 'polling' }])
    appendFileSync(at(S), 'two\n')
    expect(await listener.next(1)).toEqual([{ file: S, offset: 4, line: 1, text: 'two\n' }])
    const fresh = 'projects/-srv-new/s3/subagents/agent-a1.jsonl'
    lay({ [fresh]: 'x\n' })
    expect(await listener.next(2)).toEqual([
      { file: fresh, is: 'new-file' },
      { file: fresh, offset: 0, line: 1, text: 'x\n' },
    ])
  })

  it('finds what the system forgot to tell', async () => {
    lay({ [S]: 'one\n' })
    const listener = new Listener({
      sweepEvery: 20,
      watchFolder: () => ({ close: () => {}, on: () => undefined as never }),
    })
    await listener.next(1)
    appendFileSync(at(S), 'two\n')
    expect(await listener.next(1)).toEqual([{ file: S, offset: 4, line: 1, text: 'two\n' }])
  })
})

describe('entriesOf', () => {
  it('reads the entries with their places in the file', () => {
    const bytes = new TextEncoder().encode('{"type":"user","uuid":"u1"}\nnot json\n{"type":"x"}\n')
    const event = {
      kind: 'entries',
      file: 'f',
      session: 's',
      agent: null,
      offset: 100,
      line: 7,
      bytes,
      cursor: { file: 'f', inode: 1, ends: '', offset: 100 + bytes.length },
    } as const
    expect(entriesOf(event).map(({ kind, place }) => ({ kind, place }))).toEqual([
      { kind: 'user', place: { line: 7, offset: 100, length: 27 } },
      { kind: 'unknown', place: { line: 9, offset: 137, length: 12 } },
    ])
  })
})
