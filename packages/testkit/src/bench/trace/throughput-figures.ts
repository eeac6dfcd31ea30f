import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { corpusFolder, megabytesOf, transcriptsBelow } from '../corpora.ts'
import type { Figure } from '../figures.ts'
import { interleaved, type Command } from '../store/command.ts'
import { buildSkein, SkeinCommand } from '../store/skein-command.ts'
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

/** A corpus that was only just made looks as if somebody were still writing to it, and its last turns would wait. */
function settle(transcripts: readonly string[]): void {
  const quiet = Date.now() / 1000 - 2 * 3600
  for (const path of transcripts) if (statSync(path).mtimeMs / 1000 > quiet) utimesSync(path, quiet, quiet)
}

/** Nothing is written over: what the run before left is taken away. */
function withoutFile({ name, file, args, env = {} }: Command, written: string): Command {
  return { name, file: 'sh', args: ['-c', 'rm -f "$0"; exec "$@"', written, file, ...args], env }
}

function parseCommand(corpus: string): Command {
  const program = `
    const { readdirSync, readFileSync } = require('node:fs')
    for (const entry of readdirSync(process.argv[1], { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.jsonl')) continue
      const bytes = readFileSync(entry.parentPath + '/' + entry.name)
      for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
        end = bytes.indexOf(10, at)
        if (end < 0) end = bytes.length
        try { JSON.parse(bytes.toString('utf8', at, end)) } catch {}
      }
    }`
  return { name: 'JSON.parse', file: process.execPath, args: ['-e', program, join(corpus, 'projects')] }
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
