import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareRealism, measureFolder } from '../corpus/realism.ts'
import { trimTable } from '../edit/trim-table.ts'
import { benchEdit, EDIT_ABOUT } from './edit/edit.ts'
import { lineOf, passes, type Figure } from './figures.ts'
import { benchParse } from './parse.ts'
import { groupReport, parseReport, withPart } from './report.ts'
import { benchServer, SERVER_GROUPS } from './server/server.ts'
import { benchStore, STORE_GROUPS } from './store/store.ts'
import { HOOK_ABOUT, hookFigures } from './trace/hook-figures.ts'
import { STOP_ABOUT, stopFigures } from './trace/stop-figures.ts'
import {
  MEMORY_ABOUT,
  memoryFigures,
  THROUGHPUT_ABOUT,
  throughputFigures,
} from './trace/throughput-figures.ts'

const usage = `usage: npm run bench -- parse [--size 1GB] [--seed 7] [--rounds 3]
       npm run bench -- edit [--seed 7] [--rounds 5]
       npm run bench -- store [--size 1GB] [--seed 7] [--rounds 5] [--histories 1,4] [--only ${Object.keys(STORE_GROUPS).join(',')}]
       npm run bench -- server [--seed 7] [--minutes 0.5] [--only ${Object.keys(SERVER_GROUPS).join(',')}]
       npm run bench -- trace [--size 1GB] [--seed 7] [--rounds 3] [--histories 1,4] [--only hook,stop,throughput,memory]
       npm run bench -- trim-table`

/** Smaller runs are for trying things; only the full one writes the report. */
const FULL_SIZE = '1GB'
const REPORT = fileURLToPath(new URL('../../../../docs/benchmarks.md', import.meta.url))
const TRIM_PAGE = fileURLToPath(new URL('../../../../docs/trim.md', import.meta.url))

const TRACE_GROUPS: readonly string[] = ['hook', 'stop', 'throughput', 'memory']

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      size: { type: 'string', default: FULL_SIZE },
      seed: { type: 'string', default: '7' },
      rounds: { type: 'string' },
      histories: { type: 'string', default: '1,4' },
      only: { type: 'string' },
      minutes: { type: 'string', default: '0.5' },
    },
  })
  const bytes = bytesOf(values.size)
  const rounds = Number(values.rounds ?? (['parse', 'trace'].includes(positionals[0]) ? 3 : 5))
  const histories = values.histories.split(',').map(Number)
  const only = values.only?.split(',')
  const minutes = Number(values.minutes)
  const groups = groupsOf(positionals[0])
  const isKnown = only?.every((group) => groups.includes(group)) ?? true
  const isSome = rounds >= 1 && minutes > 0 && histories.every((count) => count >= 1)
  if (bytes === undefined || !isSome || !isKnown) {
    console.error(usage)
    return 2
  }
  const { size, seed } = values
  switch (positionals.join()) {
    case 'parse':
      return parse({ size, seed, rounds, huge: bytes / 2 })
    case 'store':
      return store({ size, seed, rounds, histories, only })
    case 'edit':
      return edit({ seed, rounds })
    case 'server':
      return server({ seed, minutes, only })
    case 'trace':
      return trace({ size, seed, rounds, histories, only })
    case 'trim-table':
      return trimFigures('npm run bench -- trim-table')
    default:
      console.error(usage)
      return 2
  }
}

/** What the presets of `skein trim` do to the largest public transcripts, into docs/trim.md. */
function trimFigures(command: string): number {
  const table = trimTable(command)
  if (table === null) return 1
  console.log(table)
  writeFileSync(TRIM_PAGE, withPart(readFileSync(TRIM_PAGE, 'utf8'), 'presets', table))
  return 0
}

interface Run {
  readonly size: string
  readonly seed: string
  readonly rounds: number
}

async function parse({ size, seed, rounds, huge }: Run & { huge: number }): Promise<number> {
  const figures: Figure[] = []
  const { folder, steps } = benchParse({ size, seed, rounds, huge, onFigure: printingInto(figures) })
  if (size === FULL_SIZE) {
    const realism = compareRealism(await measureFolder(folder))
    const command = `npm run bench -- parse --size ${size} --seed ${seed}`
    writePart('parse', parseReport({ command, figures, steps, realism }))
  }
  return exitCodeOf(figures)
}

function store({
  size,
  seed,
  rounds,
  histories,
  only,
}: Run & { histories: number[]; only?: string[] }): number {
  const groups = new Map<string, Figure[]>()
  const onFigure = (group: string, figure: Figure) => {
    const figures = groups.get(group) ?? []
    groups.set(group, figures)
    printingInto(figures)(figure)
  }
  benchStore({ size, seed, rounds, histories, only, say: (line) => console.error(line), onFigure })
  if (size === FULL_SIZE) {
    const command = `npm run bench -- store --size ${size} --seed ${seed} --histories ${histories.join()}`
    for (const [group, figures] of groups) {
      const { title, about } = STORE_GROUPS[group]
      writePart(`store: ${group}`, groupReport({ command, title, about, figures }))
    }
  }
  return exitCodeOf([...groups.values()].flat())
}

async function edit({ seed, rounds }: Omit<Run, 'size'>): Promise<number> {
  const figures: Figure[] = []
  await benchEdit({ seed, rounds, onFigure: printingInto(figures) })
  const command = `npm run bench -- edit --seed ${seed}`
  writePart('edit', groupReport({ command, title: 'Editing', about: EDIT_ABOUT, figures }))
  return exitCodeOf(figures)
}

async function server({
  seed,
  minutes,
  only,
}: Pick<Run, 'seed'> & { minutes: number; only?: string[] }): Promise<number> {
  const all: Figure[] = []
  const groups = new Map<string, Figure[]>()
  await benchServer({
    seed,
    minutes,
    only,
    onFigure: (group, figure) => {
      const figures = groups.get(group) ?? []
      groups.set(group, figures)
      printingInto(figures)(figure)
      all.push(figure)
    },
    onLoad: (group, load) => {
      const { title, about } = SERVER_GROUPS[group]
      const long = group === 'live' ? ` --minutes ${minutes}` : ''
      const command = `npm run bench -- server --only ${group} --seed ${seed}${long}`
      const report = { command, title, about: `${about}\n- ${load}.`, figures: groups.get(group) ?? [] }
      writePart(`server: ${group}`, groupReport(report))
    },
  })
  return exitCodeOf(all)
}

function groupsOf(bench: string | undefined): readonly string[] {
  if (bench === 'trace') return TRACE_GROUPS
  return Object.keys(bench === 'server' ? SERVER_GROUPS : STORE_GROUPS)
}

async function trace({
  size,
  seed,
  rounds,
  histories,
  only = TRACE_GROUPS,
}: Run & { histories: readonly number[]; only?: readonly string[] }): Promise<number> {
  const hook: Figure[] = []
  const stop: Figure[] = []
  const throughput: Figure[] = []
  const memory: Figure[] = []
  if (only.includes('hook')) {
    await hookFigures(printingInto(hook))
    const command = 'npm run bench -- trace --only hook'
    writePart('trace: hook', groupReport({ command, title: 'The hook', about: HOOK_ABOUT, figures: hook }))
  }
  if (only.includes('stop')) {
    await stopFigures(seed, printingInto(stop))
    const command = 'npm run bench -- trace --only stop'
    const report = { command, title: 'A turn that has ended', about: STOP_ABOUT, figures: stop }
    writePart('trace: stop', groupReport(report))
  }
  if (only.includes('throughput')) {
    await throughputFigures({ size, seed, rounds, onFigure: printingInto(throughput) })
    const command = `npm run bench -- trace --only throughput --size ${size} --seed ${seed}`
    const report = { command, title: 'Sending a history', about: THROUGHPUT_ABOUT, figures: throughput }
    if (size === FULL_SIZE) writePart('trace: throughput', groupReport(report))
  }
  if (only.includes('memory')) {
    memoryFigures({ size, seed, histories, onFigure: printingInto(memory) })
    const command = `npm run bench -- trace --only memory --size ${size} --seed ${seed} --histories ${histories.join()}`
    const report = { command, title: 'Memory while sending', about: MEMORY_ABOUT, figures: memory }
    if (size === FULL_SIZE) writePart('trace: memory', groupReport(report))
  }
  return exitCodeOf([...hook, ...stop, ...throughput, ...memory])
}

function printingInto(figures: Figure[]): (figure: Figure) => void {
  return (figure) => {
    figures.push(figure)
    console.log(lineOf(figure))
  }
}

function writePart(name: string, text: string): void {
  writeFileSync(REPORT, withPart(readFileSync(REPORT, 'utf8'), name, text))
}

function exitCodeOf(figures: readonly Figure[]): number {
  const failed = figures.filter((figure) => !passes(figure))
  for (const { name } of failed) console.error(`below its bar: ${name}`)
  return failed.length === 0 ? 0 : 1
}

function bytesOf(size: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(KB|MB|GB)$/i.exec(size)
  return match === null
    ? undefined
    : Number(match[1]) * { KB: 1e3, MB: 1e6, GB: 1e9 }[match[2].toUpperCase() as 'KB' | 'MB' | 'GB']
}
