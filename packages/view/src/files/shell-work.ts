import type { Readable } from '@skein/transcript'
import { readRows } from '@skein/transcript'
import { isoTime } from '../iso-time.ts'
import type { Commit } from './git-work.ts'
import { gitWork, mayBeGitWork, mayChangeFiles } from './git-work.ts'
import type { Made, SessionCall } from './session-calls.ts'
import { readCalls } from './session-calls.ts'

export interface ShellWork {
  readonly commits: readonly (Commit & Made)[]
  readonly pullRequests: readonly PullRequest[]
  /** Commands that look as if they changed files: which ones, a transcript does not tell. */
  readonly shellCommands: readonly ({ readonly command: string } & Made)[]
}

export interface PullRequest extends Made {
  readonly url: string
}

/** What the session did in the shell: commits, pull requests, and commands that may have changed files. */
export function shellWork(opened: Readable, calls: readonly SessionCall[]): ShellWork {
  const shells = calls.filter(({ call }) => call.name === 'Bash' && call.status === 'ok')
  const commits: (Commit & Made)[] = []
  const requests: PullRequest[] = []
  const shellCommands: ({ command: string } & Made)[] = []
  const telling: SessionCall[] = []
  for (const [one, { input }] of readCalls(shells, 'inputs')) {
    const command = commandIn(input)
    if (mayBeGitWork(command)) telling.push(one)
    if (mayChangeFiles(command)) shellCommands.push({ command, ...one.made })
  }
  for (const [one, call] of readCalls(telling, 'all')) {
    const work = gitWork(commandIn(call.input), call)
    for (const commit of work.commits) commits.push({ ...commit, ...one.made })
    for (const url of work.pullRequests) requests.push({ url, ...one.made })
  }
  return { commits, pullRequests: withLinks(opened, requests), shellCommands }
}

function commandIn(input: unknown): string {
  if (typeof input !== 'object' || input === null || !('command' in input)) return ''
  return typeof input.command === 'string' ? input.command : ''
}

/** The program notes pull requests itself, in rows of their own. */
function withLinks({ transcript, source }: Readable, requests: readonly PullRequest[]): PullRequest[] {
  const { columns, ids } = transcript.scan
  const type = ids.find('pr-link')
  const rows: number[] = []
  for (let row = 0; type !== 0 && row < columns.count; row++) if (columns.type[row] === type) rows.push(row)
  const known = new Map(requests.map((request) => [request.url, request]))
  for (const entry of readRows(transcript.scan, source, rows).values())
    if (entry.kind === 'pr-link' && entry.prUrl !== null && !known.has(entry.prUrl))
      known.set(entry.prUrl, { url: entry.prUrl, turn: null, agentId: null, time: isoTime(entry.timestamp) })
  return [...known.values()]
}
