import type { RecordedVersion } from '../../claude/versions.ts'
import { boundary, chain, conformanceModel, summary, textBlock, user, type RowSpec } from '../rows.ts'

/**
 * A short conversation whose usage tells of another one, and whether the program compacts it before it sends the
 * next prompt. Unless a case says otherwise the auto-compact window is 200,000 tokens: 2.0.76 takes that for
 * every model, 2.1.325 only where its settings say so.
 */
export interface UsageCase {
  name: string
  rows: RowSpec[]
  compacts: Record<RecordedVersion, boolean>
  model?: string
  /** Leaves the window to the program's own choice. */
  defaultWindow?: boolean
}

const both = { '2.1.325': true, '2.0.76': true }
const neither = { '2.1.325': false, '2.0.76': false }
const olderOnly = { '2.1.325': false, '2.0.76': true }
const newerOnly = { '2.1.325': true, '2.0.76': false }

type Usage = Record<string, unknown> | undefined

const small = usageOf(40)
const large = usageOf(190_000)
const zero = { ...usageOf(0), output_tokens: 0 }
const millionWindowModel = 'claude-opus-5-5'

export const usageCases: UsageCase[] = [
  { name: 'a small usage at the end', rows: twoTurns(large, small), compacts: neither },
  { name: '150,000 tokens at the end', rows: twoTurns(small, usageOf(150_000)), compacts: neither },
  { name: '190,000 tokens at the end', rows: twoTurns(small, large), compacts: both },
  { name: 'no usage at the end, 190,000 before', rows: twoTurns(large, undefined), compacts: both },
  { name: 'zeros at the end, 190,000 before', rows: twoTurns(large, zero), compacts: newerOnly },
  { name: 'no usage at all', rows: twoTurns(undefined, undefined), compacts: neither },
  { name: 'zeros everywhere', rows: twoTurns(zero, zero), compacts: neither },
  {
    name: 'no usage at all, and more text than the window holds',
    rows: [user('a', 'word '.repeat(180_000)), answer('b', undefined)],
    compacts: newerOnly,
  },
  {
    name: 'iterations of 190,000 under small sums',
    rows: twoTurns(small, { ...small, iterations: [{ type: 'message', ...large }] }),
    compacts: newerOnly,
  },
  {
    name: 'small iterations under sums of 190,000',
    rows: twoTurns(small, { ...large, iterations: [{ type: 'message', ...small }] }),
    compacts: olderOnly,
  },
  {
    name: '190,000 tokens before a boundary',
    rows: [...twoTurns(small, large), boundary('x', 'd'), summary('y', 'sum'), answer('z', undefined)],
    compacts: neither,
  },
  {
    name: '190,000 tokens on a dead branch',
    rows: [...twoTurns(small, large), user('e', 'p-other', { parent: 'b' }), answer('f', small)],
    compacts: neither,
  },
  {
    name: '20,000,000 tokens by default settings',
    rows: twoTurns(small, usageOf(20_000_000)),
    defaultWindow: true,
    compacts: olderOnly,
  },
  {
    name: '970,000 tokens of a model with a larger window by default settings',
    rows: twoTurns(small, usageOf(970_000), millionWindowModel),
    model: millionWindowModel,
    defaultWindow: true,
    compacts: both,
  },
]

function twoTurns(first: Usage, second: Usage, model = conformanceModel): RowSpec[] {
  return [user('a', 'p-one'), answer('b', first, model), user('c', 'p-two'), answer('d', second, model)]
}

function answer(label: string, usage: Usage, model = conformanceModel): RowSpec {
  const said = { id: `msg_${label}`, type: 'message', role: 'assistant', content: [textBlock(`s-${label}`)] }
  return chain(label, {
    type: 'assistant',
    message: { ...said, model, ...(usage === undefined ? {} : { usage }) },
  })
}

/** Mostly read from the cache, as in a long conversation. */
function usageOf(context: number): Record<string, number> {
  return {
    input_tokens: Math.min(10, context),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: Math.max(0, context - 10),
    output_tokens: 10,
  }
}
