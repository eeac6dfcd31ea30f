import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from './command.ts'

const BIN = fileURLToPath(new URL('../../../../cli/bin/skein.js', import.meta.url))
const PEAK_HOOK = new URL('./peak-hook.mjs', import.meta.url).href

/** The real command, as it is shipped, with a data directory of its own. */
export class SkeinCommand {
  readonly #folder = mkdtempSync(join(tmpdir(), 'skein-bench-'))
  readonly #roots: readonly string[]

  constructor(roots: readonly string[]) {
    this.#roots = roots
  }

  get home(): string {
    return join(this.#folder, 'home')
  }

  /** Megabytes that the last run with `peak` held at most. */
  get peakMegabytes(): number {
    return Number(readFileSync(join(this.#folder, 'peak'), 'utf8')) / 1000
  }

  /** `fresh`: without the data of earlier runs. `peak`: its memory is wanted. */
  command(name: string, args: readonly string[], options: { fresh?: boolean; peak?: boolean } = {}): Command {
    const hook = options.peak ? ['--import', PEAK_HOOK] : []
    const own = [process.execPath, ...hook, BIN, ...args]
    const env = {
      HOME: this.#folder,
      SKEIN_HOME: this.home,
      SKEIN_BENCH_PEAK: join(this.#folder, 'peak'),
      CLAUDE_CONFIG_DIR: this.#roots.join(','),
      TZ: 'UTC',
    }
    if (!options.fresh) return { name, file: own[0], args: own.slice(1), env }
    return { name, file: 'sh', args: ['-c', 'rm -rf "$SKEIN_HOME"; exec "$@"', 'sh', ...own], env }
  }
}

/** Bundles the command from the sources of now: a stale bundle would measure something else. */
export function buildSkein(): void {
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL('../../../../../scripts/bundle.mjs', import.meta.url))],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
}
