import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseQuery, searchResult, Store } from '@skein/store'
import { median } from '../figures.ts'

export interface AppendOutput {
  readonly files: readonly AppendFigures[]
}

export interface AppendFigures {
  readonly name: string
  readonly milliseconds: number
  readonly bytesRead: number
  readonly rowsWritten: number
}

/** 10 KB and 500 MB, as the project's contract names them. */
const SIZES = { '10KB': 10_000, '500MB': 500_000_000 }
const ROUNDS = 9

const folder = mkdtempSync(join(tmpdir(), 'skein-append-'))
try {
  const files: AppendFigures[] = []
  for (const [name, size] of Object.entries(SIZES)) files.push(await measured(name, size))
  console.log(JSON.stringify({ files } satisfies AppendOutput))
} finally {
  rmSync(folder, { recursive: true })
}

async function measured(name: string, size: number): Promise<AppendFigures> {
  const root = join(folder, name)
  const project = join(root, 'projects', 'p')
  mkdirSync(project, { recursive: true })
  const path = join(project, '5e551017-0000-4000-8000-000000000001.jsonl')
  fill(path, size)
  const store = Store.open({ env: { SKEIN_HOME: join(root, 'home'), HOME: root }, roots: [root] })
  try {
    await store.refresh()
    const runs: AppendFigures[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const word = `needle${round}x`
      appendFileSync(path, row(1_000_000 + round, `a ${word} in the haystack`))
      const began = performance.now()
      const { bytesRead, rowsWritten } = await store.refresh()
      const parsed = parseQuery(word, { now: Date.now() })
      if ('problem' in parsed) throw new Error(parsed.problem.message)
      const { hits } = await searchResult(store.search(parsed.query))
      if (hits.length !== 1) throw new Error(`${hits.length} hits for a line that was appended once`)
      runs.push({ name, milliseconds: performance.now() - began, bytesRead, rowsWritten })
    }
    const middle = (of: (run: AppendFigures) => number): number => median(runs.map(of))
    return {
      name,
      milliseconds: middle((run) => run.milliseconds),
      bytesRead: middle((run) => run.bytesRead),
      rowsWritten: middle((run) => run.rowsWritten),
    }
  } finally {
    store.close()
  }
}

function fill(path: string, size: number): void {
  writeFileSync(path, '')
  const text = 'some text that is read and written again and again '.repeat(50)
  let n = 0
  let written = 0
  while (written < size) {
    let piece = ''
    while (piece.length < 4_000_000 && written + piece.length < size) piece += row(n++, text)
    appendFileSync(path, piece)
    written = statSync(path).size
  }
}

function row(n: number, text: string): string {
  const uuid = (of: number): string => `00000000-0000-4000-8000-${String(of).padStart(12, '0')}`
  const time = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
  const message = { role: 'user', content: text }
  return `${JSON.stringify({ type: 'user', uuid: uuid(n), parentUuid: n === 0 ? null : uuid(n - 1), timestamp: time, message })}\n`
}
