import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Figure } from '../figures.ts'
import { askBare, startBare } from './bare-server.ts'
import { ServedSkein } from './served-skein.ts'

const SESSIONS = 10_000
const PROJECTS = 50
const ROUNDS = 20

/** A page of the list of ten thousand sessions, with and without filters. */
export async function listFigures(onFigure: (figure: Figure) => void): Promise<void> {
  const root = manySessions()
  const server = await ServedSkein.start(root, SESSIONS)
  try {
    const { text } = await server.ask(PAGES[0].path)
    const bare = await startBare(text)
    const taken = new Map<string, number[]>(PAGES.map(({ name }) => [name, []]))
    const reference: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      for (const { name, path } of PAGES) taken.get(name)?.push((await server.ask(path)).ms)
      reference.push(await askBare(bare))
    }
    bare.stop()
    const note = `100 of ${SESSIONS} sessions, median of ${ROUNDS}`
    for (const { name } of PAGES)
      onFigure({ name, value: median(taken.get(name) ?? []), unit: 'ms', bar: { atMost: 100 }, note })
    onFigure({
      name: 'list-vs-bare',
      value: median(taken.get(PAGES[0].name) ?? []) / median(reference),
      unit: 'x',
      note: `bare: ${median(reference).toFixed(1)} ms for the same bytes`,
    })
  } finally {
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

const PAGES = [
  { name: 'list', path: '/api/sessions?limit=100' },
  { name: 'list-by-model', path: '/api/sessions?limit=100&model=sonnet' },
  { name: 'list-by-branch', path: '/api/sessions?limit=100&branch=dev' },
  { name: 'list-by-title', path: '/api/sessions?limit=100&title=thing%20number%207' },
]

function manySessions(): string {
  const root = mkdtempSync(join(tmpdir(), 'skein-bench-root-'))
  for (let number = 0; number < SESSIONS; number++) {
    const project = number % PROJECTS
    const folder = join(root, 'projects', `-srv-p${project}`)
    if (number < PROJECTS) mkdirSync(folder, { recursive: true })
    const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
    writeFileSync(join(folder, `${id}.jsonl`), smallSession(id, number))
  }
  return root
}

function smallSession(id: string, number: number): string {
  const row = (at: number): object => ({
    sessionId: id,
    cwd: `/srv/p${number % PROJECTS}`,
    version: '2.1.325',
    gitBranch: number % 2 === 0 ? 'dev' : 'main',
    isSidechain: false,
    userType: 'external',
    uuid: `${id.slice(0, -1)}${at}`,
    parentUuid: at === 1 ? null : `${id.slice(0, -1)}${at - 1}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + number * 600_000 + at * 1000).toISOString(),
  })
  const model = number % 3 === 0 ? 'claude-sonnet-4-5-20250929' : 'claude-opus-4-5-20251101'
  const usage = { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 5000 }
  const content = [{ type: 'text', text: 'Done.' }]
  const rows = [
    { ...row(1), type: 'user', message: { role: 'user', content: `Please mend thing number ${number}` } },
    {
      ...row(2),
      type: 'assistant',
      message: { id: `msg_${number}`, role: 'assistant', model, content, stop_reason: 'end_turn', usage },
    },
  ]
  return rows.map((one) => `${JSON.stringify(one)}\n`).join('')
}
