import {
  agentMeta,
  Ends,
  openFile,
  openFileBytes,
  openTranscript,
  Room,
  type OpenTranscriptOptions,
} from '@skein/store'
import {
  loadBodies,
  type ByteRange,
  type ByteSource,
  type Readable,
  type Transcript,
} from '@skein/transcript'
import { hexOf } from '../ledger/packed.ts'
import type { Bookmark } from '../ledger/transcript-marks.ts'
import type { TracedSession } from '../spans/turn.ts'
import type { SessionFile, SessionFiles } from './session-files.ts'

export interface OpenedSession extends TracedSession {
  /** The paths of sub-agents' transcripts, as the ledger knows them. */
  readonly pathOf: ReadonlyMap<Transcript, string>
  /** How many bytes were read. */
  readonly bytes: number
}

/** Reads the structure of a session's transcripts, as far as they reached when they were looked at. */
export function openTracedSession(
  { id, main, agents, isOrphan = false }: SessionFiles,
  { from = BEGINNING, room = new Room() }: OpenOptions = {},
): OpenedSession {
  const pathOf = new Map<Transcript, string>()
  const opened = readable(main, { room, from: from.start, agentFile: isOrphan })
  let bytes = main.stamp.size - from.start
  const found = agents.flatMap((agent) => {
    try {
      const { agentId, path, stamp } = agent
      const file = { agentId, meta: agentMeta(agent.file), ...readable(agent, { room, agentFile: true }) }
      pathOf.set(file.transcript, path)
      bytes += stamp.size
      return [file]
    } catch (error) {
      // Gone meanwhile, or not ours to read: the session has others.
      if (isUnreadable(error)) return []
      throw error
    }
  })
  const orphan = isOrphan ? { orphan: orphanIn(main.file, opened) } : {}
  return { id, main: opened, agents: found, before: from, ...orphan, pathOf, bytes }
}

/** What a sub-agent is, by its side file, else by its first answer: since 2.1.325 at the latest rows name the agent's type. */
function orphanIn(file: string, { transcript, source }: Readable): NonNullable<TracedSession['orphan']> {
  const meta = agentMeta(file)
  return {
    type: named(meta?.agentType) ?? typeInRows(transcript, source),
    description: named(meta?.description),
  }
}

function typeInRows({ scan, messages }: Transcript, source: ByteSource): string | null {
  const rows = messages.first.slice(0, 1)
  const [body] = loadBodies(scan, source, rows).values()
  return named(body?.['attributionAgent'])
}

function named(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export interface OpenOptions {
  readonly from?: Omit<Bookmark, 'traceId'>
  /** Not used for anything else as long as bodies of the session are read. */
  readonly room?: Room
}

const BEGINNING: Omit<Bookmark, 'traceId'> = { start: 0, turns: 0, live: 0 }

/** A hash of the first and the last bytes of what a file was: one that has only grown still has them. */
export function endsOf(file: string, size: number): string {
  const bytes = openFile(file)
  try {
    return hexOf(Ends.at(bytes, size).hash())
  } finally {
    bytes.close()
  }
}

/** Some bytes of a file. */
export function readOnce(file: string, ranges: readonly ByteRange[]): Uint8Array[] {
  const bytes = openFileBytes(file)
  try {
    return bytes.read(ranges)
  } finally {
    bytes.close()
  }
}

function readable(
  { file, stamp }: SessionFile,
  options: Pick<OpenTranscriptOptions, 'from' | 'agentFile' | 'room'>,
): Readable {
  return openTranscript(() => openFileBytes(file), { ...options, upTo: stamp.size, closed: 'between' })
}

/** Whether a file is gone, cannot be read or changed meanwhile. */
export function isUnreadable(error: unknown): boolean {
  // By name: a thread hands over what it was told, not its class.
  return error instanceof Error && ('syscall' in error || error.name === 'StoreError')
}
