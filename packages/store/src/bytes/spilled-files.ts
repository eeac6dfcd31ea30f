import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { archivedSidecar } from '../archive/archived.ts'
import { StoreError } from '../errors.ts'
import type { SkeinHome } from '../home.ts'
import { unreadableReason } from '../unreadable.ts'
import { ArchivedBytes } from './archived-bytes.ts'
import { openFileBytes, type FileBytes } from './file-bytes.ts'
import { transcriptPlace, type TranscriptPlace } from './transcript-place.ts'

/** The text of a spilled output by the name of its file; null where there is none. */
export type SpilledText = (name: string) => string | null

/**
 * Outputs of tools that were too long for a transcript: `<session>/tool-results/<name>`, or the archived copy.
 *
 * Contract: a name from a transcript leads to a file of that session's folder and to nothing else; links are not
 * followed. Of a long file there is the beginning, see `SPILLED_BYTES`.
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
    const place = transcriptPlace(transcript)
    // A flat sub-agent does not name its session, and is older than such files are.
    if (place === null || place.session === '') return () => null
    return (name) => this.#textOf(place, name)
  }

  #textOf(place: TranscriptPlace, name: string): string | null {
    const { root, project, session } = place
    const folder = join(root, 'projects', project, session, 'tool-results')
    const path = join(folder, name)
    try {
      const bytes = onDisk(folder, path) ?? this.#archived(place, path)
      return bytes === null ? null : textIn(bytes)
    } catch (error) {
      if (error instanceof StoreError) this.problems.set(path, error.message)
      else if (!(error instanceof Error && 'syscall' in error)) throw error
      // A name that no file can have.
      else if (!('code' in error && error.code === 'ENAMETOOLONG'))
        this.problems.set(path, `cannot be read (${unreadableReason(error)})`)
      return null
    }
  }

  #archived({ root, project, session }: TranscriptPlace, path: string): FileBytes | null {
    const version = archivedSidecar(this.#home, { root, project, session }, path)
    return version === null ? null : new ArchivedBytes(this.#home, version)
  }
}

/** 8 MiB: more is no output that somebody reads, and every search that looks at it would take its time. */
export const SPILLED_BYTES = 8 * 1024 * 1024

function onDisk(folder: string, path: string): FileBytes | null {
  const real =
    lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
    lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
  return real ? openFileBytes(path) : null
}

function textIn(bytes: FileBytes): string {
  try {
    const buffer = new Uint8Array(Math.min(bytes.size, SPILLED_BYTES))
    let length = 0
    while (length < buffer.length) {
      const count = bytes.readInto(buffer.subarray(length), length)
      if (count === 0) break
      length += count
    }
    return decoder.decode(buffer.subarray(0, length))
  } finally {
    bytes.close()
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
