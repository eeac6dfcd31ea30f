import { attachment, call, chain, result, say, system, user, type RowSpec } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const order = '§4.1: the default tip is the leaf latest in file order (2.0.76: newest timestamp)'
const kinds = '§4.1: which types can be a tip'

/** a–b, then two branches from b. */
const stem = [user('a', 'a'), say('b', 'b')]
const first = (at?: number): RowSpec[] => [
  user('c', 'c', { parent: 'b', ...(at === undefined ? {} : { at }) }),
  say('d', 'd'),
]
const second = (at?: number): RowSpec[] => [
  user('e', 'e', { parent: 'b', ...(at === undefined ? {} : { at }) }),
  say('f', 'f'),
]

export const tips: WrittenCase[] = [
  writtenCase('single-turn', order, stem),
  writtenCase('two-turns', order, [...stem, user('c', 'c'), say('d', 'd')]),
  writtenCase('user-tip', '§4.6: a user tip gets a synthetic assistant', [...stem, user('c', 'c')]),
  writtenCase('only-a-user', '§4.6: a user tip gets a synthetic assistant', [user('a', 'a')]),
  writtenCase('only-an-assistant', order, [say('a', 'a')]),
  writtenCase('assistant-first', order, [say('a', 'a'), user('b', 'b'), say('c', 'c')]),
  writtenCase('rewind-later-wins', order, [...stem, ...first(), ...second()]),
  writtenCase('rewind-older-time-later-line', order, [...stem, ...first(100), ...second(50)]),
  writtenCase('rewind-same-time', order, [...stem, ...first(50), ...second(50)]),
  writtenCase('first-branch-grows-last', order, [
    ...stem,
    ...first(),
    ...second(),
    user('g', 'g', { parent: 'd' }),
    say('h', 'h'),
  ]),
  writtenCase('leaf-first-in-file-newest-time', order, [
    user('a', 'a'),
    say('b', 'b'),
    say('z', 'z', { parent: 'a', at: 500 }),
    user('c', 'c', { parent: 'b', at: 4 }),
    say('d', 'd'),
  ]),
  writtenCase('child-before-parent', '§3: a child can stand before its parent', [
    user('a', 'a'),
    say('d', 'd', { parent: 'c', at: 4 }),
    user('c', 'c', { parent: 'b', at: 3 }),
    say('b', 'b', { parent: 'a', at: 2 }),
  ]),
  writtenCase('timestamps-run-backwards', order, [
    user('a', 'a', { at: 40 }),
    say('b', 'b', { at: 30 }),
    user('c', 'c', { at: 20 }),
    say('d', 'd', { at: 10 }),
  ]),
  writtenCase('two-roots', order, [...stem, user('c', 'c', { parent: null }), say('d', 'd')]),
  writtenCase('two-roots-older-later', order, [
    user('a', 'a', { at: 100 }),
    say('b', 'b'),
    user('c', 'c', { parent: null, at: 10 }),
    say('d', 'd'),
  ]),
  writtenCase('leaf-user-beside-assistant', order, [...stem, user('c', 'c', { parent: 'a' })]),
  writtenCase('leaf-user-beside-newer-assistant', order, [
    user('a', 'a'),
    user('c', 'c', { parent: 'a' }),
    say('b', 'b', { parent: 'a' }),
  ]),
  writtenCase('system-tip', kinds, [...stem, system('c', 'turn_duration')]),
  writtenCase('system-tip-on-other-branch', kinds, [
    ...stem,
    ...first(),
    system('e', 'turn_duration', { parent: 'b' }),
  ]),
  writtenCase('system-informational-tip', kinds, [...stem, system('c', 'informational')]),
  writtenCase('attachment-tip', kinds, [...stem, attachment('c', { type: 'date', date: '2026-01-01' })]),
  writtenCase('attachment-tip-on-other-branch', kinds, [
    ...stem,
    ...first(),
    attachment('e', { type: 'date', date: '2026-01-01' }, { parent: 'b' }),
  ]),
  writtenCase('progress-tip', kinds, [
    ...stem,
    chain('c', { type: 'progress', data: { type: 'hook_progress' } }),
  ]),
  writtenCase('progress-in-the-middle', kinds, [
    ...stem,
    chain('c', { type: 'progress', data: { type: 'hook_progress' } }),
    user('d', 'd'),
    say('e', 'e'),
  ]),
  writtenCase('progress-tip-on-other-branch', kinds, [
    ...stem,
    ...first(),
    chain('e', { type: 'progress', data: { type: 'hook_progress' } }, { parent: 'b' }),
  ]),
  writtenCase('unknown-type-tip', kinds, [...stem, chain('c', { type: 'hologram', note: 'x' })]),
  writtenCase('unknown-type-tip-on-other-branch', kinds, [
    ...stem,
    ...first(),
    chain('e', { type: 'hologram' }, { parent: 'b' }),
  ]),
  writtenCase('sidechain-leaf-is-no-tip', kinds, [
    ...stem,
    say('c', 'side', { parent: 'a', isSidechain: true }),
  ]),
  writtenCase('sidechain-branch-is-no-tip', kinds, [
    ...stem,
    user('c', 'side', { parent: null, isSidechain: true }),
    say('d', 'side answer', { isSidechain: true }),
  ]),
  writtenCase('all-sidechain', kinds, [
    user('a', 'a', { isSidechain: true }),
    say('b', 'b', { isSidechain: true }),
  ]),
  writtenCase('meta-user-tip', kinds, [...stem, user('c', 'meta', { isMeta: true })]),
  writtenCase('tool-result-tip', '§4.6: a user tip gets a synthetic assistant', [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1'),
  ]),
  writtenCase('tip-without-timestamp', '§4.8: a valid timestamp is needed on the tip', [
    ...stem,
    user('c', 'c'),
    say('d', 'd', { timestamp: undefined }),
  ]),
  writtenCase('tip-with-bad-timestamp', '§4.8: a valid timestamp is needed on the tip', [
    ...stem,
    user('c', 'c'),
    say('d', 'd', { timestamp: 'yesterday' }),
  ]),
  writtenCase('tip-with-numeric-timestamp', '§4.8: a valid timestamp is needed on the tip', [
    ...stem,
    user('c', 'c'),
    say('d', 'd', { timestamp: 1767225600000 }),
  ]),
  writtenCase('no-timestamps-at-all', '§4.8: a valid timestamp is needed on the tip', [
    user('a', 'a', { timestamp: undefined }),
    say('b', 'b', { timestamp: undefined }),
  ]),
  writtenCase('timestamp-missing-inside', '§4.8: a valid timestamp is needed on the tip only', [
    user('a', 'a', { timestamp: undefined }),
    say('b', 'b', { timestamp: undefined }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('bad-timestamp-branch-beside-good-one', '§4.8: a valid timestamp is needed on the tip', [
    ...stem,
    ...first(),
    user('e', 'e', { parent: 'b' }),
    say('f', 'f', { timestamp: 'never' }),
  ]),
]
