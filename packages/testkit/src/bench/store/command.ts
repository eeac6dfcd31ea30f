import { spawnSync } from 'node:child_process'
import { median } from '../figures.ts'

/** A whole process to be timed. */
export interface Command {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  /** All there is of its environment; `PATH` is added. */
  readonly env?: Readonly<Record<string, string>>
  /** Exit codes that mean it did its work; 0 by default. */
  readonly codes?: readonly number[]
}

export interface Timing {
  /** Median over the rounds. */
  readonly seconds: number
  /** What the last run printed. */
  readonly output: string
}

/**
 * Times commands against each other: whole processes, which take turns in every round, in another order
 * each time, since the machine may be busy and only ratios mean something. One round before is not
 * counted: it warms the file cache.
 */
export function interleaved(commands: readonly Command[], rounds: number): Map<string, Timing> {
  const seconds = new Map(commands.map(({ name }) => [name, [] as number[]]))
  const outputs = new Map<string, string>()
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < commands.length; turn++) {
      const command = commands[(turn + round + 1) % commands.length]
      const run = timed(command)
      outputs.set(command.name, run.output)
      if (round >= 0) seconds.get(command.name)?.push(run.seconds)
    }
  }
  return new Map(
    commands.map(({ name }) => [
      name,
      { seconds: median(seconds.get(name) ?? []), output: outputs.get(name) ?? '' },
    ]),
  )
}

function timed({ name, file, args, env = {}, codes = [0] }: Command): { seconds: number; output: string } {
  const start = performance.now()
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const seconds = (performance.now() - start) / 1000
  if (error !== undefined || status === null || !codes.includes(status))
    throw new Error(`${name} ended with ${status}: ${error?.message ?? stderr.slice(0, 400)}`, {
      cause: error,
    })
  return { seconds, output: stdout }
}
