import {
  conformanceSessionId,
  lastPrompt,
  say,
  side,
  timestampAt,
  user,
  uuidOf,
  zeroUuid,
  type Block,
} from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const rule = '§2: side rows are outside the conversation; an unknown type is normal'

const kinds: Block[] = [
  { type: 'mode', mode: 'normal' },
  { type: 'permission-mode', permissionMode: 'default' },
  { type: 'custom-title', customTitle: 'title' },
  { type: 'ai-title', aiTitle: 'title' },
  { type: 'agent-name', agentName: 'name' },
  { type: 'agent-color', agentColor: 'red' },
  { type: 'tag', tag: 'x' },
  { type: 'summary', summary: 'title', leafUuid: uuidOf('b') },
  { type: 'tools-used', tools: [] },
  { type: 'worktree-state', worktreeSession: null },
  { type: 'pr-link', prNumber: 1, prUrl: 'http://127.0.0.1/1', prRepository: 'x/y' },
  { type: 'queue-operation', operation: 'enqueue', timestamp: timestampAt(3), content: 'queued' },
  { type: 'history-suppression', uuids: [uuidOf('a')] },
  { type: 'frame-link', uuid: uuidOf('x') },
  { type: 'api-request', id: 'x' },
  { type: 'hologram', value: 1 },
  { type: 7 },
  {},
]

export const sideRows: WrittenCase[] = [
  ...kinds.map((row, index) =>
    writtenCase(`between-${typeof row['type'] === 'string' ? row['type'] : `odd-${index}`}`, rule, [
      user('a', 'a'),
      say('b', 'b'),
      side({ ...row, sessionId: conformanceSessionId }),
      user('c', 'c'),
      say('d', 'd'),
    ]),
  ),
  writtenCase('all-of-them-first', rule, [
    ...kinds.map((row) => side({ ...row, sessionId: conformanceSessionId })),
    user('a', 'a'),
    say('b', 'b'),
  ]),
  writtenCase('all-of-them-last', rule, [
    user('a', 'a'),
    say('b', 'b'),
    ...kinds.map((row) => side({ ...row, sessionId: conformanceSessionId })),
  ]),
  writtenCase(
    'only-side-rows',
    rule,
    kinds.map((row) => side({ ...row, sessionId: conformanceSessionId })),
  ),
  writtenCase('side-row-with-uuid-as-parent', rule, [
    user('a', 'a'),
    say('b', 'b'),
    side({
      type: 'custom-title',
      customTitle: 'x',
      uuid: uuidOf('n'),
      parentUuid: uuidOf('b'),
      timestamp: timestampAt(3),
    }),
    user('c', 'c', { parent: 'n', at: 4 }),
    say('d', 'd'),
  ]),
  writtenCase('rewind-to-the-start', '§3: a rewind then also writes last-prompt with zeros, explicit', [
    user('a', 'a'),
    say('b', 'b'),
    lastPrompt(zeroUuid, { explicit: true }),
  ]),
]
