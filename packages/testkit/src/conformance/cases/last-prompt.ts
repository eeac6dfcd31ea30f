import { lastPrompt, say, user, zeroUuid, type RowSpec } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const rule = '§4.2: last-prompt'
const explicit = '§4.2: an explicit last-prompt'

/** a–b with the branches c–d (older) and e–f (newer). */
const fork: RowSpec[] = [
  user('a', 'a'),
  say('b', 'b'),
  user('c', 'c', { parent: 'b' }),
  say('d', 'd'),
  user('e', 'e', { parent: 'b' }),
  say('f', 'f'),
]

export const lastPrompts: WrittenCase[] = [
  ...['a', 'b', 'c', 'd', 'e', 'f'].flatMap((leaf) => [
    writtenCase(`leaf-${leaf}`, `${rule} with leaf ${leaf} of a fork`, [...fork, lastPrompt(leaf)]),
    writtenCase(`explicit-${leaf}`, `${explicit} with leaf ${leaf} of a fork`, [
      ...fork,
      lastPrompt(leaf, { explicit: true }),
    ]),
  ]),
  writtenCase('unknown-leaf', `${rule}: an unknown leaf gives the default tip`, [...fork, lastPrompt('zz')]),
  writtenCase('zero-leaf', `${rule}: zeros give the default tip`, [...fork, lastPrompt(zeroUuid)]),
  writtenCase('explicit-zero-leaf', `${explicit} with zeros (a rewind to the start)`, [
    ...fork,
    lastPrompt(zeroUuid, { explicit: true }),
  ]),
  writtenCase('explicit-zero-leaf-then-rows', `${explicit} with zeros, rows after it`, [
    ...fork,
    lastPrompt(zeroUuid, { explicit: true }),
    user('g', 'g', { parent: null }),
    say('h', 'h'),
  ]),
  writtenCase('explicit-unknown-leaf', `${explicit} with an unknown leaf`, [
    ...fork,
    lastPrompt('zz', { explicit: true }),
  ]),
  writtenCase('no-leaf-field', `${rule} without leafUuid`, [
    ...fork,
    lastPrompt('d', { leafUuid: undefined }),
  ]),
  writtenCase('null-leaf', `${rule} with leafUuid null`, [...fork, lastPrompt('d', { leafUuid: null })]),
  writtenCase('last-one-wins', `${rule}: the last one counts`, [...fork, lastPrompt('d'), lastPrompt('f')]),
  writtenCase('last-one-wins-back', `${rule}: the last one counts`, [
    ...fork,
    lastPrompt('f'),
    lastPrompt('d'),
  ]),
  writtenCase('last-unknown-hides-earlier', `${rule}: the last one counts though its leaf is unknown`, [
    ...fork,
    lastPrompt('d'),
    lastPrompt('zz'),
  ]),
  writtenCase('other-session-id', `${rule}: its sessionId is not checked`, [
    ...fork,
    lastPrompt('d', { sessionId: '99999999-0000-4000-8000-000000000000' }),
  ]),
  writtenCase('without-session-id', `${rule}: its sessionId is not needed`, [
    ...fork,
    lastPrompt('d', { sessionId: undefined }),
  ]),
  writtenCase('marker-first-in-file', `${rule}: its place in the file`, [lastPrompt('d'), ...fork]),
  writtenCase('marker-before-newer-branch', `${rule}: exactly L even if a newer branch was appended later`, [
    ...fork.slice(0, 4),
    lastPrompt('d'),
    ...fork.slice(4),
  ]),
  writtenCase('tip-descends-from-leaf', `${rule}: a default tip that descends from L stays`, [
    ...fork.slice(0, 4),
    lastPrompt('b'),
    ...fork.slice(4),
  ]),
  writtenCase('explicit-then-continued', `${explicit}: rows written after it continue from L`, [
    ...fork,
    lastPrompt('d', { explicit: true }),
    user('g', 'g', { parent: 'd' }),
    say('h', 'h'),
  ]),
  writtenCase(
    'explicit-inner-then-continued',
    `${explicit} on an inner row: rows written after it continue from L`,
    [...fork, lastPrompt('b', { explicit: true }), user('g', 'g', { parent: 'b' }), say('h', 'h')],
  ),
  writtenCase('explicit-then-other-branch', `${explicit}: rows written after it continue elsewhere`, [
    ...fork,
    lastPrompt('d', { explicit: true }),
    user('g', 'g', { parent: 'f' }),
    say('h', 'h'),
  ]),
  writtenCase(
    'explicit-inner-rows-before',
    `${explicit} on an inner row whose continuation stands before the marker`,
    [...fork.slice(0, 4), lastPrompt('b', { explicit: true })],
  ),
  writtenCase(
    'plain-inner-rows-before',
    `${rule} on an inner row whose continuation stands before the marker`,
    [...fork.slice(0, 4), lastPrompt('b')],
  ),
  writtenCase('explicit-user-leaf', `${explicit} on a user row`, [
    ...fork.slice(0, 4),
    lastPrompt('c', { explicit: true }),
  ]),
  writtenCase('explicit-false', `${explicit} set to false`, [...fork, lastPrompt('b', { explicit: false })]),
  writtenCase('explicit-then-plain', `${explicit}, then a plain one`, [
    ...fork,
    lastPrompt('b', { explicit: true }),
    lastPrompt('f'),
  ]),
  writtenCase('explicit-then-rows-then-plain', `${explicit}, rows, then a plain one on the rows`, [
    ...fork,
    lastPrompt('b', { explicit: true }),
    user('g', 'g', { parent: 'b' }),
    say('h', 'h'),
    lastPrompt('h'),
  ]),
  writtenCase('leaf-is-sidechain', `${rule} on a sidechain row`, [
    ...fork,
    say('s', 's', { parent: 'b', isSidechain: true }),
    lastPrompt('s'),
  ]),
  writtenCase('continued-by-two-branches', `${explicit}: two branches continue from L after the marker`, [
    ...fork.slice(0, 4),
    lastPrompt('b', { explicit: true }),
    user('g', 'g', { parent: 'b' }),
    say('h', 'h'),
    user('i', 'i', { parent: 'b' }),
    say('j', 'j'),
  ]),
  writtenCase(
    'marker-older-branch-grew',
    `${rule}: L's own branch grew after the marker, another one later still`,
    [
      ...fork,
      lastPrompt('d'),
      user('g', 'g', { parent: 'd' }),
      say('h', 'h'),
      user('i', 'i', { parent: 'f' }),
      say('j', 'j'),
    ],
  ),
]
