import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { AgentMeta } from '@skein/transcript'
import { openFile } from '../bytes/open-file.ts'
import { readJson } from '../sidecars/read-json.ts'

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
      .filter((entry) => entry.isFile() && isAgentFile(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
  } catch {
    // No such folder, or none of ours to read: a session without sub-agents.
    return []
  }
}

/** Sub-agents have files of their own, named after the agent. */
export function isAgentFile(path: string): boolean {
  return /^agent-.*\.jsonl$/.test(basename(path))
}

/** The session that a transcript's first row names; null where it cannot be read. */
export function sessionInHead(file: string): string | null {
  return /"sessionId"\s*:\s*"([^"\\]+)"/.exec(headOf(file))?.[1] ?? null
}

/** Enough for the first row up to its `sessionId`; prompts come behind it or are short. */
const HEAD = 16 * 1024

function headOf(file: string): string {
  try {
    const open = openFile(file)
    try {
      const head = Buffer.alloc(HEAD)
      return head.toString('utf8', 0, open.readInto(head, 0))
    } finally {
      open.close()
    }
  } catch {
    // Gone or not readable: then it cannot be shown either.
    return ''
  }
}

/** What stands beside a sub-agent's transcript. */
export function agentMeta(file: string): AgentMeta | null {
  // Absent before 2.1.112, and a torn one says nothing.
  const meta = readJson(file.replace(/\.jsonl$/, '.meta.json'))
  return typeof meta === 'object' && meta !== null ? meta : null
}
