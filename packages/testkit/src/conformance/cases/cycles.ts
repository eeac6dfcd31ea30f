import { lastPrompt, say, system, user } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const rule = '§4.3: a cycle hangs 2.0.76'

export const cycles: WrittenCase[] = [
  writtenCase('self-parent', rule, [user('a', 'a'), say('b', 'b', { parent: 'b' })]),
  writtenCase('self-parent-root', rule, [user('a', 'a', { parent: 'a' }), say('b', 'b')]),
  writtenCase('two-rows', rule, [user('a', 'a', { parent: 'b' }), say('b', 'b')]),
  writtenCase('tail-off-a-cycle', rule, [
    user('a', 'a', { parent: 'b' }),
    say('b', 'b'),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('cycle-beside-a-good-chain', rule, [
    user('x', 'x', { parent: 'y' }),
    say('y', 'y', { parent: 'x' }),
    user('a', 'a', { parent: null }),
    say('b', 'b'),
  ]),
  writtenCase('cycle-after-a-good-chain', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('x', 'x', { parent: 'y' }),
    say('y', 'y', { parent: 'x' }),
  ]),
  writtenCase('cycle-through-system', rule, [
    user('a', 'a', { parent: 's' }),
    say('b', 'b'),
    system('s', 'informational'),
    user('c', 'c'),
    say('d', 'd'),
  ]),
  writtenCase('last-prompt-into-a-cycle', rule, [
    user('a', 'a'),
    say('b', 'b'),
    user('x', 'x', { parent: 'y' }),
    say('y', 'y', { parent: 'x' }),
    lastPrompt('y'),
  ]),
]
