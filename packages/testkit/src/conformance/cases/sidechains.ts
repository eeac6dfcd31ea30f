import { call, lastPrompt, result, say, user, type RowSpec } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const inFile = '§1: older sub-agents are rows with isSidechain:true in the parent file'
const ownFile = '§1: sub-agents have files of their own'
const task: RowSpec[] = [user('a', 'a'), call('b', 't1', { name: 'Task' })]
const agentRows = (extra: Record<string, unknown> = {}): RowSpec[] => [
  user('s1', 'do it', { parent: null, isSidechain: true, ...extra }),
  say('s2', 'did it', { isSidechain: true, ...extra }),
]

export const sidechains: WrittenCase[] = [
  writtenCase('legacy-in-file', inFile, [
    ...task,
    ...agentRows(),
    result('c', 't1', { parent: 'b' }),
    say('d', 'd'),
  ]),
  writtenCase('legacy-in-file-still-running', inFile, [...task, ...agentRows()]),
  writtenCase('legacy-rooted-on-the-call', inFile, [
    ...task,
    user('s1', 'do it', { parent: 'b', isSidechain: true }),
    say('s2', 'did it', { isSidechain: true }),
    result('c', 't1', { parent: 'b' }),
    say('d', 'd'),
  ]),
  writtenCase('main-row-on-a-sidechain-parent', '§4.1: isSidechain on the path', [
    user('a', 'a'),
    say('b', 'b', { isSidechain: true }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('sidechain-root-then-main', '§4.1: isSidechain on the path', [
    user('a', 'a', { isSidechain: true }),
    say('b', 'b'),
  ]),
  writtenCase('sidechain-missing-field', '§4.1: isSidechain may be missing', [
    user('a', 'a', { isSidechain: void 0 }),
    say('b', 'b', { isSidechain: void 0 }),
  ]),
  writtenCase('sidechain-as-string', '§4.1: isSidechain\u2260true', [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c', { isSidechain: 'true' }),
    say('d', 'd', { isSidechain: 'true' }),
  ]),
  writtenCase('sidechain-as-number', '§4.1: isSidechain\u2260true', [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c', { isSidechain: 1 }),
    say('d', 'd', { isSidechain: 1 }),
  ]),
  writtenCase('agent-id-without-sidechain', inFile, [
    ...task,
    result('c', 't1'),
    say('d', 'd'),
    say('e', 'agent text', { agentId: 'abc1234' }),
  ]),
  writtenCase('team-name-row', inFile, [user('a', 'a', { teamName: 'x' }), say('b', 'b', { teamName: 'x' })]),
  {
    ...writtenCase('own-file-flat', `${ownFile}, flat in 2.0`, [...task, result('c', 't1'), say('d', 'd')]),
    extraFiles: { 'agent-abc1234.jsonl': agentRows({ agentId: 'abc1234' }) },
  },
  {
    ...writtenCase('own-file-nested', `${ownFile}, below the session in 2.1`, [
      ...task,
      result('c', 't1'),
      say('d', 'd'),
    ]),
    extraFiles: {
      '5e551017-0000-4000-8000-000000000001/subagents/agent-a0000000000000001.jsonl': agentRows({
        agentId: 'a0000000000000001',
      }),
    },
  },
  {
    ...writtenCase('own-file-nested-unanswered', `${ownFile}: the call has no result yet`, task),
    extraFiles: {
      '5e551017-0000-4000-8000-000000000001/subagents/agent-a0000000000000001.jsonl': agentRows({
        agentId: 'a0000000000000001',
      }),
    },
  },
  writtenCase('an-agent-file-resumed-itself', '§1: all rows of a sub-agent file carry isSidechain', [
    user('s1', 'do it', { isSidechain: true, agentId: 'abc1234' }),
    say('s2', 'did it', { isSidechain: true, agentId: 'abc1234' }),
    lastPrompt('s2'),
  ]),
  writtenCase('task-notification', '§5: a sub-agent that ran in the background reports as a prompt', [
    ...task,
    result('c', 't1', { content: 'Async agent launched' }),
    say('d', 'd'),
    user('e', '<task-notification><task-id>x</task-id><status>completed</status></task-notification>', {
      origin: { kind: 'task-notification' },
      promptSource: 'system',
    }),
    say('f', 'f'),
  ]),
]
