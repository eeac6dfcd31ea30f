import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  discover,
  sessionInHead,
  listArchived,
  unpackSession,
  type ArchivedTranscript,
  type FileLook,
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
  /** Its own transcript is gone; `path` is a sub-agent's. */
  readonly isOrphan: boolean
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
 * which both have are first seen where they were first written. A sub-agent whose session is gone stands for itself: it was
 * paid too.
 */
export function listHistory({ home, roots }: HistoryOptions): HistorySession[] {
  const { transcripts } = discover(roots)
  const onDisk = new Set(transcripts.map(({ path }) => path))
  const all = [
    ...transcripts.map(foundOnDisk),
    ...listArchived(home)
      .filter(({ path }) => !onDisk.has(path))
      .map(foundInArchive),
  ]
  const agents = groupedAgents(all)
  const dated: Dated[] = []
  for (const main of all) {
    if (main.agent !== null) continue
    dated.push(sessionOf(home, main, agents.get(keyOf(main)) ?? []))
    agents.delete(keyOf(main))
  }
  for (const orphan of [...agents.values()].flat()) dated.push(sessionOf(home, orphan, []))
  return dated.toSorted((a, b) => a.begun - b.begun || (a.path < b.path ? -1 : 1))
}

interface Dated extends HistorySession {
  /** ms; when the file came to be, as far as anybody knows. */
  readonly begun: number
}

/** A transcript, wherever its bytes are. */
interface KeptTranscript extends Pick<ArchivedTranscript, 'path' | 'root' | 'project' | 'session' | 'agent'> {
  readonly stamp: FileLook
  readonly isArchived: boolean
}

function foundOnDisk({
  path,
  root,
  project,
  session,
  agent,
  inode,
  size,
  mtime,
}: FoundTranscript): KeptTranscript {
  return {
    path,
    root,
    project,
    session: session || (sessionInHead(path) ?? ''),
    agent,
    stamp: { inode, size, mtime },
    isArchived: false,
  }
}

function foundInArchive({
  path,
  root,
  project,
  session,
  agent,
  size,
  mtime,
}: ArchivedTranscript): KeptTranscript {
  return { path, root, project, session, agent, stamp: { inode: 0, size, mtime }, isArchived: true }
}

function groupedAgents(all: readonly KeptTranscript[]): Map<string, KeptTranscript[]> {
  const found = new Map<string, KeptTranscript[]>()
  for (const transcript of all) {
    if (transcript.agent === null) continue
    const there = found.get(keyOf(transcript))
    if (there === undefined) found.set(keyOf(transcript), [transcript])
    else there.push(transcript)
  }
  return found
}

function sessionOf(home: SkeinHome, main: KeptTranscript, own: readonly KeptTranscript[]): Dated {
  const { session: id, root, project, path } = main
  const isOrphan = main.agent !== null
  const filesIn = (folder: string): SessionFiles => ({
    id,
    main: placed(main, folder),
    agents: own.map((agent) => ({ ...placed(agent, folder), agentId: agent.agent ?? '' })),
    ...(isOrphan ? { isOrphan } : {}),
  })
  return {
    id,
    root,
    project,
    path,
    isOrphan,
    size: own.reduce((sum, { stamp }) => sum + stamp.size, main.stamp.size),
    changed: own.reduce((last, { stamp }) => Math.max(last, stamp.mtime), main.stamp.mtime),
    begun: main.isArchived ? main.stamp.mtime : begunAt(main),
    open: [main, ...own].some(({ isArchived }) => isArchived)
      ? (use, isNew) => unpacked(home, { main, filesIn }, { use, isNew })
      : (use) => use(filesIn(root)),
  }
}

/** Where its bytes are, when what only the archive has was unpacked into a folder. */
function placed({ path, root, stamp, isArchived }: KeptTranscript, folder: string): SessionFile {
  return { path, file: isArchived ? join(folder, relative(root, path)) : path, stamp }
}

async function unpacked<T>(
  home: SkeinHome,
  { main, filesIn }: { readonly main: KeptTranscript; readonly filesIn: (folder: string) => SessionFiles },
  { use, isNew }: { use: (files: SessionFiles) => Promise<T>; isNew: (files: SessionFiles) => boolean },
): Promise<T | null> {
  if (!isNew(filesIn(main.root))) return null
  const there = await unpackSession(home, main)
  try {
    return await use(filesIn(there.root))
  } finally {
    there.remove()
  }
}

/** A copy of a file keeps its time of writing and gets a new birth: whichever is earlier is nearer to the truth. */
function begunAt({ path, stamp }: KeptTranscript): number {
  const birth = statSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? 0
  return birth > 0 ? Math.min(birth, stamp.mtime) : stamp.mtime
}

function keyOf({ root, project, session }: KeptTranscript): string {
  return `${root}\n${project}\n${session}`
}
