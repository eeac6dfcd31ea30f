import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { corpusFolder, megabytesOf, transcriptsBelow } from '../corpora.ts'
import type { Figure } from '../figures.ts'
import { interleaved, type Command } from '../store/command.ts'
import { buildSkein, SkeinCommand } from '../store/skein-command.ts'
import { parseCommand } from './parse-command.ts'
import { addedUp, sumOfSpans, type SpanSum } from './span-sums.ts'

export const THROUGHPUT_ABOUT =
  '- `skein trace send --all --otlp-file`: a history with nothing sent yet, secrets replaced, into a new file; whole processes, the transcripts in the file cache. The reference parses every line of the same transcripts with `JSON.parse` and does nothing else. Tokens and costs of all spans add up to those of `skein usage`, or the run fails.'

export interface ThroughputBench {
  readonly size: string
  readonly seed: string
  readonly rounds: number
  readonly onFigure: (figure: Figure) => void
}

/** How fast a history becomes spans. */
export async function throughputFigures({ size, seed, rounds, onFigure }: ThroughputBench): Promise<void> {
  buildSkein()
  const corpus = corpusFolder(size, seed)
  const transcripts = transcriptsBelow(join(corpus, 'projects'))
  settle(transcripts)
  const megabytes = megabytesOf(transcripts)
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-trace-'))
  try {
    const file = join(folder, 'spans.jsonl')
    const skein = new SkeinCommand([corpus])
    const send = withoutFile(
      skein.command('send', ['trace', 'send', '--all', '--json', '--otlp-file', file], { peak: true }),
      file,
    )
    const parse = parseCommand(corpus)
    const timings = interleaved([send, parse], rounds)
    const [sending, parsing] = [send, parse].map(({ name }) => timings.get(name)?.seconds ?? Number.NaN)
    const note = `median of ${rounds} runs over ${Math.round(megabytes)} MB`
    const report = reportIn(timings.get(send.name)?.output ?? '')
    onFigure({
      name: 'send-throughput',
      value: megabytes / sending,
      unit: 'MB/s',
      bar: { atLeast: 30 },
      note,
    })
    onFigure({ name: 'send-peak', value: skein.peakMegabytes, unit: 'MB', bar: { atMost: 500 } })
    onFigure({ name: 'send-vs-parse', value: sending / parsing, unit: 'x', note })
    onFigure({ name: `seconds: ${parse.name}`, value: parsing, unit: 's' })
    for (const count of ['sessions', 'turns', 'spans', 'copies'] as const)
      onFigure({ name: `sent: ${count}`, value: report[count], unit: 'rows' })
    onFigure({ name: 'sent: bytes', value: report.bytes, unit: 'bytes' })
    const sum = await sumOfSpans(file)
    assertEqual(sum, usageOf(skein))
    onFigure({
      name: 'tokens-as-in-usage',
      value: addedUp(sum),
      unit: 'tokens',
      note: `and $${Math.round(sum.nanoDollars / 1e9)}`,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface MemoryBench {
  readonly size: string
  readonly seed: string
  /** How many histories of that size, one run each. */
  readonly histories: readonly number[]
  readonly onFigure: (figure: Figure) => void
}

export const MEMORY_ABOUT =
  '- the same command over one history and over several at once, each run from nothing: the most that the process held. What a history has sent is forgotten with it.'

/** What a run holds at most, by how much there is to send. */
export function memoryFigures({ size, seed, histories, onFigure }: MemoryBench): void {
  buildSkein()
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-trace-'))
  try {
    for (const count of histories) {
      const roots = Array.from({ length: count }, (_, i) => corpusFolder(size, String(Number(seed) + i)))
      const transcripts = roots.flatMap((root) => transcriptsBelow(join(root, 'projects')))
      settle(transcripts)
      const skein = new SkeinCommand(roots)
      const file = join(folder, 'spans.jsonl')
      const send = skein.command('send', ['trace', 'send', '--all', '--json', '--otlp-file', file], {
        peak: true,
      })
      const { status, stderr } = spawnSync(send.file, send.args, {
        env: { PATH: process.env['PATH'] ?? '', ...send.env },
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`send ended with ${status}: ${stderr.slice(0, 400)}`)
      const megabytes = Math.round(megabytesOf(transcripts))
      rmSync(file)
      const name = `send-peak: ${count} x ${size}`
      onFigure({
        name,
        value: skein.peakMegabytes,
        unit: 'MB',
        bar: { atMost: 500 },
        note: `${megabytes} MB`,
      })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A corpus that was only just made looks as if somebody were still writing to it, and its last turns would wait. */
function settle(transcripts: readonly string[]): void {
  const quiet = Date.now() / 1000 - 2 * 3600
  for (const path of transcripts) if (statSync(path).mtimeMs / 1000 > quiet) utimesSync(path, quiet, quiet)
}

/** Nothing is written over: what the run before left is taken away. */
function withoutFile({ name, file, args, env = {} }: Command, written: string): Command {
  return { name, file: 'sh', args: ['-c', 'rm -f "$0"; exec "$@"', written, file, ...args], env }
}

type Counts = Readonly<Record<'sessions' | 'turns' | 'spans' | 'copies' | 'bytes', number>>

function reportIn(output: string): Counts {
  return (JSON.parse(output) as { targets: Counts[] }).targets[0] // what `trace send --json` prints
}

function usageOf(skein: SkeinCommand): SpanSum {
  const command = skein.command('usage', ['usage', 'model', '--json', '--no-index'])
  const { output } = interleaved([command], 1).get(command.name) ?? { output: '' }
  const { totals } = JSON.parse(output) as {
    totals: { tokens: Omit<SpanSum, 'nanoDollars'>; nanoDollars: number }
  }
  const { input, output: said, cacheRead, cacheWrite5m, cacheWrite1h } = totals.tokens
  return { input, output: said, cacheRead, cacheWrite5m, cacheWrite1h, nanoDollars: totals.nanoDollars }
}

function assertEqual(spans: SpanSum, usage: SpanSum): void {
  if (JSON.stringify(spans) === JSON.stringify(usage)) return
  throw new Error(`spans say ${JSON.stringify(spans)}, skein usage ${JSON.stringify(usage)}`)
}
