import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../bytes/bodies.ts'
import { fileChanges, readToolCalls, toolCalls } from './tool-calls.ts'
import { readTranscript } from '../transcript.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'

describe('tool calls', () => {
  it('say how they ended', () => {
    const rows = [
      use('a1', null, 'ok'),
      answer('r1', 'a1', 'ok', { content: 'fine' }),
      use('a2', 'r1', 'error'),
      answer('r2', 'a2', 'error', { content: '<tool_use_error>no</tool_use_error>', is_error: true }),
      use('a3', 'r2', 'denied'),
      answer('r3', 'a3', 'denied', {
        content: "The user doesn't want to proceed with this tool use.",
        is_error: true,
      }),
      use('a4', 'r3', 'interrupted'),
      answer('r4', 'a4', 'interrupted', {
        content: '[Request interrupted by user for tool use]',
        is_error: true,
      }),
      use('a5', 'r4', 'cut'),
      {
        type: 'user',
        uuid: 'i',
        parentUuid: 'a5',
        message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] },
      },
      use('a6', 'i', 'orphaned'),
      { type: 'user', uuid: 'p', parentUuid: 'a6', message: { content: 'on' } },
      use('a7', 'p', 'pending', 'same'),
      use('a8', 'a7', 'pending too', 'same'),
      { type: 'progress', uuid: 'g', parentUuid: 'a8', data: { type: 'bash_progress' } },
    ]
    expect([...callsOf(rows)].map(({ id, status }) => [id, status])).toEqual([
      ['ok', 'ok'],
      ['error', 'error'],
      ['denied', 'denied'],
      ['interrupted', 'interrupted'],
      ['cut', 'interrupted'],
      ['orphaned', 'orphaned'],
      ['pending', 'pending'],
      ['pending too', 'pending'],
    ])
  })

  it('take the answer that hangs on them where an id was used twice', () => {
    const rows = [
      use('a', null, 't'),
      answer('r', 'a', 't', { content: 'one' }),
      use('b', 'r', 't'),
      answer('s', 'b', 't', { content: 'two' }),
    ]
    expect([...callsOf(rows)].map(({ row, resultRow }) => [row, resultRow])).toEqual([
      [0, 1],
      [2, 3],
    ])
  })

  it('last from the call to the answer, and no time where the clock ran backwards', () => {
    const timed = (from: string, to: string) => [
      { ...use('a', null, 't'), timestamp: `2026-01-05T00:00:${from}Z` },
      { ...answer('r', 'a', 't', { content: 'x' }), timestamp: `2026-01-05T00:00:${to}Z` },
    ]
    expect([...callsOf(timed('01', '04'))][0].durationMs).toBe(3000)
    expect([...callsOf(timed('04', '01'))][0].durationMs).toBe(null)
  })

  it('read their input and their typed result, which knows of a stopped command', () => {
    const toolUseResult = { stdout: 'half', stderr: '', interrupted: true, isImage: false }
    const [call] = readAll([
      use('a', null, 't'),
      { ...answer('r', 'a', 't', { content: 'half' }), toolUseResult },
    ])
    expect([call.input, call.output?.tool, call.status]).toEqual([{ command: 'ls' }, 'Bash', 'interrupted'])
  })

  it('count what they did to files', () => {
    const name = 'Write'
    const input = { file_path: '/a', content: 'x\ny\n' }
    const rows = [
      {
        type: 'assistant',
        uuid: 'a',
        parentUuid: null,
        message: { content: [{ type: 'tool_use', id: 't', name, input }] },
      },
      {
        ...answer('r', 'a', 't', { content: 'ok' }),
        toolUseResult: {
          type: 'create',
          filePath: '/a',
          content: 'x\ny\n',
          structuredPatch: [],
          originalFile: null,
        },
      },
    ]
    const bytes = bytesOf(rows)
    const transcript = readTranscript(bytes)
    expect(fileChanges(transcript, bytesInMemory(bytes), toolCalls(transcript))).toEqual([
      { path: '/a', created: true, added: 2, removed: 0, edits: 1 },
    ])
  })
})

function bytesOf(rows: readonly object[]): Uint8Array {
  return encodeUtf8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

function callsOf(rows: readonly object[]) {
  return toolCalls(readTranscript(bytesOf(rows)))
}

function readAll(rows: readonly object[]) {
  const bytes = bytesOf(rows)
  const transcript = readTranscript(bytes)
  return readToolCalls(transcript, bytesInMemory(bytes), [...toolCalls(transcript)])
}

function use(uuid: string, parentUuid: string | null, id: string, message = uuid): object {
  const content = [{ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } }]
  return { type: 'assistant', uuid, parentUuid, message: { id: message, content } }
}

function answer(uuid: string, parentUuid: string, id: string, block: object): object {
  return {
    type: 'user',
    uuid,
    parentUuid,
    message: { content: [{ type: 'tool_result', tool_use_id: id, ...block }] },
  }
}
