import { lastPrompt, say, side, user } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const fields = '§4.8: sessionId, cwd, version are not needed'
const forks = '§3: forks'
const other = '99999999-0000-4000-8000-000000000009'

export const clones: WrittenCase[] = [
  writtenCase('rows-of-another-session', fields, [
    user('a', 'a', { sessionId: other }),
    say('b', 'b', { sessionId: other }),
  ]),
  writtenCase(
    'first-row-of-the-previous-session',
    '§3: a new file’s first row can carry the previous sessionId',
    [user('a', 'a', { sessionId: other }), say('b', 'b'), user('c', 'c'), say('d', 'd')],
  ),
  writtenCase('mixed-sessions', fields, [
    user('a', 'a'),
    say('b', 'b', { sessionId: other }),
    user('c', 'c'),
    say('d', 'd', { sessionId: other }),
  ]),
  writtenCase('no-session-id', fields, [
    user('a', 'a', { sessionId: void 0 }),
    say('b', 'b', { sessionId: void 0 }),
  ]),
  writtenCase('bare-rows', fields, [
    user('a', 'a', {
      sessionId: void 0,
      cwd: void 0,
      version: void 0,
      userType: void 0,
      isSidechain: void 0,
    }),
    say('b', 'b', { sessionId: void 0, cwd: void 0, version: void 0, userType: void 0, isSidechain: void 0 }),
  ]),
  writtenCase('fork-session', `${forks}: same uuids, new sessionId, older rows of another session`, [
    user('a', 'a', { sessionId: other }),
    say('b', 'b', { sessionId: other }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('branch-command', `${forks}: /branch writes forkedFrom`, [
    user('a', 'a', { forkedFrom: { sessionId: other, messageUuid: '00000000-0000-4000-8000-000000000061' } }),
    say('b', 'b', { forkedFrom: { sessionId: other, messageUuid: '00000000-0000-4000-8000-000000000062' } }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('titled-clone', `${forks}: a clone with side rows of its own`, [
    side({ type: 'custom-title', customTitle: 'copy', sessionId: other }),
    user('a', 'a'),
    say('b', 'b'),
    side({ type: 'agent-name', agentName: 'copy', sessionId: other }),
    lastPrompt('b', { sessionId: other }),
  ]),
  writtenCase('uuids-not-uuids', '§4.8: which uuids are accepted', [
    user('a', 'a', { uuid: 'row-1' }),
    say('b', 'b', { parentUuid: 'row-1', uuid: 'row-2' }),
  ]),
  writtenCase('uppercase-uuids', '§4.8: which uuids are accepted', [
    user('a', 'a', { uuid: 'AAAAAAAA-0000-4000-8000-00000000000A' }),
    say('b', 'b', { parentUuid: 'aaaaaaaa-0000-4000-8000-00000000000a' }),
  ]),
  writtenCase('second-writer', '§3: a second writer beside a live session', [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c', { at: 10 }),
    user('e', 'e', { parent: 'b', at: 11, entrypoint: 'sdk-cli' }),
    say('d', 'd', { parent: 'c', at: 12 }),
    say('f', 'f', { parent: 'e', at: 13 }),
  ]),
  writtenCase('second-writer-first-finishes-last', '§3: a second writer beside a live session', [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c', { at: 10 }),
    user('e', 'e', { parent: 'b', at: 11 }),
    say('f', 'f', { parent: 'e', at: 12 }),
    say('d', 'd', { parent: 'c', at: 13 }),
  ]),
  writtenCase('retry', '§3: a retry hangs a second answer on the prompt', [
    user('a', 'a'),
    say('b', 'b'),
    say('c', 'c', { parent: 'a' }),
  ]),
]
