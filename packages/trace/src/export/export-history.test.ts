import { cpSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { skeinHome } from '@skein/store'
import { CLAUDE_PRICES } from '@skein/view'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, Bench, call, prompt, result } from '../../test/bench.ts'
import { TraceLedger } from '../ledger/ledger.ts'
import { exportHistory, type HistoryRun } from './export-history.ts'
import { listHistory } from './history.ts'
import { openSender, type OpenSenderOptions } from './open-sender.ts'
import type { SendReport } from './send-report.ts'

let bench: Bench
beforeEach(() => void (bench = new Bench()))
afterEach(() => bench.remove())

/** 2026-01-01, in seconds: nobody writes to these any more. */
const LONG_AGO = 1_767_225_600
const SECRET = 'Zq8vTn3LxW5rKd0PbY7c'

let written = 0

/** The later a session is written, the younger it is. */
function write(session: string, rows: readonly object[], agent?: string): void {
  const main = bench.write(session, rows, agent)
  utimesSync(main, LONG_AGO + ++written, LONG_AGO + written)
}

/** Sessions with sub-agents, a silent copy, a fork that says so, and secrets that one of them gives away. */
function writeHistory(): void {
  const said = (text: string) => ({ content: [{ type: 'text', text }] })
  write('s1', [
    prompt('p1', null, 0),
    call('a1', 'p1', 2, 'toolu_1'),
    result('r1', 'a1', 3, { tool: 'toolu_1', agent: 'x1' }),
    answer('a2', 'r1', 5, said(`DB_PASSWORD=${SECRET}`)),
    prompt('p2', 'a2', 10),
    answer('a3', 'p2', 15, said(`again ${SECRET}`)),
  ])
  write('s1', [prompt('x1-p', null, 3, { isSidechain: true, agentId: 'x1' })], 'x1')
  write('s1', [answer('x1-a', 'x1-p', 4, { more: { isSidechain: true, agentId: 'x1' } })], 'x1')
  // What is copied here gives a secret away and is not sent again; what follows says it without a word about it.
  write('s2', [
    prompt('p1', null, 0),
    answer('a2', 'p1', 5, said(`DB_PASSWORD=${SECRET}`)),
    prompt('q2', 'a2', 20),
    answer('b2', 'q2', 25, said(`here ${SECRET}`)),
    prompt('q3', 'b2', 30),
    answer('b3', 'q3', 35),
  ])
  const from = (messageUuid: string) => ({ forkedFrom: { sessionId: 's2', messageUuid } })
  write('s3', [
    prompt('f1', null, 0, from('q2')),
    answer('g1', 'f1', 5, { id: 'msg_b2', more: from('b2') }),
    prompt('f2', 'g1', 40),
    answer('g2', 'f2', 45),
  ])
  for (let i = 0; i < 12; i++)
    write(`more-${i}`, [prompt(`m${i}`, null, i), answer(`n${i}`, `m${i}`, i + 1, said('word '.repeat(900)))])
}

interface Ran {
  readonly report: SendReport
  readonly told: readonly string[]
}

async function send(
  run: Partial<HistoryRun>,
  options: Partial<OpenSenderOptions> = {},
  sessions = listHistory({ home: bench.home, roots: [bench.root] }),
): Promise<Ran> {
  const told: string[] = []
  const { sender, close } = await openSender({
    home: bench.home,
    roots: [bench.root],
    target: bench.target(),
    prices: CLAUDE_PRICES,
    version: '0',
    userHome: '/home/ada',
    tell: (line) => told.push(line),
    ...(run.signal === undefined ? {} : { signal: run.signal }),
    ...options,
  })
  try {
    await exportHistory(sender, { sessions, roots: [bench.root], now: Date.now(), ...run })
    return { report: sender.report(), told }
  } finally {
    await close()
  }
}

/** A run into a file of its own, with what was known before any of them. */
async function fileWith(threads: number, sessions?: ReturnType<typeof listHistory>) {
  const url = join(bench.folder, `threads-${threads}.jsonl`)
  const home = skeinHome({ SKEIN_HOME: join(bench.folder, `home-${threads}`) })
  cpSync(bench.home.folder, home.folder, { recursive: true })
  const { report, told } = await send(
    { threads },
    { home, mode: 'file', target: { ...bench.target(), url } },
    sessions,
  )
  return { report, told, text: readFileSync(url, 'utf8') }
}

describe('a history', () => {
  beforeEach(() => {
    writeHistory()
    const ledger = TraceLedger.open(bench.home)
    expect(ledger.key.length).toBe(32)
    ledger.close()
  })

  it('is the same file, byte for byte, with any number of threads', async () => {
    const alone = await fileWith(0)
    expect(alone.report).toMatchObject({ sessions: 15, unreadable: 0, stopped: null })
    expect(alone.report.known).toBeGreaterThan(0)
    expect(alone.text).toContain('here [redacted:')
    expect(alone.text).not.toContain(SECRET)
    expect(await fileWith(1)).toEqual(alone)
    expect(await fileWith(3)).toEqual(alone)
  })

  it('goes on past a session that is gone, and tells', async () => {
    const sessions = listHistory({ home: bench.home, roots: [bench.root] })
    rmSync(sessions[3].path)
    const alone = await fileWith(0, sessions)
    expect(alone.told).toEqual([`cannot be read (ENOENT): ${sessions[3].path}`])
    expect(await fileWith(2, sessions)).toEqual(alone)
  })

  it('that was stopped is gone on with: nothing is lost, nothing is there twice', async () => {
    const stop = new AbortController()
    const onProgress = (): void => stop.abort()
    const { report } = await send({ threads: 2, signal: stop.signal, onProgress })
    expect(report.stopped?.code).toBe('cancelled')
    const { report: rest } = await send({ threads: 2 })
    expect(rest).toMatchObject({ stopped: null, resent: 0 })
    const { report: again } = await send({ threads: 2 })
    expect(again).toMatchObject({ unchanged: 15, sent: 0 })
    const ids = bench.spans().map(({ traceId, spanId }) => traceId + spanId)
    expect(ids.length).toBe((await fileWith(0)).report.sent)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
