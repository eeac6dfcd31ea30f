import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshFolder } from '../store/written-sessions.ts'
import { OtlpCapture, spansIn } from './otlp-capture.ts'

const SKEIN = fileURLToPath(new URL('../../../cli/bin/skein.js', import.meta.url))
const folder = freshFolder('threads-crash')
const root = join(folder, 'config')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SESSIONS = 8
const TURNS = 12
const SPANS = SESSIONS * TURNS * 4

/** 48 MB, of which threads prepare 32 and more; spans of it make several requests. */
beforeAll(() => {
  mkdirSync(join(root, 'projects', 'app'), { recursive: true })
  for (let session = 0; session < SESSIONS; session++) {
    const path = join(root, 'projects', 'app', `s${session}.jsonl`)
    writeFileSync(path, Array.from({ length: TURNS }, (_, turn) => turnOf(session, turn)).join(''))
    // Nobody writes to it any more.
    utimesSync(path, 1_767_225_600 + session, 1_767_225_600 + session)
  }
})

function turnOf(session: number, turn: number): string {
  const name = (kind: string, number = turn): string => `${kind}-${session}-${number}`
  const rows = [
    ['user', 'p', turn === 0 ? null : name('a', turn - 1), { content: `ask ${name('p')}` }],
    [
      'assistant',
      'c',
      name('p'),
      { content: [{ type: 'tool_use', id: name('t'), name: 'Bash', input: {} }] },
    ],
    ['user', 'r', name('c'), { content: [{ type: 'tool_result', tool_use_id: name('t'), content: OUTPUT }] }],
    ['assistant', 'a', name('r'), { content: [{ type: 'text', text: `told ${name('a')}` }] }],
  ] as const
  return rows
    .map(([type, kind, parentUuid, message], i) => {
      const timestamp = new Date(1_767_225_600_000 + turn * 10_000 + i * 1000).toISOString()
      const said = type === 'user' ? message : { id: name(`msg-${kind}`), model: 'claude-opus-5', ...message }
      const row = {
        type,
        uuid: name(kind),
        parentUuid,
        sessionId: `s${session}`,
        timestamp,
        isSidechain: false,
      }
      return `${JSON.stringify({ ...row, message: { role: type, ...said } })}\n`
    })
    .join('')
}

const OUTPUT = 'some line of output\n'.repeat(25_000)

function send(home: string, url: string): { child: ChildProcess; ended: Promise<number | null> } {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, SKEIN_HOME: home, CLAUDE_CONFIG_DIR: root }
  const child = spawn(process.execPath, [SKEIN, 'trace', 'send', '--all', '--json'], {
    env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return { child, ended }
}

/** How many spans the ledger says were sent twice. */
function resent(home: string): number {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, SKEIN_HOME: home, CLAUDE_CONFIG_DIR: root }
  const { stdout } = spawnSync(process.execPath, [SKEIN, 'trace', 'status', '--json'], {
    env,
    encoding: 'utf8',
  })
  return (JSON.parse(stdout) as { targets: [{ resent: number }] }).targets[0].resent
}

// Without a second core there are no threads.
it.skipIf(availableParallelism() < 2)(
  'a run with threads that is killed loses nothing, and what it sends again had no answer',
  { timeout: 300_000 },
  async () => {
    let victim: { readonly child: ChildProcess; readonly at: number } | null = null
    const receiver = new OtlpCapture((number) => {
      if (number !== victim?.at) return true
      victim.child.kill('SIGKILL')
      return false
    })
    const url = await receiver.listen()
    const arrived = (): string[] =>
      receiver.requests.flatMap(({ body }) => spansIn(body)).map(({ traceId, spanId }) => traceId + spanId)
    try {
      for (const at of [1, 2]) {
        receiver.requests.length = 0
        const home = join(folder, `home-${at}`)
        const { child, ended } = send(home, url)
        victim = { child, at }
        expect(await ended).toBe(null)
        victim = null
        const before = arrived()
        expect(await send(home, url).ended).toBe(0)
        const after = arrived().slice(before.length)
        const again = after.filter((id) => before.includes(id)).length
        expect({ at, all: new Set(arrived()).size }).toEqual({ at, all: SPANS })
        expect(again).toBeGreaterThan(0)
        // Another request may have been on its way and not arrived.
        expect(resent(home)).toBeGreaterThanOrEqual(again)
      }
    } finally {
      await receiver.close()
    }
  },
)
