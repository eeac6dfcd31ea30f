import { describe, expect, it } from 'vitest'
import { readTranscript } from '../transcript.ts'
import { turnName, turnPlaces } from './turn-places.ts'

describe('the name of a turn', () => {
  it('is its number on the live path, the compacted past included', () => {
    expect(names([prompt('a', null), answer('b', 'a'), boundary('c', 'b'), prompt('d', 'c')])).toEqual({
      a: '1',
      b: '1',
      c: '1',
      d: '2',
    })
  })

  it('says the branch off the live path, and the number on the way to its tip', () => {
    expect(
      names([
        prompt('a', null),
        answer('b', 'a'),
        prompt('left', 'b'),
        answer('left-answer', 'left'),
        prompt('left-too', 'left-answer'),
        prompt('c', 'b'),
        answer('d', 'c'),
      ]),
    ).toEqual({ a: '1', b: '1', left: 'b1.2', 'left-answer': 'b1.2', 'left-too': 'b1.3', c: '2', d: '2' })
  })

  it('goes on from a branch that a branch leaves from', () => {
    const rows = [
      prompt('a', null),
      answer('b', 'a'),
      prompt('c', 'b'),
      answer('d', 'c'),
      prompt('inner', 'd'),
      prompt('outer', 'd'),
      answer('outer-answer', 'outer'),
      prompt('live', 'b'),
    ]
    expect(names(rows)).toMatchObject({ c: 'b1.2', outer: 'b1.3', inner: 'b2.3', live: '2' })
  })

  it('is that of another start where the very first prompt was typed anew', () => {
    expect(names([prompt('a', null), answer('b', 'a'), prompt('c', null), answer('d', 'c')])).toEqual({
      a: 'b1.1',
      b: 'b1.1',
      c: '1',
      d: '1',
    })
  })

  it('counts what is said before the first prompt as a turn', () => {
    expect(names([answer('a', 'gone'), prompt('b', 'a')])).toEqual({ a: '1', b: '2' })
    expect(names([{ ...prompt('a', null), isMeta: true }, prompt('b', 'a')])).toEqual({ a: null, b: '1' })
  })

  it('is that of the row that took its place, and none for a sub-agent', () => {
    const rows = [prompt('a', null), answer('b', 'a'), { ...prompt('side', null), isSidechain: true }]
    const transcript = readTranscript(bytesOf([...rows, answer('b', 'a')]))
    const place = turnPlaces(transcript)
    expect([0, 1, 2, 3].map(place)).toEqual([
      { turn: 1, branch: null },
      { turn: 1, branch: null },
      null,
      { turn: 1, branch: null },
    ])
  })

  it('leaves the prompts of a line that a late failure notice cut off to the branch', () => {
    const notice = { type: 'system', subtype: 'api_error', uuid: 'n', parentUuid: 'b', timestamp: TIME }
    const rows = [
      prompt('a', null),
      answer('b', 'a'),
      answer('c', 'b'),
      prompt('d', 'c'),
      notice,
      answer('e', 'n'),
    ]
    expect(names(rows)).toMatchObject({ c: 'b1.1', d: 'b1.2', n: '1', e: '1' })
  })
})

const TIME = '2026-01-01T00:00:00.000Z'

function prompt(uuid: string, parentUuid: string | null): object {
  return { type: 'user', uuid, parentUuid, timestamp: TIME, message: { role: 'user', content: `do ${uuid}` } }
}

function answer(uuid: string, parentUuid: string): object {
  const message = { id: `m-${uuid}`, role: 'assistant', content: [{ type: 'text', text: uuid }] }
  return { type: 'assistant', uuid, parentUuid, timestamp: TIME, message }
}

function boundary(uuid: string, logicalParentUuid: string): object {
  return {
    type: 'system',
    subtype: 'compact_boundary',
    uuid,
    parentUuid: null,
    logicalParentUuid,
    timestamp: TIME,
  }
}

function bytesOf(rows: readonly object[]): Uint8Array {
  return new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

function names(rows: readonly object[]): Record<string, string | null> {
  const transcript = readTranscript(bytesOf(rows))
  const { columns, ids } = transcript.scan
  const place = turnPlaces(transcript)
  return Object.fromEntries(
    rows.map((_, row) => {
      const found = place(row)
      return [ids.text(columns.uuid[row]), found === null ? null : turnName(found)]
    }),
  )
}
