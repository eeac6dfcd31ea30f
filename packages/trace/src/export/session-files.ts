import { basename } from 'node:path'
import { findAgentFiles, lookAt, type FileLook } from '@skein/store'

/** A transcript of a session: how the ledger knows it, where its bytes are, and how it looked. */
export interface SessionFile {
  readonly path: string
  readonly file: string
  readonly stamp: FileLook
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

function fileAt(path: string): SessionFile | null {
  const stamp = lookAt(path)
  return stamp === null ? null : { path, file: path, stamp }
}
