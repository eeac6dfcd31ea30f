import { readdirSync, statSync, watch as watchFolder, type Dirent, type FSWatcher, type Stats } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** What a folder of a config root holds. */
type Holds = 'root' | 'projects' | 'project' | 'session' | 'agents'

export interface TreeListener {
  /** Something happened to a file of this name, which can be a transcript. */
  readonly touched: (path: string) => void
  /** A file stands there; whether it is new, the listener knows. */
  readonly found: (path: string) => void
  /** Everything below may be gone. */
  readonly dropped: (folder: string) => void
  /** The system refuses to watch a folder. */
  readonly refused: (folder: string, error: unknown) => void
}

/** The part of `fs.watch` that is used. */
export type WatchFolder = (
  path: string,
  listener: (event: string, name: string | null) => void,
) => Pick<FSWatcher, 'close' | 'on'>

interface Folder {
  readonly path: string
  readonly holds: Holds
  /** The names that matter; `null`: all. */
  only: Set<string> | null
  /** `null`: the system refused; changes are found by looking. */
  watcher: Pick<FSWatcher, 'close' | 'on'> | null
  seen: Stats
}

/**
 * The folders in which transcripts stand or may come to stand, each watched by itself: recursive
 * watching is not what it seems to be on Linux. New folders are taken in as they appear.
 *
 * Contract: a folder is watched before it is listed, so nothing falls in between.
 */
export class FolderTree {
  readonly #listener: TreeListener
  readonly #watchFolder: WatchFolder
  readonly #folders = new Map<string, Folder>()
  /** Of every folder: a link can lead to one a second time, or in a circle. */
  readonly #identities = new Set<string>()
  /** What was asked for, to be tried again where it is not there yet. */
  readonly #wanted: { readonly path: string; readonly holds: Holds; readonly only: string[] | null }[] = []

  constructor(listener: TreeListener, watchOne: WatchFolder = watchFolder) {
    this.#listener = listener
    this.#watchFolder = watchOne
  }

  /** All transcripts of a config root. */
  addRoot(root: string): void {
    this.#want(resolve(root), 'root', null)
  }

  /** One transcript, and the sub-agents in its session's folder. */
  addFile(file: string): void {
    const name = basename(file)
    this.#want(dirname(resolve(file)), 'project', [name, name.replace(/\.jsonl$/, '')])
  }

  /** How many folders the system watches, and how many it refused to. */
  get counts(): { readonly watched: number; readonly refused: number } {
    let watched = 0
    for (const { watcher } of this.#folders.values()) if (watcher !== null) watched++
    return { watched, refused: this.#folders.size - watched }
  }

  /** Whether changes in the folder of a file are told by the system. */
  isWatched(file: string): boolean {
    const folder = this.#folders.get(dirname(file))
    return folder !== undefined && folder.watcher !== null
  }

  /** Folders to be looked at with `check`; `refused` are those that nobody else watches. */
  paths(which: 'all' | 'refused'): string[] {
    const folders = [...this.#folders.values()]
    return folders.filter(({ watcher }) => which === 'all' || watcher === null).map(({ path }) => path)
  }

  /** Looks whether a folder is as it was, without help from the system. */
  check(path: string): void {
    const folder = this.#folders.get(path)
    if (folder === undefined) return
    const stat = statOf(path)
    if (stat === undefined || identityOf(stat) !== identityOf(folder.seen)) this.#again(folder)
    else if (stat.mtimeMs !== folder.seen.mtimeMs) {
      folder.seen = stat
      this.#list(folder)
    }
  }

  /** Takes in what was asked for and was not there. */
  retry(): void {
    for (const { path, holds, only } of this.#wanted)
      if (!this.#folders.has(path)) this.#add(path, holds, only === null ? null : new Set(only))
  }

  close(): void {
    for (const { watcher } of this.#folders.values()) watcher?.close()
    this.#folders.clear()
    this.#identities.clear()
  }

  #want(path: string, holds: Holds, only: string[] | null): void {
    this.#wanted.push({ path, holds, only })
    const known = this.#folders.get(path)
    if (known === undefined) return this.#add(path, holds, only === null ? null : new Set(only))
    if (known.only === null) return
    if (only === null) known.only = null
    else for (const name of only) known.only.add(name)
    this.#list(known)
  }

  #add(path: string, holds: Holds, only: Set<string> | null): void {
    const seen = statOf(path)
    if (seen === undefined || !seen.isDirectory() || this.#identities.has(identityOf(seen))) return
    this.#identities.add(identityOf(seen))
    const folder: Folder = { path, holds, only, watcher: this.#watch(path), seen }
    this.#folders.set(path, folder)
    this.#list(folder)
  }

  #watch(path: string): Pick<FSWatcher, 'close' | 'on'> | null {
    try {
      const watcher = this.#watchFolder(path, (_event, name) => {
        const folder = this.#folders.get(path)
        if (folder !== undefined) this.#heard(folder, name)
      })
      // The folder was deleted, on some systems: its parent tells, or the next check does.
      watcher.on('error', () => {
        watcher.close()
        const folder = this.#folders.get(path)
        if (folder?.watcher === watcher) folder.watcher = null
      })
      return watcher
    } catch (error) {
      this.#listener.refused(path, error)
      return null
    }
  }

  #heard(folder: Folder, name: string | null): void {
    if (name === null) return this.#list(folder)
    const kind = expected(folder, name)
    const path = join(folder.path, name)
    if (kind === 'file') this.#listener.touched(path)
    else if (kind !== null) this.#visit(path, kind)
  }

  #list(folder: Folder): void {
    for (const entry of entriesIn(folder.path)) {
      const kind = expected(folder, entry.name)
      const path = join(folder.path, entry.name)
      if (kind === 'file') {
        if (!entry.isDirectory()) this.#listener.found(path)
      } else if (kind !== null && (entry.isDirectory() || entry.isSymbolicLink())) {
        this.#visit(path, kind)
      }
    }
  }

  /** A folder may have come, gone, or given its name to another. */
  #visit(path: string, holds: Holds): void {
    const known = this.#folders.get(path)
    if (known === undefined) return this.#add(path, holds, null)
    const stat = statOf(path)
    if (stat === undefined || identityOf(stat) !== identityOf(known.seen)) this.#again(known)
  }

  #again({ path, holds, only }: Folder): void {
    for (const folder of this.#folders.values()) {
      if (folder.path !== path && !folder.path.startsWith(path + sep)) continue
      folder.watcher?.close()
      this.#folders.delete(folder.path)
      this.#identities.delete(identityOf(folder.seen))
    }
    this.#listener.dropped(path)
    this.#add(path, holds, only)
  }
}

/** What a name in a folder stands for: a transcript, a folder that holds something, or nothing of interest. */
function expected({ holds, only }: Folder, name: string): 'file' | Holds | null {
  switch (holds) {
    case 'root':
      return name === 'projects' ? 'projects' : null
    case 'projects':
      return 'project'
    case 'project':
      if (only !== null && !only.has(name)) return null
      if (name.endsWith('.jsonl')) return 'file'
      return name === 'memory' ? null : 'session'
    case 'session':
      return name === 'subagents' ? 'agents' : null
    case 'agents':
      // Workflow runs nest their agents.
      return /^agent-.*\.jsonl$/.test(name) ? 'file' : 'agents'
  }
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    // Not there, or not to be seen: the next look may be luckier.
    return undefined
  }
}

function entriesIn(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    // Gone since, or not ours to read: the next check sees to it.
    return []
  }
}
