import type { FileFacts } from '../../reader/file-facts.ts'
import type { PackedMessages } from '../catalogue/messages-packed.ts'
import type { OpenMessage } from '../catalogue/messages.ts'
import type { Trail } from '../catalogue/turn-trail.ts'
import type { FileLook } from '../../files/state/file-look.ts'
import type { FileMark } from '../../files/state/file-state.ts'
import type { SignedBlock } from '../signatures/signed-block.ts'

/** How far a transcript has been read, and by what to know that it is still the same one. */
export interface ReadPoint extends FileMark {
  /** Number of the line that is read next. */
  readonly line: number
  readonly open: OpenMessage | null
  readonly trail: Trail
  /** One diagnostic a file says so, so the scanner has to know. */
  readonly crlfSeen: boolean
  /** The last line read had no newline: it is right only if one comes next. */
  readonly unended: boolean
}

/** A transcript to be read, from where it was read to before. */
export interface ReadJob {
  readonly path: string
  readonly place: 'disk' | 'archive'
  readonly agentFile: boolean
  /** null: from the start. */
  readonly from: ReadPoint | null
  /** As discovery, or the archive, showed it. */
  readonly seen: FileLook
  /** Read no further than this. */
  readonly limit?: number
}

/**
 * What some lines of a transcript, one behind the other, add to the catalogue. A large file is several of them, each
 * complete by itself, so that work that is interrupted is not lost.
 */
export interface Delta {
  /** The lines begin at the start of the file: whatever was known of it is to be forgotten. */
  readonly anew: boolean
  /** The offset up to which the file was known before; 0 if it is read anew. */
  readonly after: number
  readonly to: ReadPoint
  /** Another one of the same file follows. */
  readonly more: boolean
  readonly seen: FileLook
  readonly facts: FileFacts
  readonly messages: PackedMessages
  readonly summaries: readonly SummaryLine[]
  readonly uuids: BigUint64Array
  readonly blocks: readonly SignedBlock[]
  readonly bytesRead: number
  readonly lines: number
}

/** A title for the conversation that has the entry `leaf`, here or in another file. */
export interface SummaryLine {
  readonly leaf: string
  readonly text: string
  readonly offset: number
}

/** A transcript that could not be read. */
export interface ReadFailure {
  readonly code: 'unreadable' | 'vanished'
  readonly path: string
  readonly message: string
}

/** What reading gives, in whatever order files come: deltas of the job at `index`, or why there are none. */
export type ReadResult =
  | { readonly index: number; readonly delta: Delta }
  | { readonly index: number; readonly failure: ReadFailure | null }
