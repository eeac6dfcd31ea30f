import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../bytes/bodies.ts'
import { startsTurn } from './prompts.ts'
import type { Prompt } from './read-prompt.ts'
import { readPrompt } from './read-prompt.ts'
import { readTranscript } from '../transcript.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'

describe('a prompt', () => {
  it('is what was typed', () => {
    expect(prompt({ message: { content: 'hello' } })).toEqual({ ...PLAIN, typed: 'hello' })
    expect(prompt({ message: { content: [{ type: 'text', text: 'hello' }] } })).toEqual({
      ...PLAIN,
      typed: 'hello',
    })
  })

  it('is a slash command by name and arguments', () => {
    const content =
      '<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<command-args>the parser</command-args>'
    expect(prompt({ message: { content } })).toEqual({
      ...PLAIN,
      kind: 'command',
      typed: '/review the parser',
      command: { name: 'review', args: 'the parser' },
    })
  })

  it('is a shell line', () => {
    expect(prompt({ message: { content: '<bash-input>git status</bash-input>' } })).toEqual({
      ...PLAIN,
      kind: 'bash',
      typed: 'git status',
    })
  })

  it('is apart from what the IDE adds, in a block of its own or not', () => {
    const opened = '<ide_opened_file>The user opened a.ts</ide_opened_file>'
    const expected = {
      ...PLAIN,
      kind: 'ide-opened-file',
      typed: 'why?',
      injected: [{ tag: 'ide_opened_file', text: 'The user opened a.ts' }],
    }
    expect(
      prompt({
        message: {
          content: [
            { type: 'text', text: opened },
            { type: 'text', text: 'why?' },
          ],
        },
      }),
    ).toEqual(expected)
    expect(prompt({ message: { content: `${opened}\nwhy?` } })).toEqual(expected)
  })

  it('keeps its images', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } }
    const read = prompt({ message: { content: [image, { type: 'text', text: 'this' }] } })
    expect(read).toEqual({
      ...PLAIN,
      kind: 'image',
      typed: 'this',
      images: [{ kind: 'image', source: image.source, value: image }],
    })
  })

  it('is nobody’s where the program wrote it', () => {
    const kinds = [
      { isMeta: true, message: { content: 'skill text' } },
      { isCompactSummary: true, message: { content: 'summary' } },
      {
        message: {
          content: 'This session is being continued from a previous conversation that ran out of context.',
        },
      },
      { message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] } },
      { message: { content: '<task-notification>\n<task-id>a</task-id>\n</task-notification>' } },
      { origin: { kind: 'task-notification' }, message: { content: 'done' } },
      { message: { content: '<local-command-stdout>ok</local-command-stdout>' } },
    ].map((row) => prompt(row))
    expect(kinds.map((read) => [read?.kind, read?.typed, read?.injected.length])).toEqual([
      ['meta', '', 1],
      ['compact-summary', '', 1],
      ['compact-summary', '', 1],
      ['interruption', '', 1],
      ['notification', '', 1],
      ['notification', '', 1],
      ['output', '', 1],
    ])
  })

  it('was queued where its row says so, or where it stood in the queue', () => {
    expect(
      prompt({ promptSource: 'queued', origin: { kind: 'human' }, message: { content: 'x' } })?.queued,
    ).toBe(true)
    const queue = (waitedMs: number) => [
      { type: 'queue-operation', operation: 'enqueue', content: 'next', timestamp: at(0) },
      { type: 'queue-operation', operation: 'dequeue', timestamp: at(waitedMs) },
      { ...USER, message: { content: 'next' }, timestamp: at(waitedMs) },
    ]
    expect(last(queue(4000))?.queued).toBe(true)
    expect(last(queue(20))?.queued).toBe(false)
  })

  it('is read from the attachment of a turn that took it in', () => {
    const attachment = { type: 'queued_command', prompt: 'also this', commandMode: 'prompt' }
    expect(last([{ type: 'attachment', uuid: 'q', parentUuid: null, attachment }])).toEqual({
      ...PLAIN,
      typed: 'also this',
      queued: true,
    })
  })

  it('resumes a session after a silence, whatever opening it again wrote', () => {
    const rows = (silenceMs: number) => [
      { type: 'assistant', uuid: 'a', parentUuid: null, timestamp: at(0), message: { content: [] } },
      {
        type: 'attachment',
        uuid: 'l',
        parentUuid: 'a',
        timestamp: at(silenceMs - 5),
        attachment: { type: 'skill_listing' },
      },
      { ...USER, uuid: 'p', parentUuid: 'l', timestamp: at(silenceMs), message: { content: 'back' } },
    ]
    expect(last(rows(300_000))?.resumedAfterMs).toBe(300_000)
    expect(last(rows(299_999))?.resumedAfterMs).toBe(null)
  })

  it('starts no turn on meta rows', () => {
    const { scan } = readTranscript(
      encodeUtf8(
        lines([
          { ...USER, isMeta: true, message: { content: 'x' } },
          { type: 'assistant', isMeta: true, uuid: 'a', message: { content: 'x' } },
        ]),
      ),
    )
    expect([startsTurn(scan, 0), startsTurn(scan, 1)]).toEqual([false, false])
  })
})

const USER = { type: 'user', uuid: 'u', parentUuid: null }
const PLAIN: Omit<Prompt, 'row'> = {
  kind: 'plain',
  typed: '',
  command: null,
  injected: [],
  images: [],
  queued: false,
  resumedAfterMs: null,
}

function at(ms: number): string {
  return new Date(Date.UTC(2026, 0, 5) + ms).toISOString()
}

function prompt(row: object): Omit<Prompt, 'row'> | null {
  return last([{ ...USER, ...row }])
}

function last(rows: readonly object[]): Omit<Prompt, 'row'> | null {
  const bytes = encodeUtf8(lines(rows))
  const read = readPrompt(readTranscript(bytes), bytesInMemory(bytes), rows.length - 1)
  if (read === null) return null
  const { row: _row, ...rest } = read
  return rest
}

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
