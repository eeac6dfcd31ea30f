import type { Entry } from '@skein/transcript'
import { EntryStream } from '@skein/transcript'

/**
 * A place in a transcript that outlives the process, with what tells the file from another one that later stands under the
 * same name, or from itself rewritten. Plain data.
 */
export interface Cursor {
  readonly file: string
  readonly inode: number
  /** Hash of the first and the last bytes before the offset, in hex; `''` where nothing of the file was read yet. */
  readonly ends: string
  /** Bytes before it are known; always behind a whole line, unless nothing of the file was read yet. */
  readonly offset: number
}

export interface WatchedFile {
  readonly file: string
  /** `''` where the path does not say it: a flat sub-agent (2.0.x), whose rows do. */
  readonly session: string
  /** `null`: the session's own transcript. */
  readonly agent: string | null
}

/** Everything is being watched; what happens from here on is told. */
export interface ReadyEvent {
  readonly kind: 'ready'
  /** Where each transcript stands now: with those of later events, all that is needed to go on another day. */
  readonly cursors: readonly Cursor[]
}

/** Whole lines that were appended. */
export interface EntriesEvent extends WatchedFile {
  readonly kind: 'entries'
  readonly offset: number
  /** Number of the first line, counted from where the watching of the file began. */
  readonly line: number
  readonly bytes: Uint8Array
  /** Behind the bytes. */
  readonly cursor: Cursor
}

/** A line too long to be handed out; its bytes can be read from the file. */
export interface OversizedEvent extends WatchedFile {
  readonly kind: 'oversized'
  readonly offset: number
  readonly length: number
  readonly cursor: Cursor
}

/**
 * `new-file`: a transcript that was not there. `truncated`: it became shorter; `replaced`: another
 * file, or other bytes, stand under its name. After these its lines are told from the first on, so
 * what was known of it is to be forgotten. `gone`: it was deleted.
 */
export interface FileEvent extends WatchedFile {
  readonly kind: 'new-file' | 'truncated' | 'replaced' | 'gone'
}

/** A transcript got another name; its lines are told on from where they were. */
export interface MovedEvent extends WatchedFile {
  readonly kind: 'moved'
  readonly from: string
}

/** Something cannot be watched as it should: what, and what is done instead. */
export interface WatchDiagnostic {
  readonly kind: 'diagnostic'
  readonly code: 'polling' | 'unreadable'
  readonly path: string
  readonly message: string
}

export type WatchEvent = ReadyEvent | EntriesEvent | OversizedEvent | FileEvent | MovedEvent | WatchDiagnostic

/** The entries of an event, parsed; places are those in the file. */
export function entriesOf({ bytes, offset, line }: EntriesEvent): Entry[] {
  const entries: Entry[] = []
  const stream = new EntryStream({
    entry: (entry) => {
      const { place } = entry
      const moved = { ...place, line: place.line + line - 1, offset: place.offset + offset }
      entries.push({ ...entry, place: moved })
    },
  })
  stream.push(bytes)
  return entries
}
