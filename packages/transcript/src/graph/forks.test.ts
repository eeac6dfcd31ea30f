import { describe, expect, it } from 'vitest'
import { branches } from './forks.ts'
import { fullView } from './full-view.ts'
import { readTranscript, Transcript } from '../transcript.ts'
import { Tree } from './tree.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'

describe('branches', () => {
  it('tells parallel tools from branches', () => {
    const rows = [
      user('p', null, 'go'),
      call('a1', 'p', 'm', 't1'),
      call('a2', 'a1', 'm', 't2'),
      result('r1', 'a1', 't1'),
      result('r2', 'a2', 't2'),
      said('b', 'r2', 'n'),
    ]
    expect(told(rows)).toEqual([{ at: 'a1', root: 'r1', reason: 'parallel-tools', size: 1, tip: 'r1' }])
  })

  it('calls a prompt on an older parent a rewind, also at the very start', () => {
    const rows = [
      user('p', null, 'a'),
      said('a', 'p', 'm'),
      user('q', 'a', 'old'),
      said('b', 'q', 'n'),
      user('r', 'a', 'new'),
    ]
    expect(told(rows)).toEqual([{ at: 'a', root: 'q', reason: 'rewind', size: 2, tip: 'b' }])
    const restart = [user('p', null, 'a'), said('a', 'p', 'm'), user('q', null, 'b'), said('b', 'q', 'n')]
    expect(told(restart)).toEqual([{ at: null, root: 'p', reason: 'rewind', size: 2, tip: 'a' }])
  })

  it('calls a second answer to one prompt a retry', () => {
    const rows = [user('p', null, 'a'), said('a', 'p', 'm'), said('b', 'p', 'n'), user('q', 'b', 'on')]
    expect(told(rows)).toEqual([{ at: 'p', root: 'a', reason: 'retry', size: 1, tip: 'a' }])
  })

  it('sees a second writer where both sides grew by turns', () => {
    const rows = [
      said('s', null, 'm'),
      user('p', 's', 'a'),
      user('q', 's', 'b'),
      said('a', 'p', 'n'),
      said('b', 'q', 'o'),
    ]
    expect(told(rows)).toEqual([{ at: 's', root: 'p', reason: 'second-writer', size: 2, tip: 'a' }])
  })

  it('knows history that a late failure notice cut off, and not what was thrown away before it', () => {
    const rows = [
      user('p', null, 'a'),
      said('thrown', 'p', 'm'),
      said('kept', 'p', 'n'),
      line({ type: 'system', subtype: 'api_error', uuid: 'e', parentUuid: 'p' }),
      said('b', 'e', 'o'),
    ]
    expect(told(rows)).toEqual([
      { at: 'p', root: 'thrown', reason: 'retry', size: 1, tip: 'thrown' },
      { at: 'p', root: 'kept', reason: 'late-api-error', size: 1, tip: 'kept' },
    ])
  })

  it('calls sidechains and rows in which nothing is said side lines', () => {
    const rows = [
      user('p', null, 'a'),
      line({ type: 'progress', uuid: 'g', parentUuid: 'p' }),
      line({
        type: 'user',
        uuid: 's',
        parentUuid: null,
        isSidechain: true,
        message: { role: 'user', content: 'task' },
      }),
      said('a', 'p', 'm'),
    ]
    expect(told(rows)).toEqual([
      { at: 'p', root: 'g', reason: 'side-line', size: 1, tip: 'g' },
      { at: null, root: 's', reason: 'side-line', size: 1, tip: 's' },
    ])
  })

  it('lists a branch before the branches that leave from it', () => {
    const rows = [
      user('p', null, 'a'),
      said('a', 'p', 'm'),
      user('q', 'a', 'x'),
      user('r', 'a', 'y'),
      said('b', 'q', 'n'),
      user('s', 'b', 'z'),
      user('t', 'b', 'zz'),
      user('u', 'r', 'live'),
    ]
    expect(told(rows).map(({ at, root, size }) => [at, root, size])).toEqual([
      ['a', 'q', 4],
      ['b', 's', 1],
    ])
  })
})

describe('cost', () => {
  it('of a chain a million deep is one look at each row', () => {
    const count = 1_000_000
    const transcript = grown(count, (i) => (i === 0 ? null : `${i - 1}`))
    const tree = new CountingTree(transcript)
    expect(branches(transcript, tree)).toEqual([])
    expect([transcript.path.length, tree.looks]).toEqual([count, count])
    expect(transcript.path.steps).toBeLessThanOrEqual(count)
  })

  it('of a dead chain a hundred thousand deep, with a leaf at each row, is one look at each row', () => {
    const count = 200_000
    // Row 1 starts a dead comb: odd rows go on, even rows hang on the one before. The last row leaves it behind.
    const transcript = grown(count, (i) =>
      i === 0 ? null : i === 1 || i === count - 1 ? '0' : `${i % 2 === 0 ? i - 1 : i - 2}`,
    )
    const tree = new CountingTree(transcript)
    const found = branches(transcript, tree)
    expect(found.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(count - 2)
    expect(tree.looks).toBeLessThanOrEqual(count)
  })

  it('of a fork ten thousand wide is one look at each row', () => {
    const count = 10_001
    const transcript = grown(count, (i) => (i === 0 ? null : '0'))
    const tree = new CountingTree(transcript)
    expect(branches(transcript, tree)).toHaveLength(count - 2)
    expect(tree.looks).toBeLessThanOrEqual(count)
  })

  it('of growth of the trunk is nothing for a view that is held', () => {
    const transcript = new Transcript()
    const view = fullView(transcript)
    let before = 0
    for (let i = 0; i < 200; i++) {
      transcript.append(encodeUtf8(`${said(`${i}`, i === 0 ? null : `${i - 1}`, `m${i}`)}\n`))
      expect(view.branchesAt(view.at(view.length - 1))).toEqual([])
      expect(transcript.path.steps - before).toBeLessThanOrEqual(1)
      before = transcript.path.steps
    }
  })
})

class CountingTree extends Tree {
  looks = 0

  override children(row: number): number[] {
    this.looks++
    return super.children(row)
  }
}

/** Bare assistant rows named by their number. */
function grown(count: number, parentOf: (i: number) => string | null): Transcript {
  const transcript = new Transcript()
  let part = ''
  for (let i = 0; i < count; i++) {
    const parent = parentOf(i)
    part += `{"type":"assistant","uuid":"${i}","parentUuid":${parent === null ? 'null' : `"${parent}"`},"message":{"id":"m${i}"}}\n`
    if (part.length < 1 << 20 && i < count - 1) continue
    transcript.append(encodeUtf8(part))
    part = ''
  }
  return transcript
}

function told(
  rows: readonly string[],
): { at: string | null; root: string; reason: string; size: number; tip: string }[] {
  const transcript = readTranscript(encodeUtf8(`${rows.join('\n')}\n`))
  const name = (row: number): string => transcript.scan.ids.text(transcript.scan.columns.uuid[row])
  return branches(transcript).map(({ at, root, reason, size, tip }) => ({
    at: at < 0 ? null : name(at),
    root: name(root),
    reason,
    size,
    tip: name(tip),
  }))
}

function line(value: object): string {
  return JSON.stringify(value)
}

function user(uuid: string, parentUuid: string | null, content: string): string {
  return line({ type: 'user', uuid, parentUuid, message: { role: 'user', content } })
}

function said(uuid: string, parentUuid: string | null, id: string): string {
  return line({
    type: 'assistant',
    uuid,
    parentUuid,
    message: { role: 'assistant', id, content: [{ type: 'text', text: uuid }] },
  })
}

function call(uuid: string, parentUuid: string, id: string, tool: string): string {
  const content = [{ type: 'tool_use', id: tool, name: 'Bash', input: {} }]
  return line({ type: 'assistant', uuid, parentUuid, message: { role: 'assistant', id, content } })
}

function result(uuid: string, parentUuid: string, tool: string): string {
  return line({
    type: 'user',
    uuid,
    parentUuid,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: tool, content: 'ok' }] },
  })
}
