import { call, lastPrompt, result, say, user, type RowSpec } from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const depth = '§4: branch depth tried'
const width = '§4: branch width tried'

export const deepAndWide: WrittenCase[] = [
  ...[10, 100, 300].map((turns) =>
    writtenCase(`chain-of-${turns}-turns`, `${depth}: ${turns} turns`, turnsOf(turns)),
  ),
  ...[2, 5, 20, 100].map((branches) =>
    writtenCase(`fork-of-${branches}`, `${width}: ${branches} branches from one row`, [
      user('a', 'a'),
      say('b', 'b'),
      ...numbers(branches).flatMap((n) => [user(`u${n}`, `u${n}`, { parent: 'b' }), say(`s${n}`, `s${n}`)]),
    ]),
  ),
  ...[3, 10, 40].map((levels) =>
    writtenCase(`nested-forks-${levels}`, `${depth}: a fork in each of ${levels} turns`, [
      user('u0', 'u0'),
      say('s0', 's0'),
      ...numbers(levels).flatMap((n) => [
        user(`d${n}`, `dead${n}`, { parent: `s${n - 1}` }),
        say(`e${n}`, `gone${n}`),
        user(`u${n}`, `u${n}`, { parent: `s${n - 1}` }),
        say(`s${n}`, `s${n}`),
      ]),
    ]),
  ),
  ...[2, 5, 20].map((roots) =>
    writtenCase(
      `${roots}-roots`,
      `${width}: ${roots} roots`,
      numbers(roots).flatMap((n) => [user(`u${n}`, `u${n}`, { parent: null }), say(`s${n}`, `s${n}`)]),
    ),
  ),
  ...[20, 60].map((tools) =>
    writtenCase(`parallel-${tools}-tools`, `${width}: ${tools} tools called at once`, [
      user('a', 'a'),
      ...numbers(tools).map((n) => call(`c${n}`, `t${n}`, { mid: 'm' })),
      ...numbers(tools).map((n) => result(`r${n}`, `t${n}`, { parent: `c${n}` })),
      say('z', 'z'),
    ]),
  ),
  writtenCase('fork-in-the-middle-marked', `${width}: last-prompt picks one of 20 branches`, [
    user('a', 'a'),
    say('b', 'b'),
    ...numbers(20).flatMap((n) => [user(`u${n}`, `u${n}`, { parent: 'b' }), say(`s${n}`, `s${n}`)]),
    lastPrompt('s7'),
  ]),
  writtenCase('rewind-of-a-rewind', `${depth}: a rewind inside a rewound branch`, [
    user('a', 'a'),
    say('b', 'b'),
    user('c', 'c'),
    say('d', 'd'),
    user('e', 'e', { parent: 'b' }),
    say('f', 'f'),
    user('g', 'g', { parent: 'f' }),
    say('h', 'h'),
    user('i', 'i', { parent: 'f' }),
    say('j', 'j'),
    user('k', 'k', { parent: 'd' }),
    say('l', 'l'),
  ]),
  writtenCase('tool-rounds-40', `${depth}: forty tool rounds`, [
    user('a', 'a'),
    ...numbers(40).flatMap((n) => [call(`c${n}`, `t${n}`), result(`r${n}`, `t${n}`)]),
    say('z', 'z'),
  ]),
]

function turnsOf(count: number): RowSpec[] {
  return numbers(count).flatMap((n) => [user(`u${n}`, `u${n}`), say(`s${n}`, `s${n}`)])
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
