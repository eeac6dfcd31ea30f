import { resumeRequest, type JsonObject } from '@skein/transcript'
import { describe, expect, test } from 'vitest'
import { answer, call, COPY, prompt, result, rowsOf, sessionOf, time, uuid } from '../../../test/sessions.ts'
import { renderInMemory } from '../../render/render-in-memory.ts'
import type { EditSession } from '../../source/edit-session.ts'
import { longestRise } from './mend-times.ts'
import { repairSession, type RepairOptions } from './repair.ts'

function repaired(rows: readonly unknown[], options: RepairOptions = {}) {
  const repair = repairSession(sessionOf(rows), options)
  const after = renderInMemory(repair.draft, COPY)
  return {
    ...repair,
    after,
    sent: sentBy(after),
    steps: repair.draft.steps.map(({ what, count }) => [count, what]),
  }
}

/** The texts that a resume sends; calls and results by what they are. */
function sentBy({ main }: EditSession, version?: string): string[] {
  const request = resumeRequest(main.transcript, main.source, version === undefined ? {} : { version })
  if (request.kind !== 'sent') return [request.kind]
  return request.messages.flatMap(({ content }) =>
    typeof content === 'string' ? [content] : content.map((block) => String(block['text'] ?? block['type'])),
  )
}

const far = (n: number) => ({ timestamp: time(n * 60) })
/** A turn that lies minutes after the one before, so that no version bridges a gap before it. */
const later = <T extends JsonObject>(row: T, n: number) => ({ ...row, ...far(n) })

describe('repair', () => {
  test('hangs rows whose parent is missing on the nearest row before them', () => {
    const rows = [
      prompt(1, 'a'),
      answer(2, 'b'),
      later(prompt(4, 'c', { parent: 3 }), 4),
      later(answer(5, 'd'), 5),
    ]
    expect(sentBy(sessionOf(rows))).toEqual(['c', 'd'])
    const { sent, steps, after } = repaired(rows)
    expect(sent).toEqual(['a', 'b', 'c', 'd'])
    expect(sentBy(after, '2.0.76')).toEqual(['a', 'b', 'c', 'd'])
    expect(steps).toEqual([[1, 'missing parents re-linked']])
  })

  test('hangs them on what the lost row hung on, where its remains still tell', () => {
    const torn = `{"parentUuid":"${uuid(2)}","type":"user","message":{"role":"user","con`
    const rows = [
      prompt(1, 'a'),
      answer(2, 'b'),
      prompt(7, 'left', { parent: 1 }),
      torn,
      later(answer(4, 'd', { parent: 3 }), 8),
    ]
    const { sent, setAside, steps } = repaired(rows)
    expect(sent).toEqual(['a', 'b', 'd'])
    expect(setAside).toEqual([
      { file: '', line: 4, offset: expect.any(Number) as number, length: torn.length },
    ])
    expect(steps).toEqual([
      [1, 'damaged pieces set aside'],
      [1, 'missing parents re-linked'],
    ])
  })

  test('writes entries of damaged lines on lines of their own', () => {
    const glued = `${JSON.stringify(answer(2, 'b'))}${JSON.stringify(prompt(3, 'c'))}`
    const rows = [prompt(1, 'a'), glued, `{"torn${JSON.stringify(answer(4, 'd'))}`]
    const { sent, after } = repaired(rows)
    expect(sent).toEqual(['a', 'b', 'c', 'd'])
    expect(after.main.transcript.diagnostics).toEqual([])
  })

  test('opens a ring of parents', () => {
    const rows = [prompt(1, 'a', { parent: 3 }), answer(2, 'b'), prompt(3, 'c'), answer(4, 'd')]
    expect(sentBy(sessionOf(rows), '2.0.76')).toEqual(['hangs'])
    const { after, sent } = repaired(rows)
    expect(sent).toEqual(['a', 'b', 'c', 'd'])
    expect(sentBy(after, '2.0.76')).toEqual(['a', 'b', 'c', 'd'])
  })

  test('drops a row that stands twice, and keeps one that says something else under a uuid of its own', () => {
    const twice = repaired([prompt(1, 'a'), answer(2, 'b'), answer(2, 'b'), prompt(3, 'c')])
    expect(twice.sent.slice(0, 3)).toEqual(['a', 'b', 'c'])
    expect(twice.steps).toEqual([[1, 'repeated entries dropped']])
    // The second row took the first one's uuid: whoever hung on the first one leads into a ring.
    const other = repaired([
      prompt(1, 'a'),
      answer(2, 'b'),
      { ...prompt(3, 'c', { parent: 2 }), uuid: uuid(1) },
    ])
    expect(other.sent.slice(0, 3)).toEqual(['a', 'b', 'c'])
    expect(other.steps[0]).toEqual([1, 'entries with a repeated uuid given one of their own'])
  })

  test('answers a call that nobody answered, where every version finds it', () => {
    const rows = [prompt(1, 'a'), call(2, 't1', 'Bash', {}), prompt(3, 'stop')]
    expect(sentBy(sessionOf(rows))).toEqual(['a\n', 'stop', 'No response requested.'])
    const { sent, after } = repaired(rows)
    expect(sent.slice(0, 4)).toEqual(['a', 'tool_use', 'tool_result', 'stop'])
    expect(sentBy(after, '2.0.76').slice(0, 4)).toEqual(['a', 'tool_use', 'tool_result', 'stop'])
    expect(repaired(rows, { orphans: 'drop' }).sent).toEqual(['a\n', 'stop', 'No response requested.'])
  })

  test('answers a call at the very end', () => {
    const { after } = repaired([prompt(1, 'a'), call(2, 't1', 'Bash', {})])
    expect(sentBy(after, '2.0.76').slice(0, 3)).toEqual(['a', 'tool_use', 'tool_result'])
  })

  test('turns a result without its call into text', () => {
    const { sent } = repaired([
      prompt(1, 'a'),
      answer(2, 'b'),
      result(3, 'gone', 'what it gave'),
      answer(4, 'd'),
    ])
    expect(sent).toEqual([
      'a',
      'b',
      '[The result of a tool call that is no longer part of this conversation:]',
      'what it gave',
      'd',
    ])
  })

  test('keeps thinking without text that another version of the program wrote so', () => {
    const thinking = (text: string) => ({ type: 'thinking', thinking: text, signature: 's' })
    const rows = [
      prompt(1, 'a'),
      { ...answer(2, thinking('whole')), version: '2.0.76' },
      prompt(3, 'b'),
      answer(4, thinking('')),
      prompt(5, 'c', { parent: 9 }),
    ]
    expect(repaired(rows).steps.map(([, what]) => what)).not.toContain('hollow thinking dropped')
  })

  test('drops thinking that was emptied or lost its signature', () => {
    const thinking = (text: string, signature: string) => ({ type: 'thinking', thinking: text, signature })
    const { steps, after } = repaired([
      prompt(1, 'a'),
      answer(2, thinking('whole', 's'), { id: 'm' }),
      answer(3, thinking('', 's'), { id: 'm' }),
      answer(4, thinking('bare', ''), { id: 'm' }),
      answer(5, 'b', { id: 'm' }),
    ])
    expect(steps).toEqual([[2, 'hollow thinking dropped']])
    const kept = rowsOf(after).filter((row) => JSON.stringify(row).includes('"thinking"'))
    expect(kept).toMatchObject([{ message: { content: [thinking('whole', 's')] } }])
  })

  test('moves on from a marker that names no entry, and from one on a branch that was left', () => {
    const branch = [prompt(1, 'a'), answer(2, 'b'), prompt(3, 'old'), answer(4, 'o')]
    const next = [prompt(5, 'new', { parent: 2 }), answer(6, 'n')]
    const marker = (leaf: string) => ({ type: 'last-prompt', leafUuid: leaf })
    const stale = [...branch, marker(uuid(4)), ...next]
    expect(sentBy(sessionOf(stale))).toEqual(['a', 'b', 'old', 'o'])
    expect(repaired(stale).sent).toEqual(['a', 'b', 'new', 'n'])
    const lost = repaired([...branch, marker(uuid(99))])
    expect(lost.steps).toEqual([[1, 'markers that named a wrong entry dropped']])
    expect(lost.sent).toEqual(['a', 'b', 'old', 'o'])
  })

  test('goes on with the line of the writer that was chosen', () => {
    const rows = [
      prompt(1, 'a'),
      answer(2, 'b'),
      prompt(3, 'one'),
      prompt(4, 'two', { parent: 2 }),
      answer(5, 'to one', { parent: 3 }),
      answer(6, 'to two', { parent: 4 }),
    ]
    expect(sentBy(sessionOf(rows))).toEqual(['a', 'b', 'two', 'to two'])
    expect(repaired(rows, { writer: 'first' }).sent).toEqual(['a', 'b', 'one', 'to one'])
    expect(repaired(rows, { writer: { row: 4 } }).sent).toEqual(['a', 'b', 'one', 'to one'])
    expect(() => repaired(rows, { writer: 'last' })).toThrow(
      expect.objectContaining({ code: 'nothing-to-do' }),
    )
    expect(() => repaired(rows)).toThrow(expect.objectContaining({ code: 'nothing-to-do' }))
  })

  test('makes times rise by changing those that are wrong, and only when asked', () => {
    const rows = [prompt(1, 'a'), { ...answer(2, 'b'), timestamp: time(50) }, prompt(3, 'c'), answer(4, 'd')]
    expect(() => repaired(rows)).toThrow(expect.objectContaining({ code: 'nothing-to-do' }))
    const { after } = repaired(rows, { clock: true })
    const times = rowsOf(after).flatMap((row) => (row as { timestamp?: string }).timestamp ?? [])
    expect(times).toEqual([time(1), '2026-01-02T03:00:01.001Z', time(3), time(4)])
  })

  test('leaves unknown types as they are and hangs the chain on what stands before them', () => {
    const unknown: JsonObject = { ...prompt(3, 'x'), type: 'from-the-future' }
    const { sent, after } = repaired([prompt(1, 'a'), answer(2, 'b'), unknown, later(prompt(4, 'c'), 9)])
    expect(sent.slice(0, 3)).toEqual(['a', 'b', 'c'])
    expect(rowsOf(after)[2]).toMatchObject({ type: 'from-the-future', message: unknown['message'] })
  })

  test('says so where nothing is damaged', () => {
    expect(() => repairSession(sessionOf([prompt(1, 'a'), answer(2, 'b')]))).toThrow(
      expect.objectContaining({ code: 'nothing-to-do' }),
    )
  })

  test('mends sub-agents too', () => {
    const agent = [prompt(11, 'do', { parent: null }), later(answer(12, 'done', { parent: 99 }), 3)]
    const session = sessionOf([prompt(1, 'a'), answer(2, 'b')], { 'subagents/agent-a.jsonl': agent })
    const after = renderInMemory(repairSession(session).draft, COPY)
    expect(after.agents[0].transcript.diagnostics).toEqual([])
  })
})

describe('longestRise', () => {
  test('keeps as many as can be', () => {
    expect(longestRise([1, 9, 2, 3])).toEqual([true, false, true, true])
    expect(longestRise([Number.NaN, 1, 1])).toEqual([false, true, true])
    expect(longestRise([])).toEqual([])
  })
})
