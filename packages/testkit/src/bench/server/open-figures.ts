import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hugeTranscript } from '../corpora.ts'
import { median, type Figure } from '../figures.ts'
import { askBare, startBare } from './bare-server.ts'
import { ServedSkein } from './served-skein.ts'

const BYTES = 60_000_000
const COPIES = 8
const ROUNDS = 20

/** The first page of a session of 60 MB, and what such sessions take of memory. */
export async function openFigures(seed: string, onFigure: (figure: Figure) => void): Promise<void> {
  const root = hugeRoot(seed, COPIES)
  const server = await ServedSkein.start(root, COPIES)
  try {
    await server.ask('/api/me')
    const [idle, rss] = [server.rss, new Map<number, number>()]
    const cold: number[] = []
    for (let copy = 0; copy < COPIES; copy++) {
      cold.push((await server.ask(viewOf(copy))).ms)
      rss.set(copy + 1, server.rss)
    }
    const { text } = await server.ask(viewOf(0))
    const bare = await startBare(text)
    const [own, reference]: number[][] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      own.push((await server.ask(viewOf(0))).ms)
      reference.push(await askBare(bare))
    }
    bare.stop()
    const [warm, bareMs] = [median(own), median(reference)]
    const note = `median of ${ROUNDS}, ${(text.length / 1000).toFixed(0)} KB`
    onFigure({ name: 'first-page-warm', value: warm, unit: 'ms', bar: { atMost: 100 }, note })
    onFigure({
      name: 'first-page-vs-bare',
      value: warm / bareMs,
      unit: 'x',
      note: `bare: ${bareMs.toFixed(1)} ms for the same bytes`,
    })
    onFigure({
      name: 'first-page-cold',
      value: cold[0],
      unit: 'ms',
      note: 'the first request of the process',
    })
    onFigure({
      name: 'first-page-cold-next',
      value: median(cold.slice(1)),
      unit: 'ms',
      note: 'of other sessions',
    })
    const told = [1, 2, 4, 8].map((count) => `${count}: ${rss.get(count)?.toFixed(0)}`).join(', ')
    onFigure({
      name: 'memory-per-open-session',
      value: ((rss.get(8) ?? NaN) - (rss.get(2) ?? NaN)) / 6,
      unit: 'MB',
      bar: { atMost: 60 },
      note: `MB in memory with none open ${idle.toFixed(0)}, then ${told}`,
    })
  } finally {
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

/** A config root with copies of a session of 60 MB. */
export function hugeRoot(seed: string, copies: number): string {
  const root = mkdtempSync(join(tmpdir(), 'skein-bench-root-'))
  const folder = join(root, 'projects', '-srv-huge')
  mkdirSync(folder, { recursive: true })
  const huge = hugeTranscript(BYTES, seed)
  for (let copy = 0; copy < copies; copy++) copyFileSync(huge, join(folder, `${copyId(copy)}.jsonl`))
  return root
}

export function copyId(copy: number): string {
  return `c0b1e500-0000-4000-8000-00000000000${copy}`
}

function viewOf(copy: number): string {
  return `/api/sessions/${copyId(copy)}/view`
}
