import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { AgentMeta } from '@skein/transcript'

/** A sub-agent's transcript on disk. */
export interface AgentPath {
  readonly agentId: string
  readonly file: string
  /** What `agent-<id>.meta.json` says, where there is one; read when it is asked for. */
  readonly meta: AgentMeta | null
}

/**
 * The sub-agents of a session, wherever its version of Claude Code put them: below
 * `<session>/subagents/`, or flat beside the session (2.0.x), where files of other sessions lie too.
 */
export function findAgentFiles(sessionFile: string): AgentPath[] {
  if (sessionFile === '-') return []
  const folder = dirname(sessionFile)
  const sessionId = basename(sessionFile, '.jsonl')
  const own = filesIn(join(folder, sessionId, 'subagents'), true)
  const flat = [folder, join(folder, 'subagents')]
    .flatMap((place) => filesIn(place, false))
    .filter((file) => file !== sessionFile && headOf(file).includes(`"sessionId":"${sessionId}"`))
  return [...own, ...flat].map((file) => ({
    agentId: basename(file, '.jsonl').slice('agent-'.length),
    file,
    // A session can have a thousand, and most who ask want to know which there are.
    get meta() {
      return agentMeta(file)
    },
  }))
}

function filesIn(folder: string, recursive: boolean): string[] {
  try {
    return readdirSync(folder, { recursive, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^agent-.*\.jsonl$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
  } catch {
    // No such folder, or none of ours to read: a session without sub-agents.
    return []
  }
}

/** The session that a transcript's first row names; null where it cannot be read. */
export function sessionInHead(file: string): string | null {
  return /"sessionId"\s*:\s*"([^"\\]+)"/.exec(headOf(file))?.[1] ?? null
}

/** Enough for the first row up to its `sessionId`; prompts come behind it or are short. */
const HEAD = 16 * 1024

function headOf(file: string): string {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const head = Buffer.alloc(HEAD)
      return head.toString('utf8', 0, readSync(descriptor, head, 0, HEAD, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // Gone or not readable: then it cannot be shown either.
    return ''
  }
}

/** What stands beside a sub-agent's transcript. */
export function agentMeta(file: string): AgentMeta | null {
  try {
    const meta: unknown = JSON.parse(readFileSync(file.replace(/\.jsonl$/, '.meta.json'), 'utf8'))
    return typeof meta === 'object' && meta !== null ? meta : null
  } catch {
    // Absent before 2.1.112, and a torn one says nothing.
    return null
  }
}
