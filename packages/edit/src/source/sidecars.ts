import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Sidecar, SidecarPlace } from './edit-session.ts'

/** Where a session's files are. */
export interface SessionFolder {
  readonly id: string
  readonly root: string | null
  readonly folder: string
}

/**
 * The files of a session that are no transcripts. Plans and pastes are left out: sessions share them.
 * So are the marks by which the program titles and hides one session: they are the original's own.
 */
export function sidecarsOf({ id, root, folder }: SessionFolder): Sidecar[] {
  const found = below(join(folder, id), 'session').filter(({ name }) => !isTranscript(name) && !OWN.has(name))
  if (root === null) return found
  const todos = namesIn(join(root, 'todos')).filter(
    (name) => name === `${id}.json` || name.startsWith(`${id}-agent-`),
  )
  return [
    ...found,
    ...below(join(root, 'file-history', id), 'file-history'),
    ...below(join(root, 'tasks', id), 'tasks'),
    ...todos.map((name): Sidecar => ({ path: join(root, 'todos', name), place: 'todos', name })),
  ]
}

const OWN = new Set(['custom-title.json', 'archived.json'])

function isTranscript(name: string): boolean {
  return name.startsWith('subagents/') && name.endsWith('.jsonl')
}

/** How many links, pipes and the like stand among a session's files: what they lead to is not the session's. */
export function strangersOf({ id, root, folder }: SessionFolder): number {
  let count = 0
  const add = (): void => void count++
  below(join(folder, id), 'session', add)
  if (root !== null)
    for (const place of ['file-history', 'tasks'] as const) below(join(root, place, id), place, add)
  return count
}

function below(folder: string, place: SidecarPlace, onStranger = (): void => {}): Sidecar[] {
  const found: Sidecar[] = []
  const walk = (path: string, prefix: string): void => {
    for (const entry of entriesOf(path)) {
      const name = prefix + entry.name
      if (entry.isDirectory()) walk(join(path, entry.name), `${name}/`)
      else if (entry.isFile()) found.push({ path: join(path, entry.name), place, name })
      else onStranger()
    }
  }
  walk(folder, '')
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Most sessions have none of most sidecars.
    return []
  }
}

function namesIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}
