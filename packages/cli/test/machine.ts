import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answer, prompt, Workbench, type Ran } from './run-skein.ts'

/** A machine with a few sessions of two projects, and the command on it. */
export class Machine {
  readonly bench = new Workbench()
  readonly root = join(this.bench.folder, '.claude')
  readonly home = join(this.bench.folder, 'skein-home')

  constructor() {
    mkdirSync(join(this.root, 'projects'), { recursive: true })
  }

  run(...args: readonly string[]): Ran {
    return this.bench.run(args, { env: { SKEIN_HOME: this.home } })
  }

  /** What a command prints as JSON; a failing one fails the test with what it said. */
  json(...args: readonly string[]): unknown {
    const ran = this.run(...args, '--json')
    if (ran.code !== 0) throw new Error(`skein ${args.join(' ')}: ${ran.stderr}`)
    return JSON.parse(ran.stdout)
  }

  /** Writes a session's transcript and says where. */
  session(id: string, rows: readonly object[], project = 'app'): string {
    const folder = join(this.root, 'projects', project)
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${id}.jsonl`)
    writeFileSync(path, rows.map((row) => `${JSON.stringify({ ...row, sessionId: id })}\n`).join(''))
    return path
  }

  /** A session of one turn. */
  turn(id: string, asked: string, told: string, project?: string): string {
    return this.session(
      id,
      [prompt(`${id}-1`, null, asked, 0), answer(`${id}-2`, `${id}-1`, told, 5)],
      project,
    )
  }

  /** Makes a file look as if it had been written at another time. */
  touch(path: string, seconds: number): void {
    utimesSync(path, seconds, seconds)
  }

  delete(path: string): void {
    rmSync(path)
  }

  remove(): void {
    this.bench.remove()
  }
}
