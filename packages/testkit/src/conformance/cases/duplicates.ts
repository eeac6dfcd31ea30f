import { call, result, say, system, user } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const rule = '§4.8: duplicate uuid: the last wins'

export const duplicates: WrittenCase[] = [
  writtenCase('same-row-twice', rule, [user('a', 'a'), say('b', 'b'), say('b', 'b', { parent: 'a', at: 2 })]),
  writtenCase('second-differs', rule, [
    user('a', 'a'),
    say('b', 'first'),
    say('b', 'second', { parent: 'a' }),
  ]),
  writtenCase('second-differs-in-the-middle', rule, [
    user('a', 'a'),
    say('b', 'first'),
    user('c', 'c'),
    say('d', 'd'),
    say('b', 'second', { parent: 'a' }),
  ]),
  writtenCase('second-has-another-parent', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    say('d', 'd'),
    user('c', 'c2', { parent: 'a' }),
  ]),
  writtenCase('second-has-null-parent', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    say('d', 'd'),
    user('c', 'c2', { parent: null }),
  ]),
  writtenCase('second-is-another-type', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('b', 'now a user', { parent: 'a' }),
  ]),
  writtenCase('second-is-system', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    say('d', 'd'),
    system('b', 'informational', { parent: 'a' }),
  ]),
  writtenCase('second-is-sidechain', rule, [
    user('a', 'a'),
    say('b', 'b'),
    say('b', 'b', { parent: 'a', isSidechain: true }),
  ]),
  writtenCase('whole-file-twice', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    say('d', 'd'),
    user('a', 'a', { parent: null, at: 1 }),
    say('b', 'b', { at: 2 }),
    user('c', 'c', { at: 3 }),
    say('d', 'd', { at: 4 }),
  ]),
  writtenCase('whole-file-twice-and-on', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('a', 'a', { parent: null, at: 1 }),
    say('b', 'b', { at: 2 }),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('same-text-other-uuid', '§4.8: equal rows under different uuids', [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'a'),
    say('d', 'b'),
  ]),
  writtenCase('duplicated-tool-rows', rule, [
    user('a', 'a'),
    call('b', 't1'),
    result('c', 't1'),
    call('b', 't1', { parent: 'a', at: 2 }),
    result('c', 't1', { parent: 'b', at: 3 }),
    say('d', 'd'),
  ]),
  writtenCase('tip-duplicated-earlier-time', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    say('d', 'd'),
    say('d', 'd again', { parent: 'c', at: 1 }),
  ]),
]
