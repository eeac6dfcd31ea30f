import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { CLAUDE_PRICES } from '@skein/view'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, Bench, call, prompt, result, spansOf } from '../../test/bench.ts'
import { TraceLedger } from '../ledger/ledger.ts'
import type { Target } from '../target/target.ts'
import { drainHome, type DrainOptions } from './drain-home.ts'
import { runHook } from './hook.ts'
import { EVERYWHERE, Installs } from './installs.ts'
import { traceFolder } from './trace-folder.ts'

const NOW = Date.UTC(2026, 4, 1, 12)

let bench: Bench
beforeEach(() => {
  bench = new Bench()
  new Installs(traceFolder(bench.home.folder).installs).add(EVERYWHERE, NOW - 8 * HOUR)
})
afterEach(() => bench.remove())

const HOUR = 3_600_000

/** What Claude Code tells the hook; the transcript is as long as it is now. */
function hook(transcript: string, event: string, environment = ''): void {
  const session = /([^/]+)\.jsonl$/.exec(transcript)?.[1]
  const input = { session_id: session, transcript_path: transcript, hook_event_name: event }
  runHook({ home: bench.home.folder, environment, input: () => input, startExporter: () => {} })
  utimesSync(transcript, NOW / 1000, NOW / 1000)
}

/** `during` is what happens in the pauses, in order. */
async function drained({
  targets = [bench.target()],
  during = [],
  ...whose
}: Partial<Pick<DrainOptions, 'targets' | 'environment' | 'isShared'>> & {
  during?: (() => void)[]
} = {}): Promise<void> {
  const steps = [...during]
  await drainHome({
    home: bench.home,
    roots: [bench.root],
    targets,
    ...whose,
    prices: CLAUDE_PRICES,
    version: '0',
    userHome: '/home/ada',
    seams: { now: () => NOW, random: () => 0, sleep: async () => steps.shift()?.() },
  })
}

function left(environment = ''): string[] {
  return readdirSync(traceFolder(bench.home.folder, environment).spool)
}

function log(): string[] {
  const { log: file } = traceFolder(bench.home.folder)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.slice('2026-05-01T12:00:00.000Z '.length))
}

function openTurns(): number {
  const [status] = TraceLedger.statusIn(bench.home)
  return status.openTurns
}

const TURN = 'invoke_agent claude-code'
const CHAT = 'chat claude-test-1'

describe('a turn', () => {
  it('goes out when it has stopped, once, however often it is said to', async () => {
    const path = bench.write('s1', [prompt('a', null, 0), answer('b', 'a', 1)])
    hook(path, 'Stop')
    await drained()
    hook(path, 'Stop')
    hook(path, 'SubagentStop')
    await drained()
    hook(path, 'SessionEnd')
    await drained()
    expect({ sent: bench.sent(), left: left(), log: log() }).toEqual({
      sent: [TURN, CHAT],
      left: [],
      log: [],
    })
  })

  it('is waited for when its last row comes after the Stop', async () => {
    const path = bench.write('s1', [prompt('a', null, 0)])
    hook(path, 'Stop')
    await drained({ during: [() => {}, () => void bench.write('s1', [answer('b', 'a', 1)])] })
    expect({ sent: bench.sent(), left: left() }).toEqual({ sent: [TURN, CHAT], left: [] })
  })

  it('is waited for when its last row is half written', async () => {
    const path = bench.write('s1', [prompt('a', null, 0)])
    const row = JSON.stringify({ ...answer('b', 'a', 1), sessionId: 's1' })
    appendFileSync(path, row.slice(0, 90))
    hook(path, 'Stop')
    await drained({
      during: [
        () => appendFileSync(path, row.slice(90, 120)),
        () => appendFileSync(path, `${row.slice(120)}\n`),
      ],
    })
    expect({ sent: bench.sent(), left: left() }).toEqual({ sent: [TURN, CHAT], left: [] })
  })

  it('stays open when nothing more comes, and is finished later', async () => {
    const path = bench.write('s1', [prompt('a', null, 0), call('b', 'a', 1, 'toolu_1')])
    hook(path, 'Stop')
    await drained()
    expect({ sent: bench.sent(), left: left(), open: openTurns() }).toEqual({ sent: [], left: [], open: 1 })
    bench.write('s1', [prompt('c', 'b', 10), answer('d', 'c', 11)])
    hook(path, 'Stop')
    await drained()
    expect({ sent: bench.sent().toSorted(), open: openTurns() }).toEqual({
      sent: [CHAT, CHAT, 'execute_tool Task', TURN, TURN],
      open: 0,
    })
  })

  it('without an answer waits for the next prompt, or the end', async () => {
    const path = bench.write('s1', [prompt('a', null, 0)])
    hook(path, 'Stop')
    await drained()
    expect(bench.sent()).toEqual([])
    bench.write('s1', [prompt('b', 'a', 5)])
    hook(path, 'Stop')
    await drained()
    expect(bench.sent()).toEqual([TURN])
    hook(path, 'SessionEnd')
    await drained()
    expect({ sent: bench.sent(), open: openTurns() }).toEqual({ sent: [TURN, TURN], open: 0 })
  })

  it('of a session that was resumed after its end is not ended by it', async () => {
    const path = bench.write('s1', [prompt('a', null, 0), answer('b', 'a', 1)])
    hook(path, 'SessionEnd')
    bench.write('s1', [prompt('c', 'b', 10), call('d', 'c', 11, 'toolu_1')])
    await drained()
    expect({ sent: bench.sent(), left: left(), open: openTurns() }).toEqual({
      sent: [TURN, CHAT],
      left: [],
      open: 1,
    })
  })
})

describe('a session that was compacted', () => {
  const compacted = (uuid: string, parent: string, seconds: number): object[] => {
    const { timestamp } = prompt(uuid, null, seconds) as { timestamp: string } // bench.ts writes one
    const boundary = { type: 'system', subtype: 'compact_boundary', content: 'compacted', uuid, timestamp }
    const compactMetadata = { trigger: 'auto', preTokens: 1000 }
    const message = { role: 'user', content: 'what came before' }
    return [
      { ...boundary, parentUuid: null, logicalParentUuid: parent, compactMetadata },
      prompt(`${uuid}-s`, uuid, seconds, { message, isCompactSummary: true }),
    ]
  }

  it('between two turns goes on, and the compaction is of the turn before it', async () => {
    const path = bench.write('s1', [prompt('a', null, 0), answer('b', 'a', 1)])
    hook(path, 'Stop')
    await drained()
    bench.write('s1', [...compacted('k', 'b', 5), prompt('c', 'k-s', 10), answer('d', 'c', 11)])
    hook(path, 'Stop')
    await drained()
    expect(bench.sent()).toEqual([TURN, CHAT, 'compaction', TURN, CHAT])
    const [first, , compaction, second] = bench.spans()
    expect(compaction).toMatchObject({ traceId: first.traceId, parentSpanId: first.spanId })
    expect(second.traceId).not.toBe(first.traceId)
  })

  it('in the middle of a turn is one turn, sent when it has ended', async () => {
    const path = bench.write('s1', [
      prompt('a', null, 0),
      answer('b', 'a', 1),
      prompt('c', 'b', 2),
      call('d', 'c', 3, 'toolu_1'),
      result('e', 'd', 4, { tool: 'toolu_1', agent: 'x1' }),
      ...compacted('k', 'e', 5),
    ])
    hook(path, 'Stop')
    await drained()
    expect({ sent: bench.sent(), open: openTurns() }).toEqual({ sent: [TURN, CHAT], open: 1 })
    bench.write('s1', [answer('f', 'k-s', 6)])
    hook(path, 'Stop')
    await drained()
    const spans = bench.spans().slice(2)
    expect(spans.map(({ name }) => name)).toEqual([TURN, CHAT, 'execute_tool Task', CHAT, 'compaction'])
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    expect(openTurns()).toBe(0)
  })
})

describe('a session that was resumed', () => {
  const past = [prompt('a', null, 0), answer('b', 'a', 1)]

  it('in its own file after its end sends what is new', async () => {
    const path = bench.write('s1', past)
    hook(path, 'Stop')
    hook(path, 'SessionEnd')
    await drained()
    for (const [asked, before, time] of [
      ['c', 'b', 10],
      ['e', 'd', 20],
    ] as const) {
      const told = asked === 'c' ? 'd' : 'f'
      bench.write('s1', [prompt(asked, before, time), answer(told, asked, time + 1)])
      hook(path, 'Stop')
      await drained()
    }
    hook(path, 'SessionEnd')
    await drained()
    expect(bench.sent()).toEqual([TURN, CHAT, TURN, CHAT, TURN, CHAT])
  })

  it('in another file that begins with copies sends what is new, turn by turn', async () => {
    const old = bench.write('s1', past)
    hook(old, 'Stop')
    await drained()
    const path = bench.write('s2', past)
    hook(path, 'Stop')
    await drained()
    bench.write('s2', [prompt('c', 'b', 10), answer('d', 'c', 11)])
    hook(path, 'Stop')
    await drained()
    bench.write('s2', [prompt('e', 'd', 20), answer('f', 'e', 21)])
    hook(path, 'Stop')
    await drained()
    expect({ sent: bench.sent(), log: log() }).toEqual({
      sent: [TURN, CHAT, TURN, CHAT, TURN, CHAT],
      log: [],
    })
  })
})

describe('a session that never got its Stop', () => {
  /** Two turns, the second one cut off by a kill, so many hours ago. */
  function killed(name: string, hours: number): string {
    const path = bench.write(name, [
      prompt(`${name}-a`, null, 0),
      answer(`${name}-b`, `${name}-a`, 1),
      prompt(`${name}-c`, `${name}-b`, 2),
      call(`${name}-d`, `${name}-c`, 3, `toolu_${name}`),
    ])
    utimesSync(path, NOW / 1000, (NOW - hours * HOUR) / 1000)
    return path
  }

  it('is sent with the next one of its project, if it was written to since the hook is there', async () => {
    killed('lately', 0.5)
    killed('today', 3)
    killed('before', 9)
    const path = bench.write('now', [prompt('a', null, 0), answer('b', 'a', 1)])
    hook(path, 'Stop')
    await drained()
    const whole = [TURN, CHAT, TURN, CHAT, 'execute_tool Task']
    expect({ sent: bench.sent(), left: left(), log: log() }).toEqual({
      // The second turn of the younger one may still go on.
      sent: [TURN, CHAT, ...whole.slice(0, 2), ...whole],
      left: [],
      log: [],
    })
    hook(path, 'Stop')
    await drained()
    expect(bench.sent()).toHaveLength(9)
  })

  it('is ended by the one that goes on with it', async () => {
    killed('old', 0.1)
    const path = bench.write('new', [
      prompt('old-a', null, 0, { sessionId: 'old' }),
      prompt('x', 'old-a', 20),
      answer('y', 'x', 21),
    ])
    hook(path, 'Stop')
    await drained()
    const { out } = bench
    expect(readFileSync(out, 'utf8')).toContain('toolu_old')
    expect(openTurns()).toBe(0)
  })

  it('is found in another project by its open turn', async () => {
    const open = killed('open', 0)
    hook(open, 'Stop')
    await drained()
    expect(openTurns()).toBe(1)
    utimesSync(open, NOW / 1000, (NOW - 2 * HOUR) / 1000)
    const elsewhere = join(dirname(open), '..', 'other', 'now.jsonl')
    mkdirSync(dirname(elsewhere))
    writeFileSync(elsewhere, '')
    hook(elsewhere, 'Stop')
    await drained()
    expect({ open: openTurns(), sent: bench.sent().length }).toEqual({ open: 0, sent: 5 })
  })

  it('harms nobody when it is damaged', async () => {
    const path = bench.write('now', [prompt('a', null, 0), answer('b', 'a', 1)])
    writeFileSync(join(dirname(path), 'damaged.jsonl'), Buffer.from([0xff, 0, 0x7b, 0x0a, 0x5b, 0x5b]))
    hook(path, 'Stop')
    await drained()
    expect({ sent: bench.sent(), left: left(), log: log() }).toEqual({
      sent: [TURN, CHAT],
      left: [],
      log: [],
    })
  })
})

describe('hooks whose variables name different targets', () => {
  const [OURS, THEIRS] = ['0000000a', '0000000b']
  const ours = { environment: OURS, isShared: false }

  /** Under the same name, as variables have but one; what it got is in a file of its own. */
  function theirs(): { environment: string; isShared: boolean; targets: readonly Target[] } {
    const url = join(bench.folder, 'theirs.jsonl')
    return { environment: THEIRS, isShared: false, targets: [{ ...bench.target(), url }] }
  }

  function sentToThem(): string[] {
    return spansOf(join(bench.folder, 'theirs.jsonl')).map(({ name }) => name)
  }

  /** A session of another project. */
  function otherProject(name: string, rows: readonly object[]): string {
    const path = bench.write(name, rows)
    const moved = join(dirname(path), '..', 'other', `${name}.jsonl`)
    mkdirSync(dirname(moved), { recursive: true })
    renameSync(path, moved)
    return moved
  }

  it('have their own each, also while another exporter is at work', async () => {
    const theirPath = otherProject('s2', [prompt('c', null, 0), answer('d', 'c', 1)])
    hook(bench.write('s1', [prompt('a', null, 0)]), 'Stop', OURS)
    await drained({
      ...ours,
      during: [() => hook(theirPath, 'Stop', THEIRS), () => void bench.write('s1', [answer('b', 'a', 1)])],
    })
    expect({ sent: bench.sent(), left: left(OURS), theirs: left(THEIRS).length }).toEqual({
      sent: [TURN, CHAT],
      left: [],
      theirs: 1,
    })
    await drained(theirs())
    expect({ sent: bench.sent(), theirs: sentToThem(), left: left(THEIRS) }).toEqual({
      sent: [TURN, CHAT],
      theirs: [TURN, CHAT],
      left: [],
    })
  })

  it('do not finish what is open in projects of others', async () => {
    const open = otherProject('s2', [prompt('c', null, 0), call('d', 'c', 1, 'toolu_1')])
    hook(open, 'Stop', THEIRS)
    await drained(theirs())
    expect(openTurns()).toBe(1)
    utimesSync(open, NOW / 1000, (NOW - 2 * HOUR) / 1000)
    hook(bench.write('s1', [prompt('a', null, 0), answer('b', 'a', 1)]), 'Stop', OURS)
    await drained(ours)
    expect({ sent: bench.sent(), open: openTurns() }).toEqual({ sent: [TURN, CHAT], open: 1 })
  })

  it('look after their project where its variables have changed', async () => {
    const rows = [prompt('a', null, 0), answer('b', 'a', 1)]
    hook(bench.write('s1', rows), 'Stop', THEIRS)
    hook(bench.write('s2', [prompt('c', null, 0), answer('d', 'c', 1)]), 'Stop', OURS)
    await drained(ours)
    expect(bench.sent()).toEqual([TURN, CHAT, TURN, CHAT])
  })

  it('send what hooks noted that had no variables', async () => {
    hook(bench.write('s1', [prompt('a', null, 0), answer('b', 'a', 1)]), 'Stop')
    await drained(ours)
    expect({ sent: bench.sent(), left: left() }).toEqual({ sent: [TURN, CHAT], left: [] })
  })

  it('send for all where no variable has a say', async () => {
    hook(otherProject('s1', [prompt('a', null, 0), answer('b', 'a', 1)]), 'Stop', THEIRS)
    await drained({ environment: OURS, isShared: true })
    expect({ sent: bench.sent(), left: left(THEIRS) }).toEqual({ sent: [TURN, CHAT], left: [] })
  })
})

describe('without a target', () => {
  const NO_TARGET = 'drain: no target is configured, so that nothing is sent'

  it('pointers stay for an exporter that has one, and nobody is told to leave them to us', async () => {
    hook(bench.write('s1', [prompt('a', null, 0), answer('b', 'a', 1)]), 'Stop')
    const before = left()
    await drained({ targets: [] })
    const isLocked = existsSync(join(traceFolder(bench.home.folder).folder, '.spool.lock'))
    expect({ left: left(), log: log(), isLocked }).toEqual({
      left: before,
      log: [NO_TARGET],
      isLocked: false,
    })
    await drained()
    expect({ sent: bench.sent(), left: left() }).toEqual({ sent: [TURN, CHAT], left: [] })
  })
})

it('keeps the pointer when one of two targets fails, and sends to the other', async () => {
  const path = bench.write('s1', [prompt('a', null, 0), answer('b', 'a', 1)])
  hook(path, 'Stop')
  writeFileSync(join(bench.folder, 'none'), 'a file where a folder is needed')
  const broken: Target = { ...bench.target(), name: 'broken', url: join(bench.folder, 'none', 'out.jsonl') }
  await drained({ targets: [broken, bench.target()] })
  expect({ sent: bench.sent(), left: left().length }).toEqual({ sent: [TURN, CHAT], left: 1 })
  expect(log().join()).toContain('export: ')
  rmSync(join(bench.folder, 'none'))
  await drained({ targets: [broken, bench.target()] })
  expect({ sent: bench.sent(), left: left(), size: statSync(broken.url).size > 0 }).toEqual({
    sent: [TURN, CHAT],
    left: [],
    size: true,
  })
})

it('forgets a transcript that is gone', async () => {
  const path = join(bench.root, 'gone.jsonl')
  mkdirSync(bench.root, { recursive: true })
  writeFileSync(path, '')
  hook(path, 'SessionEnd')
  rmSync(path)
  await drained()
  expect({ left: left(), log: log() }).toEqual({ left: [], log: [] })
})
