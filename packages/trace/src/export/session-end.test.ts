import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, Bench, call, prompt, result } from '../../test/bench.ts'
import type { SendReport } from './send-report.ts'

let bench: Bench
beforeEach(() => void (bench = new Bench()))
afterEach(() => bench.remove())

/** What a look did: bytes of transcripts that were read, spans that were made, and those of them that were new. */
function work({ read, spans, known, copies, givenUp }: SendReport): object {
  return { read, made: spans + known + copies + givenUp, sent: spans }
}

const name = (kind: string, turn: number): string => `${kind}${String(turn).padStart(4, '0')}`

/** A prompt, a call with a result of so many characters, and an answer: four spans. */
function turn(number: number, size = 10): object[] {
  const [asked, called, given, told] = ['p', 'c', 'r', 'a'].map((kind) => name(kind, number))
  const before = number === 0 ? null : name('a', number - 1)
  const tool = name('toolu_', number)
  const time = number * 10
  const content = [{ type: 'tool_result', tool_use_id: tool, content: 'x'.repeat(size) }]
  return [
    prompt(asked, before, time),
    answer(called, asked, time + 1, {
      content: [{ type: 'tool_use', id: tool, name: 'Bash', input: { command: 'ls' } }],
    }),
    prompt(given, called, time + 2, { message: { role: 'user', content } }),
    answer(told, given, time + 3),
  ]
}

const SPANS_OF_A_TURN = 4

/** Bytes of rows in a transcript. */
function bytesOf(rows: readonly object[]): number {
  const other = new Bench()
  try {
    return statSync(other.write('s1', rows)).size
  } finally {
    other.remove()
  }
}

/** A session of some turns that were all sent. */
async function sentSession(turns: number, size = 10): Promise<string> {
  const path = bench.write('s1', [])
  for (let number = 0; number < turns; number++)
    bench.write('s1', turn(number, number === turns - 1 ? 10 : size))
  expect(await bench.send([path])).toMatchObject({ turns, read: statSync(path).size })
  return path
}

describe('a look after one more turn', () => {
  it('reads that one and the one before, and makes its spans, after 10 KB as after 60 MB', async () => {
    const small = await sentSession(9, 500)
    const sizes = [statSync(small).size]
    bench.write('s1', turn(9))
    const looks = [work(await bench.send([small]))]
    bench.remove()
    bench = new Bench()
    const large = await sentSession(9, 7_500_000)
    sizes.push(statSync(large).size)
    bench.write('s1', turn(9))
    looks.push(work(await bench.send([large])))
    expect(sizes.map((size) => Math.floor(size / 10_000_000))).toEqual([0, 6])
    const read = bytesOf([...turn(8), ...turn(9)])
    const cost = { read, made: SPANS_OF_A_TURN, sent: SPANS_OF_A_TURN }
    expect(looks).toEqual([cost, cost])
  })

  it('reads the structure of all after a rewind, which leaves turns to a branch, and makes what is new', async () => {
    const path = await sentSession(5)
    const [asked, ...rest] = turn(5)
    const rewound = [{ ...asked, parentUuid: name('a', 1) }, ...rest]
    bench.write('s1', rewound)
    expect(work(await bench.send([path]))).toEqual({
      read: statSync(path).size,
      made: 4,
      sent: 4,
    })
  })

  it('is the same when it follows a compaction', async () => {
    const path = await sentSession(6)
    const boundary = { type: 'system', subtype: 'compact_boundary', uuid: 'b1', content: 'compacted' }
    const { timestamp } = prompt('', null, 60) as { timestamp: string } // bench.ts writes one
    const summary = { message: { role: 'user', content: 'so far' }, isCompactSummary: true }
    const compacted = [
      { ...boundary, parentUuid: null, logicalParentUuid: name('a', 5), timestamp },
      prompt('b2', 'b1', 60, summary),
    ]
    const [again, ...more] = turn(6)
    const after = [...compacted, { ...again, parentUuid: 'b2' }, ...more]
    bench.write('s1', after)
    expect(work(await bench.send([path]))).toEqual({
      read: bytesOf([...turn(5), ...after]),
      // The compaction stands in the turn before, of which all else is known.
      made: 4 + 1 + 4,
      sent: 1 + 4,
    })
  })

  it('makes the spans of a sub-agent of it, and of no other turn', async () => {
    const path = await sentSession(5)
    const rows = [
      prompt('q', name('a', 4), 60),
      call('c', 'q', 61, 'toolu_x'),
      result('r', 'c', 65, { tool: 'toolu_x', agent: 'x1' }),
      answer('d', 'r', 66),
    ]
    bench.write('s1', rows)
    helper('x1', 'toolu_x')
    // The turn, two generations, the call, the sub-agent and its generation.
    expect(work(await bench.send([path]))).toMatchObject({
      read: bytesOf([...turn(4), ...rows]) + HELPER_BYTES,
      made: 6,
      sent: 6,
    })
    bench.write('s1', turn(5))
    expect(work(await bench.send([path]))).toMatchObject({ made: 4, sent: 4 })
    // By now its file is of a turn before the last one, and is not read.
    bench.write('s1', turn(6))
    expect(work(await bench.send([path]))).toEqual({
      read: bytesOf([...turn(5), ...turn(6)]),
      made: 4,
      sent: 4,
    })
  })
})

/** A sub-agent that has done its work. */
function helper(id: string, toolUseId: string): void {
  bench.write('s1', helperRows(id), id)
  const folder = join(bench.root, 'projects', 'app', 's1', 'subagents')
  writeFileSync(join(folder, `agent-${id}.meta.json`), JSON.stringify({ toolUseId, agentType: 'helper' }))
}

function helperRows(id: string): object[] {
  const side = { isSidechain: true, agentId: id }
  return [prompt(`${id}-p`, null, 62, side), answer(`${id}-a`, `${id}-p`, 63, { more: side })]
}

const HELPER_BYTES = bytesOf(helperRows('x1'))

describe('what goes on in an old turn', () => {
  it('is found by reading everything, and only that turn is made again', async () => {
    const path = await sentSession(5)
    const late = answer('late', name('a', 1), 90)
    bench.write('s1', [late])
    expect(work(await bench.send([path]))).toEqual({ read: statSync(path).size, made: 5, sent: 1 })
    const [sent] = bench.spans().slice(-1)
    const root = bench.spans().find(({ traceId, parentSpanId }) => traceId === sent.traceId && !parentSpanId)
    expect(sent.parentSpanId).toBe(root?.spanId)
  })

  it('may be a sub-agent that goes on: the turn is open until it ends, or the session does', async () => {
    const path = await sentSession(2)
    const launched = {
      ...result('r', 'c', 62, { tool: 'toolu_x', agent: 'x1' }),
      toolUseResult: { isAsync: true, agentId: 'x1' },
    }
    bench.write('s1', [
      prompt('q', name('a', 1), 60),
      call('c', 'q', 61, 'toolu_x'),
      launched,
      answer('d', 'r', 63),
    ])
    const side = { isSidechain: true, agentId: 'x1' }
    bench.write('s1', [prompt('x1-p', null, 62, side)], 'x1')
    await bench.send([path])
    const [next, ...rest] = turn(5)
    bench.write('s1', [{ ...next, parentUuid: 'd' }, ...rest])
    expect(work(await bench.send([path]))).toMatchObject({ made: 4 + 4, sent: 4 })
    expect(await bench.send([path], { settled: true })).toMatchObject({ known: 4, spans: 1 })
    expect(bench.sent().at(-1)).toBe('invoke_agent helper')
    expect(await bench.send([path], { settled: true })).toMatchObject({ unchanged: 1 })
  })
})

it('the end of a session makes nothing again of what was sent', async () => {
  const path = await sentSession(5)
  helper('x1', 'toolu_none')
  await bench.send([path])
  bench.write('s1', [prompt('q', name('a', 4), 90)])
  expect(await bench.send([path])).toMatchObject({ spans: 0, known: 0, open: 1 })
  expect(await bench.send([path], { settled: true })).toMatchObject({ spans: 1, known: 0, open: 0 })
})

it('a transcript that was written anew, and is longer, is read anew', async () => {
  const path = await sentSession(3)
  const other = prompt('other', null, 0, { message: { role: 'user', content: 'y'.repeat(5000) } })
  const text = readFileSync(path, 'utf8').split('\n').slice(4).join('\n')
  writeFileSync(path, '')
  bench.write('s1', [other, answer('told', 'other', 1)])
  writeFileSync(path, readFileSync(path, 'utf8') + text)
  expect(work(await bench.send([path]))).toEqual({ read: statSync(path).size, made: 2 + 8, sent: 2 })
})

describe('a secret', () => {
  const SECRET = 'Zq8vTn3LxW5rKd0PbY7c'
  const said = (text: string) => ({ content: [{ type: 'text', text }] })

  it('that an earlier turn gave away is one in later turns, whichever run sends them', async () => {
    const path = bench.write('s1', [
      prompt('p1', null, 0),
      answer('a1', 'p1', 1, said(`DB_PASSWORD=${SECRET}`)),
    ])
    await bench.send([path])
    for (const n of [2, 3, 4]) {
      const told = answer(`a${n}`, `p${n}`, n * 10 + 1, said(`then ${SECRET} again`))
      bench.write('s1', [prompt(`p${n}`, `a${n - 1}`, n * 10), told])
      expect(await bench.send([path])).toMatchObject({ sent: 2 })
    }
    const sent = readFileSync(bench.out, 'utf8')
    expect(sent).not.toContain(SECRET)
    expect(sent.match(/then \[redacted:[^\]]+\] again/g)?.length).toBeGreaterThanOrEqual(3)
  })

  it('is not kept by the ledger', async () => {
    const path = bench.write('s1', [
      prompt('p1', null, 0),
      answer('a1', 'p1', 1, said(`DB_PASSWORD=${SECRET}`)),
    ])
    await bench.send([path])
    for (const suffix of ['', '-wal']) {
      const file = `${bench.home.stateFile}${suffix}`
      if (statSync(file, { throwIfNoEntry: false }) !== undefined)
        expect(readFileSync(file).includes(SECRET)).toBe(false)
    }
  })

  it('that a copied turn gives away, which is not sent again, is one in what follows it', async () => {
    const given = [prompt('p1', null, 0), answer('a1', 'p1', 1, said(`DB_PASSWORD=${SECRET}`))]
    const origin = bench.write('s1', given)
    const fork = bench.write('s2', [
      ...given,
      prompt('p2', 'a1', 10),
      answer('a2', 'p2', 11, said(`it is ${SECRET}`)),
    ])
    expect(await bench.send([origin, fork])).toMatchObject({ sent: 4, known: 2 })
    expect(readFileSync(bench.out, 'utf8')).not.toContain(SECRET)
  })
})
