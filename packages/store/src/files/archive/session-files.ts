import { readdirSync, type Dirent } from 'node:fs'
import { unreadableReason } from '../../unreadable.ts'
import { absolutePath } from './bundle.ts'
import type { ArchiveDiagnostic } from './diagnostic.ts'
import { pastesBySession } from './pastes.ts'

/**
 * The sidecars of a config root that stand apart from the sessions' own folders, listed once for all
 * sessions: asking for each session's would cost five failing calls a session.
 */
export class RootSidecars {
  readonly folder: FolderReader
  #fileHistory: ReadonlySet<string> = new Set()
  #tasks: ReadonlySet<string> = new Set()
  #todos: ReadonlyMap<string, readonly string[]> = new Map()
  #plans: ReadonlyMap<string, readonly string[]> = new Map()
  #pastes: ReadonlyMap<string, ReadonlySet<string>> = new Map()

  static async read(root: string, diagnostics: ArchiveDiagnostic[]): Promise<RootSidecars> {
    const sidecars = new RootSidecars(new FolderReader(root, diagnostics))
    await sidecars.#read()
    return sidecars
  }

  private constructor(folder: FolderReader) {
    this.folder = folder
  }

  /** Paths, relative to the root, of what belongs to a session outside its project's folder. */
  of(session: string, slugs: ReadonlySet<string>): string[] {
    const plans = [...slugs].flatMap((slug) => this.#plans.get(slug) ?? [])
    return [
      ...(this.#fileHistory.has(session) ? this.folder.filesBelow(`file-history/${session}`) : []),
      ...(this.#tasks.has(session) ? this.folder.filesBelow(`tasks/${session}`) : []),
      ...(this.#todos.get(session) ?? []).map((name) => `todos/${name}`),
      ...plans.map((name) => `plans/${name}`),
      ...[...(this.#pastes.get(session) ?? [])].map((name) => `paste-cache/${name}`),
    ]
  }

  async #read(): Promise<void> {
    this.#fileHistory = new Set(this.folder.names('file-history'))
    this.#tasks = new Set(this.folder.names('tasks'))
    this.#todos = grouped(this.folder.names('todos'), /^(.*?)(?:-agent-.*)?\.json$/)
    this.#plans = grouped(this.folder.names('plans'), /^(.*?)(?:-agent-.*)?\.md$/)
    const cached = new Set(this.folder.names('paste-cache'))
    if (cached.size > 0) this.#pastes = await pastesBySession(this.folder.root, cached)
  }
}

/** Lists folders of a config root; what cannot be listed is a diagnostic. */
export class FolderReader {
  readonly root: string
  readonly #diagnostics: ArchiveDiagnostic[]

  constructor(root: string, diagnostics: ArchiveDiagnostic[]) {
    this.root = root
    this.#diagnostics = diagnostics
  }

  /** Every file below a folder, links not followed; paths relative to the root. */
  filesBelow(folder: string): string[] {
    const found: string[] = []
    for (const entry of this.#entries(folder)) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) found.push(...this.filesBelow(path))
      else if (entry.isFile()) found.push(path)
    }
    return found
  }

  names(folder: string): string[] {
    return this.#entries(folder).map(({ name }) => name)
  }

  #entries(folder: string): Dirent[] {
    const path = absolutePath(this.root, folder)
    try {
      return readdirSync(path, { withFileTypes: true })
    } catch (error) {
      // Most sessions have none of most sidecars.
      if (!(error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTDIR)$/.test(String(error.code))))
        this.#diagnostics.push({
          code: 'unreadable',
          path,
          message: `cannot be read (${unreadableReason(error)}); left out`,
        })
      return []
    }
  }
}

/** Names by what a pattern finds in them. */
function grouped(names: readonly string[], pattern: RegExp): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const key = pattern.exec(name)?.[1]
    if (key === undefined) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [name])
    else group.push(name)
  }
  return groups
}
