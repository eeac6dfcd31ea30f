import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveAll, discover } from '@skein/store'
import { CLAUDE_PRICES } from '@skein/view'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, attributesOf, Bench, call, prompt, result } from '../../test/bench.ts'
import { exportHistory } from './export-history.ts'
import { listHistory } from './history.ts'
import { openSender } from './open-sender.ts'
import type { SendReport } from './send-report.ts'

let bench: Bench
beforeEach(() => void (bench = new Bench()))
afterEach(() => bench.remove())

/** 2026-01-01, in seconds: nobody writes to these any more. */
const LONG_AGO = 1_767_225_600
const aside = { isSidechain: true, agentId: 'x1' }

const agentPath = (): string => join(bench.root, 'projects', 'app', 's1', 'subagents', 'agent-x1.jsonl')
const mainPath = (): string => join(bench.root, 'projects', 'app', 's1.jsonl')

function writeMain(): void {
  bench.write('s1', [
    prompt('p1', null, 0),
    call('a1', 'p1', 2, 'toolu_1'),
    result('r1', 'a1', 3, { tool: 'toolu_1', agent: 'x1' }),
    answer('a2', 'r1', 9),
  ])
  utimesSync(mainPath(), LONG_AGO, LONG_AGO)
}

function writeAgent(more: object = {}): void {
  const asked = prompt('x1-p', null, 4, aside)
  bench.write('s1', [asked, answer('x1-a', 'x1-p', 5, { more: { ...aside, ...more } })], 'x1')
  utimesSync(agentPath(), LONG_AGO, LONG_AGO)
}

async function archive(): Promise<void> {
  await archiveAll(bench.home, discover([bench.root]).transcripts)
}

async function send(now = Date.now()): Promise<SendReport> {
  const { sender, close } = await openSender({
    home: bench.home,
    roots: [bench.root],
    target: bench.target(),
    prices: CLAUDE_PRICES,
    version: '0',
    userHome: '/home/ada',
    tell: () => {},
  })
  try {
    const sessions = listHistory({ home: bench.home, roots: [bench.root] })
    await exportHistory(sender, { sessions, roots: [bench.root], now })
    return sender.report()
  } finally {
    await close()
  }
}

const WHOLE = [
  'invoke_agent claude-code',
  'chat claude-test-1',
  'execute_tool Task',
  'chat claude-test-1',
  'invoke_agent helper',
  'chat claude-test-1',
]

describe('a session of which the archive has a part', () => {
  it('is whole where the archive has the sub-agent', async () => {
    writeMain()
    writeAgent()
    await archive()
    rmSync(agentPath())
    expect(await send()).toMatchObject({ sessions: 1, turns: 1, unreadable: 0 })
    expect(bench.sent()).toEqual(WHOLE)
    expect(await send()).toMatchObject({ sessions: 0, unchanged: 1, sent: 0 })
  })

  it('is whole where the archive has the transcript that the sub-agent belongs to', async () => {
    writeMain()
    writeAgent()
    await archive()
    rmSync(mainPath())
    expect(await send()).toMatchObject({ sessions: 1, turns: 1, unreadable: 0 })
    expect(bench.sent()).toEqual(WHOLE)
  })
})

describe('a sub-agent whose session is gone', () => {
  // The conventions' name for an agent of which nobody says what it is called.
  const ALONE = ['invoke_agent', 'chat claude-test-1']

  it('is a trace of its own, in the name of its session', async () => {
    writeAgent()
    expect(await send()).toMatchObject({ sessions: 1, turns: 1, sent: 2 })
    expect(bench.sent()).toEqual(ALONE)
    expect(await send()).toMatchObject({ sessions: 0, unchanged: 1, sent: 0 })
  })

  it('is one too where only the archive has it', async () => {
    writeAgent()
    await archive()
    rmSync(agentPath())
    await send()
    expect(bench.sent()).toEqual(ALONE)
  })

  it('is called what its side file says, on disk and in the archive', async () => {
    writeAgent()
    const meta = { agentType: 'Explore', description: 'Look around', toolUseId: 'toolu_1' }
    writeFileSync(agentPath().replace(/jsonl$/, 'meta.json'), JSON.stringify(meta))
    await archive()
    const named = ['invoke_agent Explore', 'chat claude-test-1']
    await send()
    expect(bench.sent()).toEqual(named)
    const said = attributesOf(bench.spans()[0])
    expect([
      said.get('gen_ai.agent.name'),
      said.get('gen_ai.agent.id'),
      said.get('gen_ai.agent.description'),
    ]).toEqual(['Explore', 'x1', 'Look around'])
    for (const file of [bench.home.stateFile, bench.out, agentPath()]) rmSync(file)
    await send()
    expect(bench.sent()).toEqual(named)
  })

  it('is called what its rows say where there is no side file', async () => {
    writeAgent({ attributionAgent: 'general-purpose' })
    await send()
    expect(bench.sent()).toEqual(['invoke_agent general-purpose', 'chat claude-test-1'])
  })

  it('waits as long as its session may still begin', async () => {
    writeAgent()
    expect(await send(LONG_AGO * 1000 + 60_000)).toMatchObject({ sessions: 0, sent: 0 })
    expect(bench.sent()).toEqual([])
  })

  it('is sent once, whether its session comes back or goes', async () => {
    writeAgent()
    await send()
    writeMain()
    await send()
    expect(bench.sent().filter((name) => name.startsWith('chat'))).toHaveLength(3)
    rmSync(mainPath())
    expect(await send()).toMatchObject({ sent: 0 })
  })
})
