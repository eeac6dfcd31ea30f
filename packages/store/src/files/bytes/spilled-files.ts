import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { archivedSidecar } from '../archive/archived.ts'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { unreadableReason } from '../../unreadable.ts'
import { ArchivedBytes } from './archived-bytes.ts'
import { openIfThere } from './open-bytes.ts'
import type { OpenFile } from './open-file.ts'
import { PIECE_BYTES, piecesOf, type TextPiece } from './text-pieces.ts'
import { sessionPlace, type SessionPlace } from '../session/session-place.ts'

/** A spilled output by the name of its file: its text, a long one's pieces; null where there is none. */
export type SpilledText = (name: string) => string | Iterable<TextPiece> | null

/**
 * Outputs of tools that were too long for a transcript: `<session>/tool-results/<name>`, or the archived copy.
 *
 * Contract: a name from a transcript leads to a file of that session's folder and to nothing else; links are not
 * followed. A file longer than `PIECE_BYTES` is read a piece at a time, anew whenever it is gone through.
 */
export class SpilledFiles {
  /** Why some could not be read, by path. */
  readonly problems = new Map<string, string>()
  readonly #home: SkeinHome

  constructor(home: SkeinHome) {
    this.#home = home
  }

  /** The texts of one transcript; those of a sub-agent stand in its session's folder. */
  of(transcript: string): SpilledText {
    const place = sessionPlace(transcript)
    // A flat sub-agent does not name its session, and is older than such files are.
    if (place === null || place.session === '') return () => null
    return (name) => this.#textOf(place, name)
  }

  #textOf(place: SessionPlace, name: string): string | Iterable<TextPiece> | null {
    const path = join(folderOf(place), name)
    try {
      const bytes = this.#open(place, path)
      if (bytes === null) return null
      try {
        if (bytes.look.size <= PIECE_BYTES) return [...piecesOf(bytes)].map(({ text }) => text).join('')
      } finally {
        bytes.close()
      }
      return { [Symbol.iterator]: () => this.#piecesAt(place, path) }
    } catch (error) {
      this.#note(error, path)
      return null
    }
  }

  *#piecesAt(place: SessionPlace, path: string): Generator<TextPiece> {
    let bytes: OpenFile | null = null
    try {
      bytes = this.#open(place, path)
      if (bytes !== null) yield* piecesOf(bytes)
    } catch (error) {
      this.#note(error, path)
    } finally {
      bytes?.close()
    }
  }

  #open(place: SessionPlace, path: string): OpenFile | null {
    return onDisk(folderOf(place), path) ?? this.#archived(place, path)
  }

  #note(error: unknown, path: string): void {
    if (error instanceof StoreError) this.problems.set(path, error.message)
    else if (!(error instanceof Error && 'syscall' in error)) throw error
    // A name that no file can have.
    else if (!('code' in error && error.code === 'ENAMETOOLONG'))
      this.problems.set(path, `cannot be read (${unreadableReason(error)})`)
  }

  #archived({ root, project, session }: SessionPlace, path: string): OpenFile | null {
    const version = archivedSidecar(this.#home, { root, project, session }, path)
    return version === null ? null : new ArchivedBytes(this.#home, version)
  }
}

function folderOf({ root, project, session }: SessionPlace): string {
  return join(root, 'projects', project, session, 'tool-results')
}

function onDisk(folder: string, path: string): OpenFile | null {
  const real =
    lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
    lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
  return real ? openIfThere(path) : null
}
