import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../bytes/bodies.ts'
import { allMessages } from './messages.ts'
import { contextTokens } from './tokens.ts'
import { readTranscript } from '../transcript.ts'
import { sumUsage } from './usage.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'

describe('messages', () => {
  it('are the rows of one id, replaced rows left out', () => {
    const rows = [
      said('a', null, 'm', 1, 'one'),
      said('b', 'a', 'n', 1, 'other'),
      said('c', 'a', 'm', 2, 'two'),
      said('c', 'a', 'm', 2, 'two'),
    ]
    const found = [...allMessages(transcriptOf(rows))].map(({ id, rows: own, blocks, model, usage }) => [
      id,
      own,
      blocks,
      model,
      usage?.output,
    ])
    expect(found).toEqual([
      ['m', [0, 3], [0, 3], 'claude', 2],
      ['n', [1], [1], 'claude', 1],
    ])
  })

  it('are in the order of the chain where a child stands before its parent', () => {
    const rows = [said('b', 'a', 'm', 1, 'two'), said('a', null, 'm', 1, 'one')]
    expect([...allMessages(transcriptOf(rows))][0].rows).toEqual([1, 0])
  })

  it('without id are adjacent rows of one request', () => {
    const row = (uuid: string, parentUuid: string | null, requestId: string) => ({
      type: 'assistant',
      uuid,
      parentUuid,
      requestId,
      message: { content: [] },
    })
    const rows = [row('a', null, 'x'), row('b', 'a', 'x'), row('c', 'b', 'y')]
    expect([...allMessages(transcriptOf(rows))].map(({ id, rows: own }) => [id, own])).toEqual([
      [null, [0, 1]],
      [null, [2]],
    ])
  })
})

describe('usage', () => {
  it('counts a message once over several transcripts, its largest row, by model', () => {
    const one = transcriptOf([said('a', null, 'm', 5, 'x')])
    const fork = transcriptOf([said('a', null, 'm', 9, 'x'), said('b', 'a', 'n', 2, 'y')])
    const { total, byModel, messages } = sumUsage([one, fork])
    expect([total.output, messages, [...byModel.keys()]]).toEqual([11, 2, ['claude']])
  })

  it('never counts the program’s own rows, failures or hostile numbers', () => {
    const rows = [
      { ...said('a', null, 'm', 5, 'x'), isApiErrorMessage: true },
      {
        type: 'assistant',
        uuid: 'b',
        parentUuid: 'a',
        message: { id: 'n', model: '<synthetic>', usage: { output_tokens: 4 }, content: [] },
      },
    ]
    const hostile =
      '{"type":"assistant","uuid":"c","message":{"id":"h","usage":{"input_tokens":1e999,"output_tokens":1}}}\n'
    expect(sumUsage([transcriptOf(rows)]).messages).toBe(0)
    expect(sumUsage([readTranscript(encodeUtf8(hostile))]).total).toMatchObject({ input: 0, output: 1 })
  })
})

describe('context', () => {
  it('is what the API counted last and an estimate for what came after', () => {
    const rows = [user('p', null, 'hi'), said('a', 'p', 'm', 10, 'x'), user('q', 'a', 'x'.repeat(400))]
    expect(context(rows)).toEqual({ tokens: 210, measured: 110, estimated: 100, usageRow: 1 })
  })

  it('forgets what was counted before a compaction', () => {
    const rows = [
      user('p', null, 'hi'),
      said('a', 'p', 'm', 10, 'x'),
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'c',
        parentUuid: null,
        logicalParentUuid: 'a',
        timestamp: TIME,
      },
      { ...user('s', 'c', 'y'.repeat(40)), isCompactSummary: true },
    ]
    expect(context(rows)).toEqual({ tokens: 10, measured: 0, estimated: 10, usageRow: -1 })
  })

  it('counts an image at a flat price, not by its bytes', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'A'.repeat(100_000) }
    const rows = [
      {
        type: 'user',
        uuid: 'p',
        parentUuid: null,
        timestamp: TIME,
        message: { role: 'user', content: [{ type: 'image', source }] },
      },
    ]
    expect(context(rows).tokens).toBe(1600)
    expect(contextTokens(transcriptOf(rows)).tokens).toBe(1600)
  })
})

const TIME = '2026-01-05T00:00:00.000Z'

function bytesOf(rows: readonly object[]): Uint8Array {
  return encodeUtf8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

function transcriptOf(rows: readonly object[]) {
  return readTranscript(bytesOf(rows))
}

function context(rows: readonly object[]) {
  return contextTokens(transcriptOf(rows), bytesInMemory(bytesOf(rows)))
}

function user(uuid: string, parentUuid: string | null, content: string): object {
  return { type: 'user', uuid, parentUuid, timestamp: TIME, message: { role: 'user', content } }
}

/** 100 tokens of input of all classes, and some output. */
function said(uuid: string, parentUuid: string | null, id: string, output: number, text: string): object {
  const usage = {
    input_tokens: 10,
    cache_read_input_tokens: 60,
    cache_creation_input_tokens: 30,
    output_tokens: output,
  }
  const message = { role: 'assistant', id, model: 'claude', usage, content: [{ type: 'text', text }] }
  return { type: 'assistant', uuid, parentUuid, timestamp: TIME, message }
}
