import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bytesInMemory, readTranscript, resumeView } from '@skein/transcript'
import { recordedVersions } from '../claude/versions.ts'
import { outcomeDifference } from '../conformance/difference.ts'
import { ourOutcome } from '../conformance/our-outcome.ts'
import { recordOne } from '../conformance/record.ts'
import { Random } from '../corpus/prng.ts'

/** What a writer that was killed left behind. */
export interface Crash {
  readonly bytes: Uint8Array
  /** Uuids of the rows that it said were written, in order. */
  readonly acknowledged: readonly string[]
}

/**
 * Kills writers with `kill -9` at moments that nobody chose: when so and so many rows were said to be written, which the
 * writer has gone on from by the time that the signal comes.
 */
export class CrashStage {
  readonly #folder: string
  readonly #program: string

  /** `program`: the bundle of `endless-writer`. */
  constructor(folder: string, program: string) {
    this.#folder = folder
    this.#program = program
  }

  /** Kills `deaths` writers of one transcript, each of which goes on with what the last one left. */
  async kill(seed: string, deaths: number): Promise<Crash> {
    const path = join(this.#folder, 'config', 'projects', '-w', '5e551017-0000-4000-8000-000000000001.jsonl')
    rmSync(path, { force: true })
    const random = new Random(seed)
    const acknowledged: string[] = []
    for (let death = 0; death < deaths; death++)
      acknowledged.push(...(await this.#killOne(path, `${seed}-${death}`, random.int(1, 30))))
    return { bytes: readFileSync(path), acknowledged }
  }

  async #killOne(path: string, seed: string, after: number): Promise<string[]> {
    const child = spawn(process.execPath, [this.#program, path, join(this.#folder, 'home'), seed], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
    const ended = once(child, 'close')
    const acknowledged: string[] = []
    // What was said before the end counts, also where it is read after it.
    for await (const line of createInterface({ input: child.stdout }))
      if (acknowledged.push(line) === after) child.kill('SIGKILL')
    const [, signal] = (await ended) as [number | null, string | null]
    if (signal !== 'SIGKILL') throw new Error(`the writer ended by itself: ${complaints}`)
    return acknowledged
  }
}

/** What is wrong with what a crash left, for our own reader; nothing, where all is well. */
export function faultsOf({ bytes, acknowledged }: Crash): string[] {
  const transcript = readTranscript(bytes)
  const { graph, scan, path } = transcript
  const missing = acknowledged.filter((uuid) => graph.rowOfText(uuid) < 0)
  const last = acknowledged.at(-1)
  const isLost = last !== undefined && path.positionOf(graph.rowOfText(last)) < 0
  // A line that the kill cut off is damage; anything else is a fault.
  const faults = transcript.diagnostics.filter(({ code }) => !TORN.has(code))
  const views = recordedVersions.map((version) => resumeView(transcript, bytesInMemory(bytes), { version }))
  return [
    ...missing.map((uuid) => `${uuid} was acknowledged and is not there`),
    ...(isLost ? [`${last} was acknowledged last and is not on the live path`] : []),
    ...faults.map(({ code, line }) => `${code} at line ${line} of ${scan.columns.count}`),
    ...views.flatMap((view) => (view.kind === 'conversation' ? [] : [`${view.rules.version}: ${view.kind}`])),
  ]
}

/** Lets the real program go on with it: what each version sends must be what the kernel says. */
export async function resumeFaults({ bytes }: Crash): Promise<string[]> {
  const recording = { scenario: 'writer', id: 'crash', statement: '', bytes, extraFiles: {} }
  const faults: string[] = []
  for (const version of recordedVersions) {
    const outcome = await recordOne({ recording, version })
    const fault =
      outcome.kind === 'sent' ? outcomeDifference(ourOutcome(bytes, version, outcome), outcome) : outcome.kind
    if (fault !== undefined) faults.push(`${version}: ${fault}`)
  }
  return faults
}

const TORN: ReadonlySet<string> = new Set(['torn-line', 'joined-lines', 'missing-newline'])
