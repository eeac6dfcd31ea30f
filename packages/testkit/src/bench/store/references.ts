import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { discover } from '@skein/store'
import type { Command } from './command.ts'

/** What Skein is measured against, over the same config roots. Null: it is not to be had here. */
export interface References {
  readonly cat: Command
  readonly node: Command
  /** A bare Node that asks the file system about every transcript and every folder of them. */
  readonly look: Command
  /** Counts the lines with a literal: the least a program can do that looks at every byte. */
  readonly ripgrepCount: Command | null
  /** Looks for a phrase in everything, upper or lower case. */
  readonly ripgrepSearch: Command | null
  readonly ccusage: Command | null
}

export const CCUSAGE_VERSION = '20.0.24'

export function referencesFor(roots: readonly string[], say: (line: string) => void): References {
  const projects = roots.map((root) => join(root, 'projects'))
  const rg = isInstalled('rg') ? 'rg' : null
  if (rg === null) say('ripgrep is missing here (Debian: apt install ripgrep); no figure is given against it')
  const ccusage = ccusageBinary(say)
  const everything = ['--no-ignore', '--hidden', '--glob', '*.jsonl']
  return {
    cat: {
      name: 'cat',
      file: 'sh',
      args: ['-c', 'find "$@" -name "*.jsonl" -exec cat {} + >/dev/null', 'sh', ...projects],
    },
    node: { name: 'node -e 0', file: process.execPath, args: ['-e', '0'] },
    look: { name: 'bare look', file: process.execPath, args: [LOOK, pathsUnder(roots)] },
    ripgrepCount:
      rg === null ? null : { name: 'rg -c', file: rg, args: ['-c', ...everything, '"usage":', ...projects] },
    ripgrepSearch:
      rg === null
        ? null
        : {
            name: 'rg -i',
            file: rg,
            args: ['-i', ...everything, 'no such sentence anywhere', ...projects],
            codes: [0, 1],
          },
    ccusage:
      ccusage === null
        ? null
        : {
            name: 'ccusage',
            file: ccusage,
            args: ['claude', 'daily', '--json', '--offline'],
            env: {
              HOME: mkdtempSync(join(tmpdir(), 'skein-ccusage-home-')),
              CLAUDE_CONFIG_DIR: roots.join(','),
              TZ: 'UTC',
            },
          },
  }
}

const LOOK = fileURLToPath(new URL('./look.cjs', import.meta.url))

/** A file with the paths of everything that a look for changed files has to ask for. */
function pathsUnder(roots: readonly string[]): string {
  const { transcripts, folders } = discover(roots)
  const paths = [...transcripts.map(({ path }) => path), ...(folders ?? [])]
  const list = join(mkdtempSync(join(tmpdir(), 'skein-bench-look-')), 'paths')
  writeFileSync(list, paths.join('\0'))
  return list
}

/** The native program of ccusage, installed on first use; null where that cannot be. */
export function ccusageBinary(say: (line: string) => void): string | null {
  const folder = fileURLToPath(new URL('../../../../../.cache/ccusage', import.meta.url))
  try {
    if (!existsSync(folder)) install(folder)
    const [platform] = readdirSync(join(folder, 'node_modules', '@ccusage'))
    const binary = join(folder, 'node_modules', '@ccusage', platform, 'bin', 'ccusage')
    // npm leaves it without the right to run; its own starter grants that.
    chmodSync(binary, 0o755)
    return binary
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    say(`ccusage ${CCUSAGE_VERSION} is missing here (${reason}); no figure is given against it`)
    return null
  }
}

/** Beside its place first, so that a run that was stopped half-way leaves nothing that looks whole. */
function install(folder: string): void {
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', ['install', '--prefix', partial, ...options, `ccusage@${CCUSAGE_VERSION}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  renameSync(partial, folder)
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}
