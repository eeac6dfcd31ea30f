import type { Readable } from '@skein/transcript'
import type { NetDiff } from '../diff/net-diff.ts'
import { netDiff } from '../diff/net-diff.ts'
import type { Touch } from '../diff/touch.ts'
import { isFileTool, touchOfCall } from '../diff/touch.ts'
import { normalisePath } from '../path/normalise-path.ts'
import { withoutFolder } from '../tool-line.ts'
import type { JoinedAgents, Made, SessionCall } from './session-calls.ts'
import { readCalls, sessionCalls } from './session-calls.ts'
import type { ShellWork } from './shell-work.ts'
import { shellWork } from './shell-work.ts'

/** What `skein files --json` prints beside the heading; docs/cli-json.md describes it, so a change here is a change there. */
export interface SessionFiles extends ShellWork {
  readonly files: readonly ChangedFile[]
}

export interface ChangedFile extends NetDiff {
  /** Relative to the session's folder where it lies in it. */
  readonly path: string
  readonly absolutePath: string
  /** How many calls changed it, and in which turns. */
  readonly edits: number
  readonly turns: readonly number[]
  /** Sub-agents that changed it. */
  readonly agents: readonly string[]
  readonly firstTime: string | null
  readonly lastTime: string | null
}

/** A transcript; `hide`: how names of its columns are shown, which are not read through `source`. */
export interface FilesSource extends Readable {
  readonly hide?: (text: string) => string
}

export interface FilesOptions {
  /** Picks files by path. */
  readonly wanted?: string | null
  /** Picks calls. */
  readonly such?: (made: Made) => boolean
}

/**
 * Every file that the session and its sub-agents changed with the tools for files, in the order of first touch, and
 * what they did in the shell that can be told: commits and pull requests.
 */
export function sessionFiles(
  opened: FilesSource,
  agents: JoinedAgents,
  options: FilesOptions = {},
): SessionFiles {
  const { wanted = null, such = () => true } = options
  const calls = sessionCalls(opened, agents).filter(({ made }) => such(made))
  const folder = normalisePath(folderOf(opened))
  return { files: changedFiles(calls, folder, wanted), ...shellWork(opened, calls) }
}

function changedFiles(calls: readonly SessionCall[], folder: string, wanted: string | null): ChangedFile[] {
  const changes = calls.filter(({ call }) => call.status === 'ok' && isFileTool(call.name))
  const byPath = new Map<string, SessionCall[]>()
  // First the paths, then file by file: of two whole texts a call only one file's are needed at a time.
  for (const [one, { input }] of readCalls(changes, 'inputs')) {
    const path = pathIn(input)
    if (path === null || (wanted !== null && !isWanted(path, folder, wanted))) continue
    const known = byPath.get(path)
    if (known === undefined) byPath.set(path, [one])
    else known.push(one)
  }
  return Array.from(byPath, ([path, own]) => changedFile(path, folder, own)).filter(({ edits }) => edits > 0)
}

function changedFile(path: string, folder: string, calls: readonly SessionCall[]): ChangedFile {
  const made: Made[] = []
  function* touches(): Generator<Touch> {
    for (const [one, call] of readCalls(calls, 'all')) {
      const touch = touchOfCall(call)
      if (touch === null) continue
      made.push(one.made)
      yield touch
    }
  }
  const net = netDiff(touches())
  const times = made.flatMap(({ time }) => time ?? [])
  return {
    path: withoutFolder(path, folder),
    absolutePath: path,
    ...net,
    edits: made.length,
    turns: [...new Set(made.flatMap(({ turn }) => turn ?? []))].toSorted((a, b) => a - b),
    agents: [...new Set(made.flatMap(({ agentId }) => agentId ?? []))],
    firstTime: times[0] ?? null,
    lastTime: times.at(-1) ?? null,
  }
}

function pathIn(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null
  const path = 'file_path' in input ? input.file_path : 'notebook_path' in input ? input.notebook_path : null
  return typeof path === 'string' && path !== '' ? normalisePath(path) : null
}

/** A file is picked by its path, by the end of it, or by a folder that it lies in. */
function isWanted(path: string, folder: string, wanted: string): boolean {
  const name = normalisePath(wanted)
  const relative = withoutFolder(path, folder)
  return (
    path === name ||
    relative === name ||
    path.endsWith(`/${name}`) ||
    path.startsWith(`${name}/`) ||
    relative.startsWith(`${name}/`)
  )
}

/** The folder the session began in. */
function folderOf({ transcript, hide }: FilesSource): string {
  const { columns, ids } = transcript.scan
  for (let row = 0; row < columns.count; row++)
    if (columns.cwd[row] !== 0) return hide?.(ids.text(columns.cwd[row])) ?? ids.text(columns.cwd[row])
  return ''
}
