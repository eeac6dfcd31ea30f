import { resolve, sep } from 'node:path'

export interface TranscriptPlace {
  readonly root: string
  readonly project: string
  /** `''` where only the rows say it: flat sub-agents of 2.0.x. */
  readonly session: string
  /** `null`: the session's own transcript. */
  readonly agent: string | null
}

/** Where a transcript stands, by its path alone; `null` for a file outside any config root's `projects/`. */
export function transcriptPlace(path: string): TranscriptPlace | null {
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

/** Where `projects` stands in `…/projects/<project>/<name>` or `…/projects/<project>/<session>/subagents/…/<name>`. */
function projectsAt(parts: readonly string[], isAgent: boolean): number {
  for (let at = parts.length - 3; at > 0; at--) {
    if (parts[at] !== 'projects') continue
    if (at === parts.length - 3 || (isAgent && at < parts.length - 4 && parts[at + 3] === 'subagents'))
      return at
  }
  return -1
}
