import { existsSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { fromFile, openIfThere, type OpenBytes } from '../bytes/open-bytes.ts'
import { findAgentFiles } from '../discovery/agent-files.ts'
import { liveSessions } from '../sidecars/live.ts'
import { openTranscript, type OpenTranscript, type OpenTranscriptOptions } from './open-transcript.ts'
import { placePath, sessionPlace, type SessionPlace } from './session-place.ts'
import { unpackSession } from './unpack.ts'

/** A session of a config root, or a transcript that lies anywhere. */
export type SessionAt = SessionPlace | { readonly file: string }

export interface OpenSessionOptions extends Omit<OpenTranscriptOptions, 'live' | 'closed'> {
  /** `owned`: where a running program has it, its last lines count only when they have their newlines. */
  readonly live?: boolean | 'owned'
}

/** A session: its transcript, and what belongs to it. All of it is closed with it. */
export interface OpenSession {
  readonly id: string
  /** Null for a transcript that stands in no config root. */
  readonly place: SessionPlace | null
  /** Where its transcript is, or was where only the archive has it. */
  readonly path: string
  /** The config root that its files are read from: not the place's own, where only the archive has them; null as `place`. */
  readonly root: string | null
  readonly main: OpenTranscript
  /** Process id of the running program that has it open, by the live registry. */
  readonly owner: number | null
  /** Reads its sub-agents that have files of their own. */
  agents(): AgentTranscript[]
  readonly close: () => void
}

export interface AgentTranscript extends OpenTranscript {
  readonly agentId: string
}

/**
 * Opens a session, wherever its bytes are: one that only the archive has is unpacked for the time it is open. Neither has
 * it, or it cannot be read: a `StoreError`.
 */
export async function openSession(
  home: SkeinHome,
  at: SessionAt,
  options: OpenSessionOptions = {},
): Promise<OpenSession> {
  const path = 'file' in at ? resolve(at.file) : placePath(at)
  const place = 'file' in at ? sessionPlace(path) : at
  if (place === null || existsSync(path))
    return openedIn({ path, place, root: place?.root ?? null, remove: () => {} }, options)
  const unpacked = await unpackSession(home, place)
  return openedIn({ path, place, ...unpacked }, options)
}

interface Where extends Pick<OpenSession, 'path' | 'place' | 'root'> {
  readonly remove: () => void
}

function openedIn({ path, place, root, remove }: Where, options: OpenSessionOptions): OpenSession {
  const opened: OpenTranscript[] = []
  const close = (): void => {
    for (const transcript of opened) transcript.close()
    remove()
  }
  try {
    const id = basename(path, '.jsonl')
    const owner = root === null ? null : ownerOf(root, id)
    const live = options.live === 'owned' ? owner !== null : (options.live ?? false)
    const read = (file: string, reading: OpenTranscriptOptions): OpenTranscript => {
      const transcript = openTranscript(() => openDisk(file), { ...reading, live })
      opened.push(transcript)
      return transcript
    }
    const file = place === null || root === null ? path : join(root, relative(place.root, path))
    const main = read(file, { ...options, live })
    const agents = (): AgentTranscript[] =>
      findAgentFiles(file).map(({ agentId, file: own }) => ({ agentId, ...read(own, { agentFile: true }) }))
    return { id, place, path, root, main, owner, agents, close }
  } catch (error) {
    close()
    throw error
  }
}

/** A file on disk that must be there. */
export function openDisk(path: string): OpenBytes {
  const file = openIfThere(path)
  if (file !== null) return fromFile(file, path)
  throw new StoreError('not-found', `no such file ${path}`, { remedy: 'check the path' })
}

function ownerOf(root: string, id: string): number | null {
  return liveSessions([root]).find(({ session }) => session === id)?.pid ?? null
}
