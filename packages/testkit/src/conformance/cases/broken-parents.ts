import {
  attachment,
  call,
  chain,
  lastPrompt,
  result,
  say,
  side,
  system,
  user,
  type RowSpec,
} from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const bridge = '§4.3: a dangling parent is bridged to the newest earlier row within 5.000 s'
const unknownType = '§4.3: an unknown-type parent is bridged likewise'
const chainRows = '§3: chain rows that are not conversation carry the chain'
const past: RowSpec[] = [user('a', 'a'), say('b', 'b')]

export const brokenParents: WrittenCase[] = [
  ...[0, 1, 4.999, 5, 5.001, 6, 3600, -1, -5, -6].map((gap) =>
    writtenCase(`gap-of-${gap}s`, `${bridge}: ${gap} s later`, [
      ...past,
      user('c', 'c', { parent: 'q', at: 2 + gap }),
      say('d', 'd'),
    ]),
  ),
  writtenCase('null-parent-cuts', '§4.3: null cuts', [
    ...past,
    user('c', 'c', { parent: null }),
    say('d', 'd'),
  ]),
  writtenCase('missing-parent-field', '§4.3: a row without parentUuid', [
    ...past,
    user('c', 'c', { parentUuid: void 0 }),
    say('d', 'd'),
  ]),
  writtenCase('empty-parent', '§4.3: an empty parentUuid', [
    ...past,
    user('c', 'c', { parentUuid: '' }),
    say('d', 'd'),
  ]),
  writtenCase('numeric-parent', '§4.3: a parentUuid that is no string', [
    ...past,
    user('c', 'c', { parentUuid: 7 }),
    say('d', 'd'),
  ]),
  writtenCase('dangling-root', bridge, [user('a', 'a', { parent: 'q' }), say('b', 'b')]),
  writtenCase('dangling-twice', bridge, [
    ...past,
    user('c', 'c', { parent: 'q' }),
    say('d', 'd', { parent: 'r' }),
  ]),
  writtenCase('dangling-assistant', bridge, [...past, user('c', 'c'), say('d', 'd', { parent: 'q' })]),
  writtenCase('dangling-result', bridge, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1', { parent: 'q' }),
    say('d', 'd'),
  ]),
  writtenCase('newest-earlier-is-in-other-branch', bridge, [
    ...past,
    user('x', 'x', { parent: 'a', at: 3 }),
    user('c', 'c', { parent: 'q', at: 4 }),
    say('d', 'd'),
  ]),
  writtenCase('newest-earlier-by-time-not-line', bridge, [
    user('a', 'a', { at: 10 }),
    say('b', 'b', { at: 12 }),
    user('x', 'x', { parent: 'a', at: 11 }),
    user('c', 'c', { parent: 'q', at: 13 }),
    say('d', 'd'),
  ]),
  writtenCase('newest-earlier-stands-later-in-file', bridge, [
    user('a', 'a', { at: 10 }),
    user('c', 'c', { parent: 'q', at: 13 }),
    say('d', 'd', { at: 14 }),
    say('b', 'b', { parent: 'a', at: 12 }),
    lastPrompt('d'),
  ]),
  writtenCase('only-line-before-counts', bridge, [
    user('a', 'a', { at: 10 }),
    say('b', 'b', { at: 100 }),
    user('c', 'c', { parent: 'q', at: 12 }),
    say('d', 'd'),
  ]),
  writtenCase('bridge-over-sidechain', bridge, [
    ...past,
    say('s', 's', { parent: null, isSidechain: true, at: 3 }),
    user('c', 'c', { parent: 'q', at: 4 }),
    say('d', 'd'),
  ]),
  writtenCase('bridge-over-system', bridge, [
    ...past,
    system('s', 'informational', { at: 3 }),
    user('c', 'c', { parent: 'q', at: 4 }),
    say('d', 'd'),
  ]),
  writtenCase('bridge-over-attachment', bridge, [
    ...past,
    attachment('s', { type: 'date', date: '2026-01-02' }, { at: 3 }),
    user('c', 'c', { parent: 'q', at: 4 }),
    say('d', 'd'),
  ]),
  writtenCase('bridge-to-attachment-chain-too-old', bridge, [
    ...past,
    system('s', 'informational', { at: 20 }),
    user('c', 'c', { parent: 'q', at: 22 }),
    say('d', 'd'),
  ]),
  writtenCase('bridge-needs-time', `${bridge}: the row has no timestamp`, [
    ...past,
    user('c', 'c', { parent: 'q', timestamp: void 0 }),
    say('d', 'd'),
  ]),
  writtenCase('deleted-middle-row', bridge, [
    user('a', 'a'),
    user('c', 'c', { parent: 'b', at: 3 }),
    say('d', 'd'),
  ]),
  writtenCase('many-dangling', bridge, [
    user('a', 'a'),
    say('b', 'b', { parent: 'q1' }),
    user('c', 'c', { parent: 'q2' }),
    say('d', 'd', { parent: 'q3' }),
    user('e', 'e', { parent: 'q4' }),
    say('f', 'f', { parent: 'q5' }),
  ]),
  writtenCase('cut-then-bridge', bridge, [
    ...past,
    user('c', 'c', { parent: 'q1', at: 100 }),
    say('d', 'd'),
    user('e', 'e', { parent: 'q2', at: 102 }),
    say('f', 'f'),
  ]),
  writtenCase('unknown-type-parent-inside-5s', unknownType, [
    ...past,
    chain('x', { type: 'hologram' }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('unknown-type-parent-outside-5s', unknownType, [
    ...past,
    chain('x', { type: 'hologram' }, { at: 20 }),
    user('c', 'c', { at: 30 }),
    say('d', 'd'),
  ]),
  writtenCase('unknown-type-parent-5s-from-last-known', unknownType, [
    ...past,
    chain('x', { type: 'hologram' }, { at: 6 }),
    user('c', 'c', { at: 8 }),
    say('d', 'd'),
  ]),
  writtenCase('two-unknown-type-parents', unknownType, [
    ...past,
    chain('x', { type: 'hologram' }),
    chain('y', { type: 'hologram' }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('progress-parent-outside-5s', chainRows, [
    ...past,
    chain('x', { type: 'progress', data: { type: 'hook_progress' } }, { at: 20 }),
    user('c', 'c', { at: 30 }),
    say('d', 'd'),
  ]),
  writtenCase('progress-chain-outside-5s', chainRows, [
    ...past,
    chain('x', { type: 'progress', data: { type: 'hook_progress' } }, { at: 20 }),
    chain('y', { type: 'progress', data: { type: 'hook_progress' } }, { at: 40 }),
    user('c', 'c', { at: 60 }),
    say('d', 'd'),
  ]),
  writtenCase('attachment-parent', chainRows, [
    ...past,
    attachment('x', { type: 'command_permissions', allowedTools: [] }, { at: 20 }),
    user('c', 'c', { at: 30 }),
    say('d', 'd'),
  ]),
  writtenCase('turn-duration-parent', chainRows, [
    ...past,
    system('x', 'turn_duration', { at: 20 }),
    user('c', 'c', { at: 30 }),
    say('d', 'd'),
  ]),
  writtenCase('api-error-system-parent', chainRows, [
    ...past,
    system('x', 'api_error', { at: 20 }),
    user('c', 'c', { at: 30 }),
    say('d', 'd'),
  ]),
  writtenCase('late-api-error-as-parent', '§3: a late api_error row used as parent', [
    ...past,
    user('c', 'c'),
    say('d', 'd'),
    system('x', 'api_error', { parent: 'b' }),
    user('e', 'e'),
    say('f', 'f'),
  ]),
  writtenCase('side-row-with-uuid-as-parent', unknownType, [
    ...past,
    chain('x', { type: 'queue-operation', operation: 'enqueue' }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('saved-hook-result-as-parent', unknownType, [
    ...past,
    chain('x', { type: 'saved_hook_context' }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('side-rows-between', '§4.8: side rows do not matter', [
    user('a', 'a'),
    side({ type: 'mode', mode: 'normal', sessionId: 's' }),
    side({ type: 'permission-mode', permissionMode: 'plan', sessionId: 's' }),
    say('b', 'b', { parent: 'a' }),
    side({ type: 'ai-title', aiTitle: 'x', sessionId: 's' }),
    side({ type: 'unheard-of', payload: 1 }),
  ]),
]
