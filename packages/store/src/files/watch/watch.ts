import { statSync, type Stats } from 'node:fs'
import { basename, sep } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import { sessionPlace } from '../session/session-place.ts'
import { unreadableReason } from '../../unreadable.ts'
import { FolderTree, type WatchFolder } from './folder-tree.ts'
import { TailedFile } from './tailed-file.ts'
import type { Cursor, WatchedFile, WatchEvent } from './watch-event.ts'

export interface WatchOptions {
  /** Config roots whose transcripts are watched, those to come too. */
  readonly roots?: readonly string[]
  /** Single transcripts, with the sub-agents in their sessions' folders. */
  readonly files?: readonly string[]
  /**
   * `now` (default): what is appended from now on. `start`: everything. Cursors: what comes behind
   * them, and all of every file that has none.
   */
  readonly from?: 'now' | 'start' | readonly Cursor[]
  /** Ends the watching. */
  readonly signal?: AbortSignal
  /** How often everything is looked at without being told, in ms: the net below the system's messages. */
  readonly sweepEvery?: number
  readonly watchFolder?: WatchFolder
}

/**
 * Tells what is written to transcripts, as it is written.
 *
 * Contract: each whole line is told once and in the order of its file; `truncated`, `replaced` and
 * `new-file` begin a file anew, and folding the events of a file gives what stands in it. Bytes
 * are read when the next event is asked for, so a slow listener costs no memory. It ends when the signal
 * or the listener says so, and never fails: what cannot be watched is an event.
 */
export async function* watch(options: WatchOptions): AsyncGenerator<WatchEvent, void, undefined> {
  const watching = new Watching(options)
  try {
    yield { kind: 'ready', cursors: watching.start() }
    while (options.signal?.aborted !== true) {
      const event = watching.next()
      if (event === null) await watching.wait()
      else yield event
    }
  } finally {
    watching.close()
  }
}

/** 2 s: what the system fails to tell is rare, and nobody should wait for it longer. */
const SWEEP_MS = 2000
/** Where the system refuses to watch, files of the last quarter of an hour are looked at ten times a second. */
const POLL_MS = 100
const HOT_MS = 15 * 60 * 1000
/** Looking around takes at most 0.2 % of the time where the system watches, and 1 % where it does not. */
const SWEEP_SHARE = 500
const POLL_SHARE = 100
/** So many `stat` calls at a time: less than a millisecond. */
const SLICE = 200

class Watching {
  readonly #options: WatchOptions
  readonly #tree: FolderTree
  readonly #files = new Map<string, TailedFile>()
  /** Files to be looked at, in the order in which they were touched. */
  readonly #touched = new Set<string>()
  readonly #diagnostics: WatchEvent[] = []
  readonly #cursors: ReadonlyMap<string, Cursor>
  #started = false
  #closed = false
  #wake: (() => void) | null = null
  #sweepTimer: NodeJS.Timeout | undefined
  #pollTimer: NodeJS.Timeout | undefined
  #hot: readonly string[] = []

  constructor(options: WatchOptions) {
    this.#options = options
    const cursors = typeof options.from === 'object' ? options.from : []
    this.#cursors = new Map(cursors.map((cursor) => [cursor.file, cursor]))
    this.#tree = new FolderTree(
      {
        touched: (path) => this.#touch(path),
        found: (path) => this.#found(path),
        dropped: (folder) => this.#dropped(folder),
        refused: (folder, error) => this.#refused(folder, error),
      },
      options.watchFolder,
    )
  }

  /** Takes everything in and says where it stands. */
  start(): Cursor[] {
    for (const root of this.#options.roots ?? []) this.#tree.addRoot(root)
    for (const file of this.#options.files ?? []) this.#tree.addFile(file)
    for (const cursor of this.#cursors.values())
      if (!this.#files.has(cursor.file)) {
        this.#files.set(cursor.file, new TailedFile(cursor.file, cursor))
        this.#touch(cursor.file)
      }
    this.#started = true
    this.#planSweep(this.#options.sweepEvery ?? SWEEP_MS)
    this.#options.signal?.addEventListener('abort', this.#rouse, { once: true })
    return [...this.#files.values()].map(({ cursor }) => cursor)
  }

  /** The next thing to tell; `null` where there is nothing now. */
  next(): WatchEvent | null {
    const diagnostic = this.#diagnostics.shift()
    if (diagnostic !== undefined) return diagnostic
    for (const path of this.#touched) {
      this.#touched.delete(path)
      const file = this.#files.get(path)
      const event = file === undefined ? this.#appeared(path) : this.#looked(file)
      if (event !== null) return event
    }
    return null
  }

  /** Until there may be something to tell. */
  async wait(): Promise<void> {
    if (this.#touched.size === 0 && this.#diagnostics.length === 0 && this.#options.signal?.aborted !== true)
      await new Promise<void>((resolved) => (this.#wake = resolved))
    this.#wake = null
    // The system tells of a rename in two messages: both are to be heard before either is looked into.
    await nextRound()
  }

  close(): void {
    this.#closed = true
    this.#tree.close()
    clearTimeout(this.#sweepTimer)
    clearTimeout(this.#pollTimer)
    this.#options.signal?.removeEventListener('abort', this.#rouse)
  }

  readonly #rouse = (): void => this.#wake?.()

  #touch(path: string): void {
    this.#touched.add(path)
    this.#rouse()
  }

  #found(path: string): void {
    if (this.#files.has(path)) return
    const stat = this.#started ? undefined : statOf(path)
    if (stat === undefined) return this.#touch(path)
    if (!stat.isFile()) return
    const { from = 'now' } = this.#options
    const cursor = this.#cursors.get(path)
    if (from === 'now') this.#files.set(path, new TailedFile(path, stat))
    else if (from === 'start' || cursor !== undefined) {
      const file = new TailedFile(path, cursor ?? 'start')
      this.#files.set(path, file)
      if (!file.standsAt(stat)) this.#touch(path)
    } else this.#touch(path)
  }

  #dropped(folder: string): void {
    for (const path of this.#files.keys()) if (path.startsWith(folder + sep)) this.#touch(path)
  }

  #refused(folder: string, error: unknown): void {
    if (this.#pollTimer !== undefined) return
    this.#planPoll(POLL_MS)
    this.#diagnostics.push({
      kind: 'diagnostic',
      code: 'polling',
      path: folder,
      message: `the system refuses to watch (more) folders (${unreadableReason(error)}); they are looked at from time to time`,
    })
    this.#rouse()
  }

  /** A file under a name that was not known. */
  #appeared(path: string): WatchEvent | null {
    const stat = statOf(path)
    if (stat === undefined || !stat.isFile()) return null
    const before = this.#formerName(stat)
    const file = before === undefined ? new TailedFile(path, 'start') : before.renamed(path)
    this.#files.set(path, file)
    this.#touch(path)
    if (before === undefined) return { kind: 'new-file', ...placeOf(path) }
    this.#files.delete(before.path)
    return { kind: 'moved', ...placeOf(path), from: before.path }
  }

  /** The file that has this identity and no longer stands under the name it is known by. */
  #formerName(stat: Stats): TailedFile | undefined {
    for (const file of this.#files.values()) {
      if (!file.is(stat)) continue
      const now = statOf(file.path)
      if (now === undefined || !file.is(now)) return file
    }
    return undefined
  }

  #looked(file: TailedFile): WatchEvent | null {
    const { path } = file
    const look = file.look()
    switch (look.kind) {
      case 'nothing':
        return null
      case 'lines':
        this.#touch(path)
        return { ...placeOf(path), ...look, kind: 'entries', cursor: file.cursor }
      case 'oversized':
        this.#touch(path)
        return { ...placeOf(path), ...look, cursor: file.cursor }
      case 'truncated':
      case 'replaced':
        this.#touch(path)
        return { ...placeOf(path), kind: look.kind }
      case 'gone':
        return this.#gone(file)
      case 'unreadable':
        return {
          kind: 'diagnostic',
          code: 'unreadable',
          path,
          message: `cannot be read (${unreadableReason(look.error)})`,
        }
    }
  }

  #gone(file: TailedFile): WatchEvent | null {
    for (const path of this.#touched) {
      if (this.#files.has(path)) continue
      const stat = statOf(path)
      if (stat === undefined || !file.is(stat)) continue
      // It got this name, and will be told of under it.
      this.#touched.delete(path)
      return this.#appeared(path)
    }
    this.#files.delete(file.path)
    return { kind: 'gone', ...placeOf(file.path) }
  }

  #planSweep(delay: number): void {
    this.#sweepTimer = setTimeout(() => void this.#sweep(), delay)
    // What the system watches keeps the process alive; without that this has to.
    if (this.#tree.counts.watched > 0) this.#sweepTimer.unref()
  }

  /** Looks at everything once, a little at a time. */
  async #sweep(): Promise<void> {
    const hot: string[] = []
    const now = Date.now()
    this.#tree.retry()
    const onFolders = await inSlices(this.#tree.paths('all'), (path) => this.#tree.check(path))
    const onFiles = await inSlices([...this.#files.keys()], (path) => {
      const stat = statOf(path)
      if (stat !== undefined && now - stat.mtimeMs < HOT_MS && !this.#tree.isWatched(path)) hot.push(path)
      if (this.#files.get(path)?.differs(stat) === true) this.#touch(path)
    })
    if (this.#closed) return
    this.#hot = hot
    this.#planSweep(Math.max(this.#options.sweepEvery ?? SWEEP_MS, (onFolders + onFiles) * SWEEP_SHARE))
  }

  #planPoll(delay: number): void {
    this.#pollTimer = setTimeout(() => this.#poll(), delay)
    this.#pollTimer.unref()
  }

  /** Looks at what the system refused to watch. */
  #poll(): void {
    const from = performance.now()
    for (const path of this.#tree.paths('refused')) this.#tree.check(path)
    for (const path of this.#hot) if (this.#files.get(path)?.differs(statOf(path)) === true) this.#touch(path)
    this.#planPoll(Math.max(POLL_MS, (performance.now() - from) * POLL_SHARE))
  }
}

/** Does something to every item, with room for others in between; says how long it took, in ms. */
async function inSlices<T>(items: readonly T[], work: (item: T) => void): Promise<number> {
  let busy = 0
  for (let at = 0; at < items.length; at += SLICE) {
    const from = performance.now()
    for (const item of items.slice(at, at + SLICE)) work(item)
    busy += performance.now() - from
    await nextRound()
  }
  return busy
}

function placeOf(file: string): WatchedFile {
  const place = sessionPlace(file)
  if (place === null) return { file, session: basename(file).replace(/\.jsonl$/, ''), agent: null }
  return { file, session: place.session, agent: place.agent }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    // Not there, or not to be seen: looking at it says which.
    return undefined
  }
}
