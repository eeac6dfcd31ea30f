import { closeSync, openSync, readSync } from 'node:fs'
import { batches } from '@skein/store'
import { bytesInMemory, Transcript, wasmWalker, type ByteSource, type Readable } from '@skein/transcript'
import type { TracedSession } from '../spans/turn.ts'
import type { SessionFile, SessionFiles } from './session-files.ts'

/** Reads the structure of a session's transcripts, as far as they reached when they were looked at. */
export function openTracedSession({ id, main, agents }: SessionFiles): TracedSession {
  const room = new Room()
  return {
    id,
    main: readable(main, room, false),
    agents: agents.flatMap((agent) => {
      try {
        return [{ agentId: agent.agentId, meta: agent.meta, ...readable(agent, room, true) }]
      } catch (error) {
        // Gone meanwhile, or not ours to read: the session has others.
        if (isOfTheSystem(error)) return []
        throw error
      }
    }),
  }
}

/** The bytes of a session that are kept: small files are not read again for their bodies. */
class Room {
  #left = 8 * 1024 * 1024

  take(bytes: number): Uint8Array | null {
    if (bytes > this.#left) return null
    this.#left -= bytes
    return new Uint8Array(bytes)
  }
}

function readable({ file, stamp }: SessionFile, room: Room, agentFile: boolean): Readable {
  const transcript = new Transcript({ walker: wasmWalker(), agentFile })
  const descriptor = openSync(file, 'r')
  try {
    const kept = room.take(stamp.size)
    let offset = 0
    while (offset < stamp.size) {
      const most = Math.min(PIECE.length, stamp.size - offset)
      const piece = kept?.subarray(offset, offset + most) ?? PIECE
      const count = readSync(descriptor, piece, 0, most, offset)
      if (count === 0) break
      transcript.append(piece.subarray(0, count))
      offset += count
    }
    transcript.end()
    return { transcript, source: kept === null ? reopening(file) : bytesInMemory(kept) }
  } finally {
    closeSync(descriptor)
  }
}

/** One buffer for all files: a session can have a thousand sub-agents. */
const PIECE = new Uint8Array(1024 * 1024)

/** Opened for each question: a session can have more sub-agents than files may be open. */
function reopening(file: string): ByteSource {
  return {
    read(ranges) {
      const bytes: Uint8Array[] = ranges.map(() => NOTHING)
      const descriptor = openSync(file, 'r')
      try {
        for (const batch of batches(ranges)) {
          const buffer = new Uint8Array(batch.length)
          for (let done = 0; done < buffer.length;) {
            const count = readSync(descriptor, buffer, done, buffer.length - done, batch.offset + done)
            // It became shorter: what is missing reads as nothing, and the next look takes it for another file.
            if (count === 0) break
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
