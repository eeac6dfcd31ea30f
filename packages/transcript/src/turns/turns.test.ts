import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../bytes/bodies.ts'
import { readTranscript } from '../transcript.ts'
import { turns, turnTexts } from './turns.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'

describe('turns', () => {
  it('run from a prompt to the next and end in the last text a model wrote', () => {
    const rows = [
      user('p', null, 'first'),
      said('a', 'p', 'm1', 'thinking aloud'),
      said('b', 'a', 'm2', 'answer'),
      { ...said('e', 'b', 'm3', 'API Error'), isApiErrorMessage: true },
      {
        type: 'assistant',
        uuid: 's',
        parentUuid: 'e',
        message: {
          id: 'x',
          model: '<synthetic>',
          content: [{ type: 'text', text: 'No response requested.' }],
        },
      },
      user('q', 's', 'second'),
    ]
    const { list, texts } = told(rows)
    expect(list.map(({ prompt, rows: own, models }) => [prompt, own, models])).toEqual([
      [0, [0, 1, 2, 3, 4], ['claude']],
      [5, [5], []],
    ])
    expect(texts).toEqual([
      ['first', 'answer'],
      ['second', null],
    ])
  })

  it('count usage once per message', () => {
    const usage = {
      input_tokens: 3,
      output_tokens: 7,
      cache_read_input_tokens: 1,
      cache_creation_input_tokens: 5,
      cache_creation: { ephemeral_1h_input_tokens: 2, ephemeral_5m_input_tokens: 3 },
    }
    const row = (uuid: string, parent: string) => ({
      type: 'assistant',
      uuid,
      parentUuid: parent,
      message: { id: 'm', model: 'claude', usage, content: [{ type: 'text', text: 'x' }] },
    })
    const { list } = told([user('p', null, 'go'), row('a', 'p'), row('b', 'a')])
    expect(list[0].usage).toEqual({
      input: 3,
      output: 7,
      cacheRead: 1,
      cacheWrite5m: 3,
      cacheWrite1h: 2,
      webSearches: 0,
      webFetches: 0,
    })
  })

  it('hold parallel calls and their results behind their message', () => {
    const rows = [
      user('p', null, 'go'),
      call('a1', 'p', 't1'),
      call('a2', 'a1', 't2'),
      answer('r2', 'a2', 't2'),
      answer('r1', 'a1', 't1'),
      said('b', 'r1', 'n', 'done'),
    ]
    const { list } = told(rows)
    expect(list[0].rows).toEqual([0, 1, 2, 3, 4, 5])
    expect(list[0].toolCalls.map(({ id, status }) => [id, status])).toEqual([
      ['t1', 'ok'],
      ['t2', 'ok'],
    ])
  })

  it('hold the history that a late failure notice cut off', () => {
    const rows = [
      user('p', null, 'go'),
      said('a', 'p', 'm', 'found it'),
      { type: 'system', subtype: 'api_error', uuid: 'e', parentUuid: 'p' },
      said('b', 'e', 'n', 'done'),
    ]
    expect(told(rows).list[0].rows).toEqual([0, 1, 2, 3])
  })

  it('begin without a prompt only where something was said before it', () => {
    const listing = { type: 'attachment', uuid: 'l', parentUuid: null, attachment: { type: 'skill_listing' } }
    expect(told([listing, user('p', 'l', 'go')]).list.map(({ prompt }) => prompt)).toEqual([1])
    expect(told([said('a', null, 'm', 'hi'), user('p', 'a', 'go')]).list.map(({ prompt }) => prompt)).toEqual(
      [-1, 1],
    )
  })
})

function told(rows: readonly object[]) {
  const bytes = encodeUtf8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const transcript = readTranscript(bytes)
  const list = [...turns(transcript)]
  const texts = turnTexts(transcript, bytesInMemory(bytes), list).map(({ prompt, final }) => [
    prompt?.typed,
    final,
  ])
  return { list, texts }
}

function user(uuid: string, parentUuid: string | null, content: string): object {
  return { type: 'user', uuid, parentUuid, message: { content } }
}

function said(uuid: string, parentUuid: string | null, id: string, text: string): object {
  return {
    type: 'assistant',
    uuid,
    parentUuid,
    message: { id, model: 'claude', content: [{ type: 'text', text }] },
  }
}

function call(uuid: string, parentUuid: string, id: string): object {
  const content = [{ type: 'tool_use', id, name: 'Bash', input: {} }]
  return { type: 'assistant', uuid, parentUuid, message: { id: 'm', model: 'claude', content } }
}

function answer(uuid: string, parentUuid: string, id: string): object {
  return {
    type: 'user',
    uuid,
    parentUuid,
    message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
  }
}
