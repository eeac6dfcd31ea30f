import { branches, readPrompts, resumeRequest, saidBranches, turnCount } from '@skein/transcript'
import { describe, expect, test } from 'vitest'
import {
  answer,
  call,
  chainRow,
  COPY,
  prompt,
  result,
  rowsOf,
  SESSION,
  sessionOf,
  uuid,
} from '../../test/sessions.ts'
import { renderInMemory } from '../render/render-in-memory.ts'
import type { EditSession } from '../source/edit-session.ts'
import { forkSession } from './fork.ts'
import { mergeBranch } from './merge.ts'
import { splitSession } from './split.ts'

/** What a resume sends, texts only. */
function sent({ main }: EditSession, version?: string): unknown[] {
  const request = resumeRequest(main.transcript, main.source, version === undefined ? {} : { version })
  return request.kind === 'sent' ? request.messages.map(({ content }) => content) : [request.kind]
}

const text = (said: string) => [{ type: 'text', text: said }]

describe('fork', () => {
  test('ends where it is told to, in every version', () => {
    const session = sessionOf([prompt(1, 'a'), answer(2, 'b'), prompt(3, 'c'), answer(4, 'd')])
    const fork = renderInMemory(forkSession(session, { at: 1 }), COPY)
    expect(sent(fork)).toEqual(['a', text('b')])
    // That version sends prompts as blocks.
    expect(sent(fork, '2.0.76')).toEqual([text('a'), text('b')])
  })

  test('takes the results of calls along, and the other calls of the message', () => {
    const asked = { id: 'msg_2' }
    const session = sessionOf([
      prompt(1, 'a'),
      call(2, 'toolu_1', 'Bash', { command: 'ls' }, asked),
      call(3, 'toolu_2', 'Bash', { command: 'pwd' }, asked),
      result(4, 'toolu_1', 'x', { parent: 2 }),
      result(5, 'toolu_2', 'y', { parent: 3 }),
      answer(6, 'done'),
      prompt(7, 'next'),
    ])
    const { main } = renderInMemory(forkSession(session, { at: 1 }), COPY)
    const calls = [...main.transcript.tools.uses]
    expect(main.transcript.rowCount).toBe(6)
    expect(
      calls.map((use) => main.transcript.tools.resultsOf(main.transcript.scan.blocks.toolId[use]).length),
    ).toEqual([1, 1])
  })

  test('follows a branch', () => {
    const session = sessionOf([
      prompt(1, 'a'),
      answer(2, 'b'),
      prompt(3, 'left'),
      answer(4, 'left answer'),
      prompt(5, 'right', { parent: 2 }),
      answer(6, 'right answer'),
    ])
    const fork = renderInMemory(forkSession(session, { at: 3 }), COPY)
    expect(sent(fork)).toEqual(['a', text('b'), 'left', text('left answer')])
  })

  test('leaves out side rows that tell of what came after, and backups for prompts that are gone', () => {
    const session = sessionOf([
      prompt(1, 'a'),
      { type: 'file-history-snapshot', messageId: uuid(1), snapshot: { messageId: uuid(1) } },
      answer(2, 'b'),
      { type: 'mode', mode: 'normal', sessionId: SESSION },
      prompt(3, 'c'),
      { type: 'file-history-snapshot', messageId: uuid(3), snapshot: { messageId: uuid(3) } },
      { type: 'custom-title', customTitle: 'T', sessionId: SESSION },
      { type: 'last-prompt', leafUuid: uuid(3), sessionId: SESSION },
      { type: 'permission-mode', permissionMode: 'plan', sessionId: SESSION },
    ])
    const rows = rowsOf(renderInMemory(forkSession(session, { at: 2 }), COPY)) as { type: string }[]
    expect(rows.map(({ type }) => type)).toEqual([
      'user',
      'file-history-snapshot',
      'assistant',
      'custom-title',
      'last-prompt',
    ])
  })

  test('goes over a compaction', () => {
    const session = sessionOf([
      prompt(1, 'a'),
      answer(2, 'b'),
      chainRow(3, 'system', { subtype: 'compact_boundary', parent: null, logicalParentUuid: uuid(2) }),
      prompt(4, 'summary', { isCompactSummary: true }),
      answer(5, 'c'),
      prompt(6, 'd'),
    ])
    const fork = renderInMemory(forkSession(session, { at: 4 }), COPY)
    expect(sent(fork)).toEqual(sent(sessionOf([prompt(4, 'summary', { parent: null }), answer(5, 'c')])))
    expect(fork.main.transcript.path.length).toBe(5)
  })

  test('leaves out sub-agents whose call is not on the line', () => {
    const agent = (id: string) => [
      { ...prompt(1, `do ${id}`), isSidechain: true, agentId: id, uuid: `${id}-1`, parentUuid: null },
    ]
    const session = sessionOf(
      [
        prompt(1, 'a'),
        call(2, 'toolu_1', 'Task', { prompt: 'do one' }),
        result(3, 'toolu_1', 'ok', { toolUseResult: { agentId: 'one' } }),
        answer(4, 'b'),
        call(5, 'toolu_2', 'Task', { prompt: 'do two' }),
        result(6, 'toolu_2', 'ok', { toolUseResult: { agentId: 'two' } }),
      ],
      { 'subagents/agent-one.jsonl': agent('one'), 'subagents/agent-two.jsonl': agent('two') },
    )
    const fork = renderInMemory(forkSession(session, { at: 3 }), COPY)
    expect(fork.agents.map(({ name }) => name)).toEqual(['subagents/agent-one.jsonl'])
  })

  test('a row that is no part of the conversation is refused', () => {
    const session = sessionOf([prompt(1, 'a'), { type: 'mode', mode: 'normal' }])
    expect(() => forkSession(session, { at: 1 })).toThrow('no part of the conversation')
  })
})

describe('split', () => {
  test('gives both halves, each a conversation of its own', () => {
    const session = sessionOf([prompt(1, 'a'), answer(2, 'b'), prompt(3, 'c'), answer(4, 'd')])
    const [before, after] = splitSession(session, 2).map((draft) => renderInMemory(draft, COPY))
    expect(sent(before)).toEqual(['a', text('b')])
    expect(sent(after)).toEqual(['c', text('d')])
    expect([before, after].map(({ main }) => turnCount(main.transcript))).toEqual([1, 1])
  })

  test('gives each half the sub-agents that it called', () => {
    const called = (n: number, parent: number, agent: string) => [
      call(n, `toolu_${n}`, 'Task', { prompt: agent }, { parent }),
      result(n + 1, `toolu_${n}`, 'x', { toolUseResult: { agentId: agent } }),
    ]
    const agent = (id: string) => [prompt(90, id, { isSidechain: true, agentId: id, parent: null })]
    const session = sessionOf(
      [
        prompt(1, 'a'),
        ...called(2, 1, 'one'),
        answer(4, 'b'),
        prompt(5, 'c'),
        ...called(6, 5, 'two'),
        answer(8, 'd'),
      ],
      { 'subagents/agent-one.jsonl': agent('one'), 'subagents/agent-two.jsonl': agent('two') },
    )
    const names = splitSession(session, 2).map(({ agents }) => agents.map(({ from }) => from.name))
    expect(names).toEqual([['subagents/agent-one.jsonl'], ['subagents/agent-two.jsonl']])
  })

  test.each([1, 3, 1.5, NaN])('refuses turn %s of two', (turn) => {
    const session = sessionOf([prompt(1, 'a'), answer(2, 'b'), prompt(3, 'c'), answer(4, 'd')])
    expect(() => splitSession(session, turn)).toThrow('nothing on both sides')
  })
})

describe('merge', () => {
  test('tells what was asked and answered on the branch, at the end of the conversation', () => {
    const session = sessionOf([
      prompt(1, 'a'),
      answer(2, 'b'),
      prompt(3, 'try left'),
      answer(4, 'left is slow'),
      prompt(5, 'try right', { parent: 2 }),
      answer(6, 'right works'),
    ])
    const [branch] = saidBranches(session.main.transcript)
    const merged = renderInMemory(mergeBranch(session, { branch }), COPY)
    const { transcript, source } = merged.main
    const told = readPrompts(transcript, source, [transcript.path.tip]).get(transcript.path.tip)?.typed
    expect(told).toBe(
      'On another branch of this conversation, the following was asked and concluded:\n\nAsked: try left\n\nAnswered: left is slow',
    )
    expect(sent(merged).slice(0, 4)).toEqual(['a', text('b'), 'try right', text('right works')])
    expect(branches(transcript)).toHaveLength(1)
  })

  test('cuts long answers in the middle', () => {
    const session = sessionOf([
      prompt(1, 'a'),
      answer(2, 'b'),
      prompt(3, 'left'),
      answer(4, `begin ${'x'.repeat(500)} end`),
      prompt(5, 'right', { parent: 2 }),
      answer(6, 'c'),
    ])
    const merged = renderInMemory(
      mergeBranch(session, { branch: saidBranches(session.main.transcript)[0], most: 45 }),
      COPY,
    )
    const { transcript, source } = merged.main
    expect(readPrompts(transcript, source, [transcript.path.tip]).get(transcript.path.tip)?.typed).toMatch(
      /Answered: begin x{14}\n\[…\]\nx{16} end$/,
    )
  })
})
