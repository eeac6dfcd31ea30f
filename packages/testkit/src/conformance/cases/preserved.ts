import { boundary, call, result, say, summary, user, uuidOf, type RowSpec } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const segment = '§3: the loader splices head..tail after anchorUuid'
const messages = '§4.7: preservedMessages'
const missing = '§4.7: a missing preserved uuid preserves nothing'
const past: RowSpec[] = [user('a', 'a'), say('b', 'b'), user('c', 'c'), say('d', 'd')]
const after: RowSpec[] = [summary('s', 'sum'), user('e', 'e'), say('f', 'f')]

export const preserved: WrittenCase[] = [
  writtenCase('segment-after-summary', segment, [
    ...past,
    cut({ preservedSegment: span('c', 's', 'd') }),
    ...after,
  ]),
  writtenCase('segment-after-summary-at-tip', segment, [
    ...past,
    cut({ preservedSegment: span('c', 's', 'd') }),
    summary('s', 'sum'),
  ]),
  writtenCase('segment-after-boundary', segment, [
    ...past,
    cut({ preservedSegment: span('c', 'x', 'd') }),
    ...after,
  ]),
  writtenCase('segment-of-one', segment, [...past, cut({ preservedSegment: span('d', 's', 'd') }), ...after]),
  writtenCase('segment-whole-past', segment, [
    ...past,
    cut({ preservedSegment: span('a', 's', 'd') }),
    ...after,
  ]),
  writtenCase('segment-inner', segment, [...past, cut({ preservedSegment: span('b', 's', 'c') }), ...after]),
  writtenCase('segment-head-after-tail', segment, [
    ...past,
    cut({ preservedSegment: span('d', 's', 'c') }),
    ...after,
  ]),
  writtenCase('segment-head-unknown', missing, [
    ...past,
    cut({ preservedSegment: span('q', 's', 'd') }),
    ...after,
  ]),
  writtenCase('segment-tail-unknown', missing, [
    ...past,
    cut({ preservedSegment: span('c', 's', 'q') }),
    ...after,
  ]),
  writtenCase('segment-anchor-unknown', missing, [
    ...past,
    cut({ preservedSegment: span('c', 'q', 'd') }),
    ...after,
  ]),
  writtenCase('segment-broken-inside', missing, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c', { parent: 'q', at: 60 }),
    say('d', 'd'),
    cut({ preservedSegment: span('a', 's', 'd') }),
    ...after,
  ]),
  writtenCase('segment-on-other-branch', segment, [
    ...past,
    user('g', 'g', { parent: 'b' }),
    say('h', 'h'),
    cut({ preservedSegment: span('c', 's', 'd') }, 'h'),
    ...after,
  ]),
  writtenCase('segment-with-tools', segment, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    call('t', 't1'),
    result('u', 't1'),
    say('d', 'd'),
    cut({ preservedSegment: span('c', 's', 'd') }),
    ...after,
  ]),
  writtenCase('segment-cuts-a-tool-pair', segment, [
    user('a', 'a'),
    call('t', 't1'),
    result('u', 't1'),
    say('d', 'd'),
    cut({ preservedSegment: span('u', 's', 'd') }),
    ...after,
  ]),
  writtenCase('segment-with-parallel-tree', segment, [
    user('a', 'a'),
    user('c', 'c'),
    call('t', 't1', { mid: 'm' }),
    call('u', 't2', { mid: 'm' }),
    result('v', 't1', { parent: 't' }),
    result('w', 't2', { parent: 'u' }),
    say('d', 'd'),
    cut({ preservedSegment: span('c', 's', 'd') }),
    ...after,
  ]),
  writtenCase('two-compactions-second-preserves', segment, [
    ...past,
    cut({}),
    ...after,
    boundary('y', 'f', {
      compactMetadata: { trigger: 'auto', preTokens: 9, preservedSegment: span('e', 'z', 'f') },
    }),
    summary('z', 'sum2'),
    user('g', 'g'),
    say('h', 'h'),
  ]),
  writtenCase('two-compactions-first-preserves', segment, [
    ...past,
    cut({ preservedSegment: span('c', 's', 'd') }),
    ...after,
    boundary('y', 'f'),
    summary('z', 'sum2'),
    user('g', 'g'),
    say('h', 'h'),
  ]),
  writtenCase('two-compactions-both-preserve', segment, [
    ...past,
    cut({ preservedSegment: span('c', 's', 'd') }),
    ...after,
    boundary('y', 'f', {
      compactMetadata: { trigger: 'auto', preTokens: 9, preservedSegment: span('e', 'z', 'f') },
    }),
    summary('z', 'sum2'),
    user('g', 'g'),
    say('h', 'h'),
  ]),
  writtenCase('messages-after-summary', messages, [
    ...past,
    cut({ preservedMessages: list(['c', 'd'], 's') }),
    ...after,
  ]),
  writtenCase('messages-all-uuids', messages, [
    ...past,
    cut({ preservedMessages: { ...list(['c', 'd'], 's'), allUuids: ['c', 'd'].map(uuidOf) } }),
    ...after,
  ]),
  writtenCase('messages-with-gap', messages, [
    ...past,
    cut({ preservedMessages: list(['a', 'd'], 's') }),
    ...after,
  ]),
  writtenCase('messages-out-of-order', messages, [
    ...past,
    cut({ preservedMessages: list(['d', 'c'], 's') }),
    ...after,
  ]),
  writtenCase('messages-one-unknown', missing, [
    ...past,
    cut({ preservedMessages: list(['c', 'q'], 's') }),
    ...after,
  ]),
  writtenCase('messages-anchor-unknown', missing, [
    ...past,
    cut({ preservedMessages: list(['c', 'd'], 'q') }),
    ...after,
  ]),
  writtenCase('messages-anchor-boundary', messages, [
    ...past,
    cut({ preservedMessages: list(['c', 'd'], 'x') }),
    ...after,
  ]),
  writtenCase('messages-empty', messages, [...past, cut({ preservedMessages: list([], 's') }), ...after]),
  writtenCase('messages-and-segment', messages, [
    ...past,
    cut({ preservedSegment: span('c', 's', 'd'), preservedMessages: list(['c', 'd'], 's') }),
    ...after,
  ]),
  writtenCase('messages-and-differing-segment', messages, [
    ...past,
    cut({ preservedSegment: span('a', 's', 'd'), preservedMessages: list(['d'], 's') }),
    ...after,
  ]),
]

function cut(kept: Record<string, unknown>, last = 'd'): RowSpec {
  return boundary('x', last, { compactMetadata: { trigger: 'auto', preTokens: 9, ...kept } })
}

function span(head: string, anchor: string, tail: string): Record<string, string> {
  return { headUuid: uuidOf(head), anchorUuid: uuidOf(anchor), tailUuid: uuidOf(tail) }
}

function list(labels: string[], anchor: string): Record<string, unknown> {
  return { anchorUuid: uuidOf(anchor), uuids: labels.map(uuidOf) }
}
