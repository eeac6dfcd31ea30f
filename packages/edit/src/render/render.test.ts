import { describe, expect, test } from 'vitest'
import { Draft } from '../draft/draft.ts'
import { answer, COPY, prompt, rowsOf, SESSION, sessionOf, uuid } from '../../test/sessions.ts'
import { NewIds } from './new-ids.ts'
import { renderInMemory } from './render-in-memory.ts'

function draftOf(rows: readonly unknown[]): Draft {
  return new Draft(sessionOf(rows), 'clone')
}

/** What stands for row `n` of the original in the copy. */
function copied(draft: Draft, n: number): string {
  return new NewIds(draft, COPY).uuidFor(uuid(n))
}

describe('a draft without changes', () => {
  test('gives every row new ids and says where it comes from', () => {
    const draft = draftOf([prompt(1, 'hello'), answer(2, 'hi')])
    const fork = (n: number) => ({ forkedFrom: { sessionId: SESSION, messageUuid: uuid(n) } })
    expect(rowsOf(renderInMemory(draft, COPY))).toEqual([
      { ...prompt(1, 'hello'), uuid: copied(draft, 1), sessionId: COPY, ...fork(1) },
      {
        ...answer(2, 'hi'),
        uuid: copied(draft, 2),
        parentUuid: copied(draft, 1),
        sessionId: COPY,
        ...fork(2),
      },
    ])
  })

  test('re-points every citation, under keys that nobody has seen too', () => {
    const cites = {
      type: 'from-the-future',
      sessionId: SESSION,
      about: { rows: [uuid(1), uuid(9)], [uuid(2)]: 'by key' },
    }
    const draft = draftOf([prompt(1, 'a'), answer(2, 'b'), cites])
    expect(rowsOf(renderInMemory(draft, COPY))[2]).toEqual({
      type: 'from-the-future',
      sessionId: COPY,
      about: { rows: [copied(draft, 1), uuid(9)], [copied(draft, 2)]: 'by key' },
    })
  })

  test('leaves ids in what somebody said', () => {
    const said = `look at ${uuid(1)}`
    const block = { type: 'tool_use', id: 'toolu_1', name: 'Look', input: { row: uuid(1), session: SESSION } }
    const draft = draftOf([prompt(1, uuid(1)), answer(2, block), prompt(3, said)])
    const rows = rowsOf(renderInMemory(draft, COPY)) as { message: { content: unknown } }[]
    expect(rows.map(({ message }) => message.content)).toEqual([uuid(1), [block], said])
  })

  test('keeps bytes that JSON would lose, and lines that are damaged', () => {
    const odd = `{ "uuid" : "${uuid(1)}","parentUuid":null, "type":"user","big":12345678901234567890,"message":{"role":"user","content":"\\u00e9\\/"} }`
    const draft = draftOf([odd, '{"torn', ''])
    const [bytes] = renderInMemory(draft, COPY).main.source.read([{ offset: 0, length: 1000 }])
    expect(Buffer.from(bytes).toString()).toBe(`${odd.replace(uuid(1), copied(draft, 1))}\n{"torn\n\n`)
  })

  test('keeps where a copy came from when it is copied again', () => {
    const forkedFrom = { sessionId: 'earlier', messageUuid: uuid(1) }
    const draft = draftOf([prompt(1, 'a', { forkedFrom })])
    expect(rowsOf(renderInMemory(draft, COPY))).toMatchObject([{ uuid: copied(draft, 1), forkedFrom }])
  })

  test('takes no word for an id because a session or a row is called so', () => {
    const row = { type: 'user', uuid: 'user', parentUuid: null, message: { role: 'user', content: 'x' } }
    const draft = draftOf([row])
    expect(rowsOf(renderInMemory(draft, COPY))).toEqual([
      { ...row, uuid: new NewIds(draft, COPY).uuidFor('user') },
    ])
  })
})

describe('a draft with changes', () => {
  /** The row that says where the conversation stands. */
  const marker = (draft: Draft, n: number) => ({
    type: 'last-prompt',
    leafUuid: copied(draft, n),
    sessionId: COPY,
  })

  test('hangs rows on the nearest ancestor that stays', () => {
    const draft = draftOf([prompt(1, 'a'), answer(2, 'b'), prompt(3, 'c'), answer(4, 'd')])
    draft.main.drop(1)
    draft.main.drop(2)
    expect(rowsOf(renderInMemory(draft, COPY))).toMatchObject([
      { uuid: copied(draft, 1), parentUuid: null },
      { uuid: copied(draft, 4), parentUuid: copied(draft, 1) },
      marker(draft, 4),
    ])
  })

  test('keeps members of any name in rows that change', () => {
    const odd = JSON.parse(`{"__proto__":{"a":1},"constructor":2}`) as object
    const draft = draftOf([prompt(1, 'a')])
    draft.main.change(0, Object.fromEntries([...Object.entries(prompt(1, 'b')), ...Object.entries(odd)]))
    const [row] = rowsOf(renderInMemory(draft, COPY))
    expect(Object.keys(row as object)).toEqual(expect.arrayContaining(['__proto__', 'constructor']))
  })

  test('stands where a rewind stood', () => {
    const rows = [
      prompt(1, 'a'),
      answer(2, 'b'),
      prompt(3, 'c'),
      answer(4, 'd'),
      { type: 'last-prompt', leafUuid: uuid(2), explicit: true, sessionId: SESSION },
    ]
    const draft = draftOf(rows)
    draft.main.change(0, prompt(1, 'A'))
    draft.main.append({ type: 'mode', mode: 'normal' })
    expect(rowsOf(renderInMemory(draft, COPY)).at(-1)).toEqual({ ...marker(draft, 2), explicit: true })
  })

  test('leaves the end of a line that it shares with damage', () => {
    const torn = `{"torn":"${JSON.stringify(answer(2, 'b'))}`
    const draft = draftOf([prompt(1, 'a'), torn, prompt(3, 'c', { parent: 1 })])
    draft.main.drop(1)
    const rows = rowsOf(renderInMemory(draft, COPY))
    expect(draft.main.rowCount).toBe(3)
    expect(rows).toMatchObject([
      { uuid: copied(draft, 1) },
      '{"torn":"',
      { uuid: copied(draft, 3) },
      marker(draft, 3),
    ])
  })

  test('has no parent where none stays', () => {
    const draft = draftOf([prompt(1, 'a'), answer(2, 'b')])
    draft.main.drop(0)
    expect(rowsOf(renderInMemory(draft, COPY))).toMatchObject([
      { uuid: copied(draft, 2), parentUuid: null },
      marker(draft, 2),
    ])
  })

  test('puts rows in where they were put, each on a line of its own', () => {
    const draft = draftOf([prompt(1, 'a'), answer(2, 'b')])
    draft.main.insertAfter(-1, { type: 'first' })
    draft.main.insertAfter(0, { ...answer(7, 'new'), parentUuid: uuid(1) })
    draft.main.link(1, uuid(7))
    draft.main.append({ type: 'last', leafUuid: uuid(2) })
    expect(rowsOf(renderInMemory(draft, COPY))).toMatchObject([
      { type: 'first' },
      { uuid: copied(draft, 1) },
      { uuid: uuid(7), parentUuid: copied(draft, 1), sessionId: COPY },
      { uuid: copied(draft, 2), parentUuid: uuid(7) },
      { type: 'last', leafUuid: copied(draft, 2) },
      marker(draft, 2),
    ])
  })

  test('ends a last line that has no newline before it puts rows behind it', () => {
    const session = sessionOf([prompt(1, 'a')])
    const cut = { ...session, main: { ...session.main, length: session.main.length - 1 } }
    const draft = new Draft(cut, 'clone')
    draft.main.append({ type: 'last' })
    expect(rowsOf(renderInMemory(draft, COPY))).toMatchObject([
      { uuid: copied(draft, 1) },
      { type: 'last' },
      marker(draft, 1),
    ])
  })

  test('takes input counts out of usage behind the first change, and only there', () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 150_000,
      cache_creation: { ephemeral_5m_input_tokens: 7 },
      output_tokens: 5,
    }
    const said = (n: number) => {
      const row = answer(n, `answer ${n}`)
      return { ...row, message: { ...(row['message'] as object), usage } }
    }
    const draft = draftOf([prompt(1, 'a'), said(2), prompt(3, 'b'), said(4)])
    draft.main.change(2, prompt(3, 'c'))
    const rows = rowsOf(renderInMemory(draft, COPY)) as { message: { usage: object } }[]
    expect(rows[1].message.usage).toEqual(usage)
    expect(rows[3].message.usage).toEqual({
      input_tokens: 1,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0 },
      output_tokens: 5,
    })
  })

  test('leaves dropped rows out of what a compaction preserved', () => {
    const boundary = (preserved: object) => ({
      ...prompt(5, ''),
      type: 'system',
      subtype: 'compact_boundary',
      parentUuid: null,
      logicalParentUuid: uuid(4),
      compactMetadata: preserved,
    })
    const kept = {
      preservedSegment: { headUuid: uuid(2), anchorUuid: uuid(6), tailUuid: uuid(4) },
      preservedMessages: { anchorUuid: uuid(6), uuids: [uuid(2), uuid(3), uuid(4)] },
    }
    const draft = draftOf([
      prompt(1, 'a'),
      answer(2, 'b'),
      prompt(3, 'c'),
      answer(4, 'd'),
      boundary(kept),
      prompt(6, 's'),
    ])
    draft.main.drop(1)
    const [, , , row] = rowsOf(renderInMemory(draft, COPY))
    expect(row).toMatchObject({
      compactMetadata: {
        preservedSegment: {
          headUuid: copied(draft, 3),
          anchorUuid: copied(draft, 6),
          tailUuid: copied(draft, 4),
        },
        preservedMessages: { anchorUuid: copied(draft, 6), uuids: [copied(draft, 3), copied(draft, 4)] },
      },
    })
  })
})
