import {
  assistant,
  call,
  callBlock,
  chain,
  result,
  resultBlock,
  say,
  textBlock,
  think,
  user,
  type RowSpec,
} from '../rows.ts'
import { writtenCase, type WrittenCase } from '../written-case.ts'

const rule = '§4.4: rows of the same message.id on side branches are merged back with their results'
const ids = '§4.4: a missing or different id loses the sibling'
const chained = '§3: in 2.0.x results chain one after another'

const prompt = user('a', 'a')
const done = say('z', 'z')

export const parallelTools: WrittenCase[] = [
  writtenCase('two-as-tree', rule, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('two-as-tree-second-answered-first', rule, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    result('e', 't2', { parent: 'c' }),
    result('d', 't1', { parent: 'b' }),
    done,
  ]),
  writtenCase('three-as-tree', rule, [prompt, ...calls(3), ...results(3), done]),
  writtenCase('five-as-tree', rule, [prompt, ...calls(5), ...results(5), done]),
  writtenCase('three-as-tree-answered-backwards', rule, [
    prompt,
    ...calls(3),
    ...results(3).toReversed(),
    done,
  ]),
  writtenCase('three-as-tree-next-on-the-middle', rule, [
    prompt,
    ...calls(3),
    ...results(3),
    say('z', 'z', { parent: 'r2' }),
  ]),
  writtenCase('three-as-tree-next-on-the-first', rule, [
    prompt,
    ...calls(3),
    ...results(3),
    say('z', 'z', { parent: 'r1' }),
  ]),
  writtenCase('tree-at-tip', rule, [prompt, ...calls(3), ...results(3)]),
  writtenCase('tree-one-unanswered', rule, [prompt, ...calls(3), ...results(2), done]),
  writtenCase('tree-one-unanswered-at-tip', rule, [prompt, ...calls(3), ...results(2)]),
  writtenCase('results-between-calls', rule, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    result('d', 't1', { parent: 'b' }),
    call('c', 't2', { mid: 'm', parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('text-then-two-as-tree', rule, [
    prompt,
    say('x', 'x', { mid: 'm' }),
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('thinking-then-two-as-tree', rule, [
    prompt,
    think('x', 'hm', { mid: 'm' }),
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('siblings-from-one-parent', rule, [
    prompt,
    call('b', 't1', { mid: 'm', parent: 'a' }),
    call('c', 't2', { mid: 'm', parent: 'a' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('side-branch-text-of-same-message', rule, [
    prompt,
    say('b', 'b', { mid: 'm', parent: 'a' }),
    say('c', 'c', { mid: 'm', parent: 'a' }),
    user('d', 'd'),
    done,
  ]),
  writtenCase('side-branch-thinking-of-same-message', rule, [
    prompt,
    think('b', 'hm', { mid: 'm', parent: 'a' }),
    say('c', 'c', { mid: 'm', parent: 'a' }),
    user('d', 'd'),
    done,
  ]),
  writtenCase('side-result-with-a-further-child', rule, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    result('d', 't1', { parent: 'b' }),
    user('d2', 'side prompt', { parent: 'd' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('side-result-behind-progress', rule, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    chain('p', { type: 'progress', data: { type: 'bash_progress' }, toolUseID: 't1' }, { parent: 'b' }),
    result('d', 't1', { parent: 'p' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('side-result-of-other-message', rule, [
    prompt,
    call('b', 't1', { mid: 'm1' }),
    result('d', 't1', { parent: 'b' }),
    call('c', 't2', { mid: 'm2', parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('two-rounds-as-trees', rule, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    call('f', 't3', { mid: 'n' }),
    call('g', 't4', { mid: 'n' }),
    result('h', 't3', { parent: 'f' }),
    result('i', 't4', { parent: 'g' }),
    done,
  ]),
  writtenCase('tree-on-a-dead-branch', rule, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    say('f', 'f'),
    user('g', 'g', { parent: 'a' }),
    done,
  ]),
  writtenCase('rewind-after-tree', rule, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    say('f', 'f'),
    user('g', 'g', { parent: 'e' }),
    done,
  ]),
  writtenCase('same-message-with-user-between', rule, [
    prompt,
    say('b', 'b', { mid: 'm' }),
    user('c', 'c'),
    say('d', 'd', { mid: 'm' }),
    user('e', 'e'),
    done,
  ]),
  writtenCase('ids-missing', ids, [
    prompt,
    call('b', 't1', { mid: null }),
    call('c', 't2', { mid: null }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('ids-differ', ids, [
    prompt,
    call('b', 't1', { mid: 'm1' }),
    call('c', 't2', { mid: 'm2' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('ids-missing-siblings-from-one-parent', ids, [
    prompt,
    call('b', 't1', { mid: null, parent: 'a' }),
    call('c', 't2', { mid: null, parent: 'a' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('ids-differ-siblings-from-one-parent', ids, [
    prompt,
    call('b', 't1', { mid: 'm1', parent: 'a' }),
    call('c', 't2', { mid: 'm2', parent: 'a' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('same-request-id-no-message-id', ids, [
    prompt,
    call('b', 't1', { mid: null, requestId: 'req_1' }),
    call('c', 't2', { mid: null, requestId: 'req_1' }),
    result('d', 't1', { parent: 'b' }),
    result('e', 't2', { parent: 'c' }),
    done,
  ]),
  writtenCase('two-chained', chained, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    result('d', 't1'),
    result('e', 't2'),
    done,
  ]),
  writtenCase('two-chained-backwards', chained, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    call('c', 't2', { mid: 'm' }),
    result('e', 't2'),
    result('d', 't1'),
    done,
  ]),
  writtenCase('call-result-call-result-same-message', chained, [
    prompt,
    call('b', 't1', { mid: 'm' }),
    result('d', 't1'),
    call('c', 't2', { mid: 'm' }),
    result('e', 't2'),
    done,
  ]),
  writtenCase('both-in-one-row', chained, [
    prompt,
    assistant('b', [callBlock('t1'), callBlock('t2')]),
    user('c', [resultBlock('t1'), resultBlock('t2')]),
    done,
  ]),
  writtenCase('both-in-one-row-results-as-tree', chained, [
    prompt,
    assistant('b', [textBlock('b'), callBlock('t1'), callBlock('t2')]),
    result('c', 't1', { parent: 'b' }),
    result('d', 't2', { parent: 'b' }),
    done,
  ]),
  writtenCase('results-swapped-in-one-row', chained, [
    prompt,
    assistant('b', [callBlock('t1'), callBlock('t2')]),
    user('c', [resultBlock('t2'), resultBlock('t1')]),
    done,
  ]),
]

function calls(count: number): RowSpec[] {
  return numbers(count).map((n) => call(`c${n}`, `t${n}`, { mid: 'm' }))
}

function results(count: number): RowSpec[] {
  return numbers(count).map((n) => result(`r${n}`, `t${n}`, { parent: `c${n}` }))
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
