import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionView } from '@skein/view'
import type { Figure } from '../figures.ts'
import { GrowingSession } from './growing-session.ts'
import type { ClientsResult } from './sse-clients.ts'
import { Clients, paced } from './live-figures.ts'
import { ServedSkein } from './served-skein.ts'

const COUNT = 50
const ROWS = 200
const LONG_ID = '5e55104e-0000-4000-8000-000000000002'
const LONG_MB = 100

/** Live events while nothing else goes on, and while a long session is exported and edited again and again. */
export async function busyFigures(onFigure: (figure: Figure) => void): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'skein-bench-root-'))
  const session = new GrowingSession(root)
  writeLongSession(root)
  const server = await ServedSkein.start(root, 2)
  try {
    const idle = await heard(server, session)
    let isOver = false
    const done = { exports: 0, edits: 0 }
    const over = Promise.all([
      repeated(async () => {
        await server.ask(`/api/sessions/${LONG_ID}/export?format=html`)
        done.exports++
      }),
      repeated(async () => {
        await server.ask(`/api/sessions/${LONG_ID}/edits`, { kind: 'clone', dryRun: true })
        done.edits++
      }),
    ])
    async function repeated(work: () => Promise<void>): Promise<void> {
      do await work()
      while (!isOver)
    }
    const busy = await heard(server, session)
    isOver = true
    await over
    onFigure({
      name: 'live-p95-busy-vs-idle',
      value: busy.p95 / idle.p95,
      unit: 'x',
      bar: { atMost: 2 },
      note: `${LONG_MB} MB: ${done.exports} exports and ${done.edits} edits meanwhile; p95 ${busy.p95.toFixed(1)} ms, idle ${idle.p95.toFixed(1)} ms, ${COUNT} clients, ${ROWS} rows each`,
    })
  } finally {
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

async function heard(server: ServedSkein, session: GrowingSession): Promise<ClientsResult> {
  const { text } = await server.ask(`/api/sessions/${session.id}/view`)
  // As the server answers.
  const { cursor } = JSON.parse(text) as SessionView
  const subscription = { topic: `session:${session.id}`, cursor }
  const cookie = await server.cookie()
  const clients = new Clients({
    url: `${server.url}/api/live`,
    cookie,
    count: COUNT,
    rows: ROWS,
    subscription,
  })
  try {
    await clients.ready
    await paced(ROWS, () => session.add())
    return await clients.result()
  } finally {
    clients.stop()
  }
}

function writeLongSession(root: string): void {
  const folder = join(root, 'projects', '-srv-long')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${LONG_ID}.jsonl`)
  writeFileSync(path, '')
  let parentUuid: string | null = null
  for (let number = 0; number < LONG_MB * 10; number++) {
    const uuid = `10000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
    const isPrompt = number % 20 === 0
    const message = isPrompt
      ? { role: 'user', content: `Prompt ${number}` }
      : {
          id: `msg_${number}`,
          role: 'assistant',
          model: 'claude-opus-4-5-20251101',
          content: [{ type: 'text', text: WORDS }],
          stop_reason: 'end_turn',
          usage: { input_tokens: 10, output_tokens: 20 },
        }
    const row = {
      parentUuid,
      isSidechain: false,
      cwd: '/srv/long',
      sessionId: LONG_ID,
      version: '2.1.325',
      type: isPrompt ? 'user' : 'assistant',
      message,
      uuid,
      timestamp: new Date(Date.UTC(2026, 0, 1) + 1000 * number).toISOString(),
    }
    parentUuid = uuid
    appendFileSync(path, `${JSON.stringify(row)}\n`)
  }
}

/** 100 KB and a bit. */
const WORDS = 'The loom is mended, and the thread runs.\n'.repeat(2600)
