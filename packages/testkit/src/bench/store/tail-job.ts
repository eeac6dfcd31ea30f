import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { entriesOf, watch } from '@skein/store'

export interface TailOutput {
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly most: number
  readonly idlePercent: number
}

const ROWS = 300
const FILES = 2000
/** What watching does to settle is over by then; then as long again is measured. */
const SETTLE_MS = 15_000

/** Appends rows with the time of writing in them, as nanoseconds of a clock that all processes share. */
const WRITER = `
  const fs = require('node:fs')
  let n = 0
  const next = () => {
    if (n++ === ${ROWS}) return
    const message = { role: 'user', content: String(process.hrtime.bigint()) }
    fs.appendFileSync(process.argv[1], JSON.stringify({ type: 'user', uuid: 'u' + n, parentUuid: null, message }) + '\\n')
    setTimeout(next, 10)
  }
  next()
`

const root = mkdtempSync(join(tmpdir(), 'skein-tail-'))
try {
  console.log(JSON.stringify(await measured()))
} finally {
  rmSync(root, { recursive: true })
}

async function measured(): Promise<TailOutput> {
  const stop = new AbortController()
  const paths = Array.from({ length: FILES }, (_, i) => written(i))
  const lags: number[] = []
  let idlePercent = Number.NaN
  for await (const event of watch({ roots: [root], signal: stop.signal })) {
    if (event.kind === 'ready') {
      // Whoever waits for the next event is the watch itself, so this goes on beside it.
      void idle().then((percent) => {
        idlePercent = percent
        spawn(process.execPath, ['-e', WRITER, paths[0] ?? ''], { stdio: 'inherit' })
      })
    }
    if (event.kind !== 'entries') continue
    for (const entry of entriesOf(event))
      if (entry.kind === 'user')
        lags.push(Number(process.hrtime.bigint() - BigInt(String(entry.message?.['content']))) / 1e6)
    if (lags.length >= ROWS) stop.abort()
  }
  const sorted = lags.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), most: at(1), idlePercent }
}

async function idle(): Promise<number> {
  await pause(SETTLE_MS)
  const before = process.cpuUsage()
  await pause(SETTLE_MS)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 10 / SETTLE_MS
}

function written(i: number): string {
  const folder = join(root, 'projects', `p${i % 40}`)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `00000000-0000-4000-8000-${String(i).padStart(12, '0')}.jsonl`)
  writeFileSync(path, `${JSON.stringify({ type: 'user', uuid: `first${i}`, parentUuid: null })}\n`)
  return path
}
