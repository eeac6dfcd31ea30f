import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { findAgentFiles } from '@skein/store'

/** What tells whether a file has changed. */
export interface FileStamp {
  /** 0 where it is not known: in the archive. */
  readonly inode: number
  readonly size: number
  /** ms */
  readonly mtime: number
}

/** A transcript of a session: how the ledger knows it, where its bytes are, and how it looked. */
export interface SessionFile {
  readonly path: string
  readonly file: string
  readonly stamp: FileStamp
}

export interface SessionFiles {
  readonly id: string
  readonly main: SessionFile
  readonly agents: readonly (SessionFile & { readonly agentId: string })[]
  /** The session's own transcript is gone: `main` is a sub-agent's. */
  readonly isOrphan?: boolean
}

/** The files of the session whose transcript stands at a path; null where it is gone. */
export function sessionFiles(path: string): SessionFiles | null {
  const main = fileAt(path)
  if (main === null) return null
  const agents = findAgentFiles(path).flatMap(({ agentId, file }) => {
    const found = fileAt(file)
    return found === null ? [] : [{ ...found, agentId }]
  })
  return { id: basename(path, '.jsonl'), main, agents }
}

export function isSame(known: FileStamp, now: FileStamp): boolean {
  const isOne = known.inode === now.inode || known.inode === 0 || now.inode === 0
  return isOne && known.size === now.size && known.mtime === now.mtime
}

function fileAt(path: string): SessionFile | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || !stats.isFile()) return null
  const stamp = { inode: stats.ino % Number.MAX_SAFE_INTEGER, size: stats.size, mtime: stats.mtimeMs }
  return { path, file: path, stamp }
}
