import { readdirSync, statSync, type Dirent, type Stats } from 'node:fs'
import { join } from 'node:path'
import { unreadableReason } from '../../unreadable.ts'
import { lookOf, type FileLook } from '../state/file-look.ts'
import type { DiscoveryDiagnostic, FoundTranscript } from './found.ts'
import { seenAt } from './seen-at.ts'

export interface Discovery {
  readonly transcripts: FoundTranscript[]
  readonly diagnostics: DiscoveryDiagnostic[]
  /** Every folder that was looked into; null where links lead on, so that folders do not tell everything. */
  readonly folders: readonly string[] | null
}

/**
 * Every transcript under some config roots, in all three layouts:
 *
 *     projects/<slug>/<session>.jsonl
 *     projects/<slug>/<session>/subagents/…/agent-<id>.jsonl
 *     projects/<slug>/agent-<id>.jsonl                          (2.0.x; the session is in its rows)
 *
 * Contract: names and sizes only, nothing is opened. What cannot be seen is a diagnostic. Linked
 * folders are followed, each folder once however many links lead to it.
 */
export function discover(roots: readonly string[]): Discovery {
  return new Walk().run(roots)
}

/** A folder still to be looked at, and what lies in it. */
interface Folder {
  readonly path: string
  readonly holds: 'projects' | 'project' | 'session' | 'agents'
  readonly root: string
  readonly project: string
  readonly session: string
}

class Walk {
  readonly #transcripts: FoundTranscript[] = []
  readonly #diagnostics: DiscoveryDiagnostic[] = []
  /** Plain folders first: only a link can lead to a folder a second time, and then it is the link that is left out. */
  #folders: Folder[] = []
  readonly #links: Folder[] = []
  readonly #walked: string[] = []
  #hasLinks = false
  /** `dev:ino` of every folder walked; made when the first link is met, since most histories have none. */
  #seen: Set<string> | null = null

  run(roots: readonly string[]): Discovery {
    for (const root of roots) this.#openRoot(root)
    for (;;) {
      const folder = this.#folders.pop() ?? this.#nextLink()
      if (folder === undefined) break
      this.#walked.push(folder.path)
      for (const entry of this.#list(folder.path)) this.#look(folder, entry)
    }
    return {
      transcripts: this.#transcripts,
      diagnostics: this.#diagnostics,
      folders: this.#hasLinks ? null : this.#walked,
    }
  }

  #openRoot(root: string): void {
    if (this.#asked(root, seenAt) === undefined) return
    const path = join(root, 'projects')
    try {
      // A fresh config root has no projects yet.
      if (statSync(path, { throwIfNoEntry: false }) === undefined) this.#walked.push(root)
      else this.#folders.push({ path, holds: 'projects', root, project: '', session: '' })
    } catch (error) {
      this.#noteError(root, error)
    }
  }

  #look(folder: Folder, entry: Dirent): void {
    const path = `${folder.path}/${entry.name}`
    const isTranscript = entry.name.endsWith('.jsonl') && holdsTranscripts(folder, entry.name)
    if (entry.isFile()) {
      if (isTranscript) this.#found(folder, entry.name, this.#asked(path, seenAt))
      return
    }
    if (entry.isDirectory() && !isTranscript) {
      const inner = innerFolder(folder, path, entry.name)
      if (inner !== null) this.#folders.push(inner)
      return
    }
    if (entry.isSymbolicLink()) this.#lookBehind(folder, entry.name, isTranscript)
    else if (isTranscript) this.#note('not-a-file', path, 'not a regular file; it was passed over')
  }

  #lookBehind(folder: Folder, name: string, isTranscript: boolean): void {
    const path = `${folder.path}/${name}`
    const inner = innerFolder(folder, path, name)
    if (!isTranscript && inner === null) return
    this.#hasLinks = true
    const stats = this.#asked(path, (one) => statSync(one))
    if (stats === undefined) return
    if (isTranscript && !stats.isFile())
      this.#note('not-a-file', path, 'not a regular file; it was passed over')
    else if (isTranscript) this.#found(folder, name, lookOf(stats))
    else if (stats.isDirectory() && inner !== null) this.#links.push(inner)
  }

  #found(folder: Folder, name: string, seen: FileLook | undefined): void {
    if (seen === undefined) return
    const path = `${folder.path}/${name}`
    const stem = name.slice(0, -'.jsonl'.length)
    const agent = stem.startsWith(AGENT) ? stem.slice(AGENT.length) : null
    const session = folder.holds === 'agents' ? folder.session : agent === null ? stem : ''
    const { root, project } = folder
    this.#transcripts.push({ path, root, project, session, agent, ...seen })
  }

  /** The next linked folder that was not walked yet. */
  #nextLink(): Folder | undefined {
    for (let link = this.#links.pop(); link !== undefined; link = this.#links.pop()) {
      const seen = (this.#seen ??= new Set())
      for (const path of this.#walked.splice(0)) seen.add(identity(statSync(path, { throwIfNoEntry: false })))
      const stats = this.#asked(link.path, (one) => statSync(one))
      if (stats === undefined) continue
      if (!seen.has(identity(stats))) return link
      this.#note('link-loop', link.path, 'a link to a folder that was seen already; it was not followed')
    }
    return undefined
  }

  #list(path: string): Dirent[] {
    try {
      return readdirSync(path, { withFileTypes: true })
    } catch (error) {
      this.#noteError(path, error)
      return []
    }
  }

  #asked<T>(path: string, ask: (path: string) => T): T | undefined {
    try {
      return ask(path)
    } catch (error) {
      this.#noteError(path, error)
      return undefined
    }
  }

  #noteError(path: string, error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'ENOENT') this.#note('vanished', path, 'not there (any more)')
    else if (code === 'ELOOP')
      this.#note('link-loop', path, 'a link that leads to itself; it was not followed')
    else if (code === 'ENOTDIR') this.#note('not-a-file', path, 'not a folder; it was passed over')
    else this.#note('unreadable', path, `cannot be read (${unreadableReason(error)}); it was passed over`)
  }

  #note(code: DiscoveryDiagnostic['code'], path: string, message: string): void {
    this.#diagnostics.push({ code, path, message })
  }
}

const AGENT = 'agent-'

function holdsTranscripts({ holds }: Folder, name: string): boolean {
  return holds === 'project' || (holds === 'agents' && name.startsWith(AGENT))
}

/** What a folder inside `folder` is, null where it holds no transcripts. */
function innerFolder(folder: Folder, path: string, name: string): Folder | null {
  switch (folder.holds) {
    case 'projects':
      return { ...folder, path, holds: 'project', project: name }
    case 'project':
      return { ...folder, path, holds: 'session', session: name }
    case 'session':
      return name === 'subagents' ? { ...folder, path, holds: 'agents' } : null
    case 'agents':
      // Workflow runs nest their agents.
      return { ...folder, path }
  }
}

function identity(stats: Stats | undefined): string {
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`
}
