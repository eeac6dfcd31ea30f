import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import {
  discover,
  sessionInHead,
  listArchived,
  restore,
  type ArchivedTranscript,
  type FoundTranscript,
  type SkeinHome,
} from '@skein/store'
import type { SessionFile, SessionFiles } from './session-files.ts'

/** A session of the history, before anything of it is read. */
export interface HistorySession {
  readonly id: string
  readonly root: string
  readonly project: string
  readonly path: string
  /** Bytes of all its transcripts. */
  readonly size: number
  /** ms; of the file that was written last. */
  readonly changed: number
  /**
   * Makes its files readable, for the time of `use`: those that only the archive has are unpacked, unless `isNew` says that
   * there is no need.
   */
  open<T>(
    use: (files: SessionFiles) => Promise<T>,
    isNew: (files: SessionFiles) => boolean,
  ): Promise<T | null>
}

export interface HistoryOptions {
  readonly home: SkeinHome
  readonly roots: readonly string[]
}

/**
 * Every session on disk and in the archive, the oldest first: a fork comes after what it was made from, so that prompts
 * which both have are first seen where they were first written.
 */
export function listHistory({ home, roots }: HistoryOptions): HistorySession[] {
  const { transcripts } = discover(roots)
  const onDisk = new Set(transcripts.map(({ path }) => path))
  const archived = listArchived(home).filter(({ path }) => !onDisk.has(path))
  const dated = [...sessionsOnDisk(transcripts), ...sessionsInArchive(home, archived)]
  return dated.toSorted((a, b) => a.begun - b.begun || (a.path < b.path ? -1 : 1))
}

interface Dated extends HistorySession {
  /** ms; when the file came to be, as far as anybody knows. */
  readonly begun: number
}

function sessionsOnDisk(transcripts: readonly FoundTranscript[]): Dated[] {
  const agents = groupedAgents(transcripts)
  return transcripts
    .filter(({ agent }) => agent === null)
    .map((main) => {
      const own = agents.get(keyOf(main, main.session)) ?? []
      return {
        ...headOf(main, own),
        begun: begunAt(main),
        open: (use) =>
          use({
            id: main.session,
            main: fileOf(main),
            agents: own.map((agent) => ({ ...fileOf(agent), agentId: agent.agent ?? '' })),
          }),
      }
    })
}

function groupedAgents(transcripts: readonly FoundTranscript[]): Map<string, FoundTranscript[]> {
  const found = new Map<string, FoundTranscript[]>()
  for (const transcript of transcripts) {
    if (transcript.agent === null) continue
    const session = transcript.session || sessionInHead(transcript.path)
    if (session === null) continue
    const key = keyOf(transcript, session)
    found.set(key, [...(found.get(key) ?? []), transcript])
  }
  return found
}

function sessionsInArchive(home: SkeinHome, archived: readonly ArchivedTranscript[]): Dated[] {
  const agents = new Map<string, ArchivedTranscript[]>()
  for (const transcript of archived)
    if (transcript.agent !== null) {
      const key = keyOf(transcript, transcript.session)
      agents.set(key, [...(agents.get(key) ?? []), transcript])
    }
  return archived
    .filter(({ agent }) => agent === null)
    .map((main) => {
      const own = agents.get(keyOf(main, main.session)) ?? []
      return {
        ...headOf(main, own),
        begun: main.mtime,
        open: (use, isNew) => unpacked(home, { main, own }, { use, isNew }),
      }
    })
}

async function unpacked<T>(
  home: SkeinHome,
  { main, own }: { readonly main: ArchivedTranscript; readonly own: readonly ArchivedTranscript[] },
  { use, isNew }: { use: (files: SessionFiles) => Promise<T>; isNew: (files: SessionFiles) => boolean },
): Promise<T | null> {
  const filesIn = (folder: string): SessionFiles => {
    const placed = ({ path, size, mtime, root }: ArchivedTranscript): SessionFile => ({
      path,
      file: join(folder, relative(root, path)),
      stamp: { inode: 0, size, mtime },
    })
    return {
      id: main.session,
      main: placed(main),
      agents: own.map((agent) => ({ ...placed(agent), agentId: agent.agent ?? '' })),
    }
  }
  if (!isNew(filesIn(main.root))) return null
  const folder = mkdtempSync(join(tmpdir(), 'skein-archived-'))
  try {
    await restore(home, main.session, { to: folder, root: main.root, project: main.project })
    return await use(filesIn(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function headOf(
  main: FoundTranscript | ArchivedTranscript,
  own: readonly (FoundTranscript | ArchivedTranscript)[],
): Omit<HistorySession, 'open'> {
  const { session, root, project, path } = main
  let [size, changed] = [main.size, main.mtime]
  for (const agent of own) {
    size += agent.size
    changed = Math.max(changed, agent.mtime)
  }
  return { id: session, root, project, path, size, changed }
}

function fileOf({ path, inode, size, mtime }: FoundTranscript): SessionFile {
  return { path, file: path, stamp: { inode, size, mtime } }
}

/** A copy of a file keeps its time of writing and gets a new birth: whichever is earlier is nearer to the truth. */
function begunAt({ path, mtime }: FoundTranscript): number {
  const birth = statSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? 0
  return birth > 0 ? Math.min(birth, mtime) : mtime
}

function keyOf(
  { root, project }: { readonly root: string; readonly project: string },
  session: string,
): string {
  return `${root}\n${project}\n${session}`
}
