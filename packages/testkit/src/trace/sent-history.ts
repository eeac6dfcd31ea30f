import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { writeCorpus } from '../corpus/layout.ts'
import { plainSpans, type PlainSpan } from './decoded-spans.ts'

const SKEIN = fileURLToPath(new URL('../../../cli/bin/skein.js', import.meta.url))

/** 2026-01-01, in seconds. */
const LONG_AGO = 1_767_225_600

/** A generated history, and the command on it, with nothing of this machine. */
export class SentHistory {
  readonly folder = mkdtempSync(join(tmpdir(), 'skein-sent-'))
  readonly root = join(this.folder, 'config')
  /** Every span of the history, as a file of OTLP JSON lines has it. */
  readonly spans: readonly PlainSpan[]
  /** Bytes of the JSON of the largest one. */
  readonly largest: number

  constructor(bytes: number) {
    writeCorpus({ bytes, seed: 'traces', out: this.root, damage: 0 })
    // Nobody writes to it any more, so that every turn has ended.
    for (const entry of readdirSync(this.root, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), LONG_AGO, LONG_AGO)
    const file = join(this.folder, 'all.jsonl')
    // The key of placeholders must be the one that is sent with.
    this.run(['trace', 'send', '--all', '--otlp-file', file])
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    this.spans = lines.flatMap((line) => plainSpans(JSON.parse(line)))
    this.largest = Math.max(...lines.flatMap(spanSizes))
  }

  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): { readonly stdout: string } {
    const ran = spawnSync(process.execPath, [SKEIN, ...args], { env: this.env(env), encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(`skein ${args.join(' ')}: ${ran.stderr}`)
    return ran
  }

  /** The same while this process goes on: a receiver in it must be able to answer. */
  async runBeside(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<{ readonly stdout: string }> {
    const { stdout } = await promisify(execFile)(process.execPath, [SKEIN, ...args], { env: this.env(env) })
    return { stdout }
  }

  start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
    return spawn(process.execPath, [SKEIN, ...args], {
      env: this.env(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  env(more: Readonly<Record<string, string>>): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.folder,
      CLAUDE_CONFIG_DIR: this.root,
      SKEIN_HOME: this.home,
      TZ: 'UTC',
      ...more,
    }
  }

  get home(): string {
    return join(this.folder, 'skein')
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A line is JSON as `JSON.stringify` writes it, so that each span has the same bytes when it is written again. */
function spanSizes(line: string): number[] {
  const body = JSON.parse(line) as {
    resourceSpans: { scopeSpans: { spans: object[] }[] }[]
  }
  return body.resourceSpans[0].scopeSpans[0].spans.map((span) => Buffer.byteLength(JSON.stringify(span)))
}
