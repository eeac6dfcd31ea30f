import { join, resolve, sep } from 'node:path'
import { findAgentFiles } from '../discovery/agent-files.ts'

/** What a session, or a sub-agent of one, is known by. */
export interface SessionPlace {
  readonly root: string
  readonly project: string
  /** `''` where only the rows say it: flat sub-agents of 2.0.x. */
  readonly session: string
  /** `null`: the session's own transcript. */
  readonly agent: string | null
}

/** Where a transcript stands, by its path alone; `null` for a file outside any config root's `projects/`. */
export function sessionPlace(path: string): SessionPlace | null {
  const parts = resolve(path).split(sep)
  const name = parts.at(-1) ?? ''
  if (!name.endsWith('.jsonl')) return null
  const agent = /^agent-(.+)\.jsonl$/.exec(name)?.[1] ?? null
  const at = projectsAt(parts, agent !== null)
  if (at < 1) return null
  const nested = at < parts.length - 3
  const session = nested ? parts[at + 2] : agent === null ? name.slice(0, -'.jsonl'.length) : ''
  return { root: parts.slice(0, at).join(sep) || sep, project: parts[at + 1], session, agent }
}

/** Where the transcript of a place is; for a sub-agent that is not on disk, where versions of today put one. */
export function placePath({ root, project, session, agent }: SessionPlace): string {
  const folder = join(root, 'projects', project)
  const main = join(folder, `${session}.jsonl`)
  if (agent === null) return main
  const found = findAgentFiles(main).find(({ agentId }) => agentId === agent)
  return found?.file ?? join(folder, session, 'subagents', `agent-${agent}.jsonl`)
}

/** Where `projects` stands in `…/projects/<project>/<name>` or `…/projects/<project>/<session>/subagents/…/<name>`. */
function projectsAt(parts: readonly string[], isAgent: boolean): number {
  for (let at = parts.length - 3; at > 0; at--) {
    if (parts[at] !== 'projects') continue
    if (at === parts.length - 3 || (isAgent && at < parts.length - 4 && parts[at + 3] === 'subagents'))
      return at
  }
  return -1
}
