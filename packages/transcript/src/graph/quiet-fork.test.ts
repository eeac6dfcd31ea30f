import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branchesAt } from './forks.ts'
import { isQuietFork } from './quiet-fork.ts'
import { readTranscript, type Transcript } from '../transcript.ts'
import { Tree } from './tree.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'

describe('isQuietFork', () => {
  it('passes over progress, and over answers to parallel calls', () => {
    const rows = [prompt('p', null), call('a', 'p', 'm', 't1'), call('b', 'a', 'm', 't2')]
    rows.push(
      answer('ra', 'a', 't1'),
      answer('rb', 'b', 't2'),
      progress('x', 'rb'),
      call('c', 'rb', 'n', 't3'),
    )
    expect(quietAt(rows)).toEqual({ p: true, a: true, b: true, rb: true, c: true })
  })

  it('stops where somebody went another way', () => {
    const rows = [prompt('p', null), call('a', 'p', 'm', 't1'), prompt('old', 'a'), prompt('new', 'a')]
    expect(quietAt(rows)).toEqual({ p: true, a: false, new: true })
  })

  it('stops at an answer to a call of another message, and at what was said behind one', () => {
    const rows = [
      prompt('p', null),
      call('a', 'p', 'm', 't1'),
      call('b', 'a', 'n', 't2'),
      answer('r', 'a', 't2'),
    ]
    expect(quietAt([...rows, call('c', 'b', 'o', 't3')])).toMatchObject({ a: false })
    const behind = [answer('own', 'a', 't1'), call('said', 'own', 'other', 't4'), call('c', 'b', 'o', 't3')]
    expect(quietAt([...rows.slice(0, 3), ...behind])).toMatchObject({ a: false })
  })

  it('hides no branch that is worth telling, in whatever order rows hang together', () => {
    const kinds = [
      (id: string, parent: string | null) => prompt(id, parent),
      (id: string, parent: string | null) => progress(id, parent),
      (id: string, parent: string | null, n: number) => call(id, parent, `m${n % 3}`, `t${n % 4}`),
      (id: string, parent: string | null, n: number) => answer(id, parent, `t${n % 4}`),
    ]
    const row = fc.record({ kind: fc.nat(3), parent: fc.nat(12), n: fc.nat(11) })
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 14 }), (made) => {
        const rows = made.map(({ kind, parent, n }, i) =>
          kinds[kind](String(i), i === 0 ? null : String(Math.max(0, i - 1 - parent)), n),
        )
        const transcript = read(rows)
        const tree = new Tree(transcript)
        for (const at of transcript.path.rows()) {
          if (!isQuietFork({ transcript, tree }, at)) continue
          const told = branchesAt(transcript, at, tree).filter(({ reason }) => !QUIET.has(reason))
          expect(told).toEqual([])
        }
      }),
    )
  })
})

const QUIET: ReadonlySet<string> = new Set(['side-line', 'parallel-tools'])

function read(rows: readonly string[]): Transcript {
  return readTranscript(encodeUtf8(`${rows.join('\n')}\n`))
}

/** Of the rows of the path, by their uuid. */
function quietAt(rows: readonly string[]): Record<string, boolean> {
  const transcript = read(rows)
  const tree = new Tree(transcript)
  const { ids, columns } = transcript.scan
  return Object.fromEntries(
    Array.from(transcript.path.rows(), (row) => [
      ids.text(columns.uuid[row]),
      isQuietFork({ transcript, tree }, row),
    ]),
  )
}

function prompt(uuid: string, parentUuid: string | null): string {
  return JSON.stringify({ type: 'user', uuid, parentUuid, message: { role: 'user', content: uuid } })
}

function progress(uuid: string, parentUuid: string | null): string {
  return JSON.stringify({ type: 'progress', uuid, parentUuid, data: { type: 'hook' } })
}

function call(uuid: string, parentUuid: string | null, id: string, tool: string): string {
  const content = [{ type: 'tool_use', id: tool, name: 'Bash', input: {} }]
  return JSON.stringify({ type: 'assistant', uuid, parentUuid, message: { role: 'assistant', id, content } })
}

function answer(uuid: string, parentUuid: string | null, tool: string): string {
  const content = [{ type: 'tool_result', tool_use_id: tool, content: 'ok' }]
  return JSON.stringify({ type: 'user', uuid, parentUuid, message: { role: 'user', content } })
}
