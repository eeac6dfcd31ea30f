import { closeSync, openSync, readSync } from 'node:fs'
import { agentMeta, batches, END_BYTES, hashOf } from '@skein/store'
import {
  bytesInMemory,
  loadBodies,
  Transcript,
  wasmWalker,
  type ByteSource,
  type Readable,
} from '@skein/transcript'
import { TranscriptChanged } from '../errors.ts'
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
  const opened = readable(main, room, { start: from.start, agentFile: isOrphan })
  let bytes = main.stamp.size - from.start
  const found = agents.flatMap((agent) => {
    try {
      const { agentId, path, stamp } = agent
      const file = { agentId, meta: agentMeta(agent.file), ...readable(agent, room, { agentFile: true }) }
      pathOf.set(file.transcript, path)
      bytes += stamp.size
      return [file]
    } catch (error) {
      // Gone meanwhile, or not ours to read: the session has others.
      if (isOfTheSystem(error)) return []
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
  const length = Math.min(END_BYTES, size)
  const ends = reopening(file).read([
    { offset: 0, length },
    { offset: size - length, length },
  ])
  return hexOf(hashOf(Buffer.concat(ends)))
}

/** Holds the bytes of a session, so that small files are not read again for their bodies. Whoever has many sessions uses it again. */
export class Room {
  #bytes: Uint8Array = NOTHING
  #taken = 0

  /** What it was used for is done with. */
  clear(): void {
    this.#taken = 0
  }

  take(bytes: number): Uint8Array | null {
    if (this.#taken + bytes > ROOM_BYTES) return null
    if (this.#bytes.length < this.#taken + bytes) {
      // What was taken of the smaller one stays where it is.
      this.#bytes = new Uint8Array(Math.min(ROOM_BYTES, 2 * (this.#taken + bytes)))
    }
    this.#taken += bytes
    return this.#bytes.subarray(this.#taken - bytes, this.#taken)
  }
}

const ROOM_BYTES = 6 * 1024 * 1024

function readable(
  { file, stamp }: SessionFile,
  room: Room,
  { start = 0, agentFile = false }: { readonly start?: number; readonly agentFile?: boolean },
): Readable {
  const transcript = new Transcript({ walker: wasmWalker(), agentFile, start })
  const descriptor = openSync(file, 'r')
  try {
    const kept = room.take(stamp.size - start)
    let offset = start
    while (offset < stamp.size) {
      const most = Math.min(PIECE.length, stamp.size - offset)
      const piece = kept?.subarray(offset - start, offset - start + most) ?? PIECE
      const count = readSync(descriptor, piece, 0, most, offset)
      if (count === 0) break
      transcript.append(piece.subarray(0, count))
      offset += count
    }
    transcript.end()
    return { transcript, source: kept === null ? reopening(file) : keptFrom(start, kept) }
  } finally {
    closeSync(descriptor)
  }
}

function keptFrom(start: number, bytes: Uint8Array): ByteSource {
  const kept = bytesInMemory(bytes)
  return {
    isVerbatim: true,
    read: (ranges) => kept.read(ranges.map(({ offset, length }) => ({ offset: offset - start, length }))),
  }
}

/** One buffer for all files: a session can have a thousand sub-agents. */
const PIECE = new Uint8Array(1024 * 1024)

/** Opened for each question: a session can have more sub-agents than files may be open. */
export function reopening(file: string): ByteSource {
  return {
    isVerbatim: true,
    read(ranges) {
      const bytes: Uint8Array[] = ranges.map(() => NOTHING)
      const descriptor = openSync(file, 'r')
      try {
        for (const batch of batches(ranges)) {
          const buffer = new Uint8Array(batch.length)
          for (let done = 0; done < buffer.length;) {
            const count = readSync(descriptor, buffer, done, buffer.length - done, batch.offset + done)
            // Rows that are not there any more would be spans that say nothing, sent and never sent again.
            if (count === 0) throw new TranscriptChanged('it became shorter')
            done += count
          }
          for (const index of batch.indexes) {
            const from = ranges[index].offset - batch.offset
            bytes[index] = buffer.subarray(from, from + ranges[index].length)
          }
        }
      } finally {
        closeSync(descriptor)
      }
      return bytes
    },
  }
}

const NOTHING = new Uint8Array(0)

export function isOfTheSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
