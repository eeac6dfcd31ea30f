import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import type { Relation } from '@skein/store'
import type { ByteSource } from '@skein/transcript'
import { Transcript, wasmWalker } from '@skein/transcript'
import { fileError, SkeinError } from '../errors.ts'
import { Progress } from '../terminal/progress.ts'
import { fileSource } from './file-source.ts'
import { spool } from './spool.ts'

/** A transcript's structure, and its bytes behind it. */
export interface OpenTranscript {
  /** The path as it was given; `-` for standard input. */
  readonly file: string
  /** What it is called where `file` is not for showing: a session out of the archive, or a path that is hidden. */
  readonly original?: string
  readonly size: number
  readonly transcript: Transcript
  readonly source: ByteSource
  /** Its bytes as they are, where `source` masks them: for figures, and for who masks what is shown. */
  readonly plain?: ByteSource
  /** Lines of its rows where they are not the transcript's own: a branch has its entries' lines of the whole file. */
  readonly lines?: readonly number[]
  /** How texts that are not read through `source` (a folder, a name) are shown; as they are where it is absent. */
  readonly hide?: (text: string, name?: string) => string
  /** The title that the catalogue has of the session, one line: it may stand in a sidecar, or in another transcript. */
  readonly title?: string
  /** How the session hangs together with others, where the catalogue was asked for it. */
  readonly relations?: readonly Relation[]
  readonly close: () => void
}

/** The line of a row in the file. */
export function lineOf({ transcript, lines }: OpenTranscript, row: number): number {
  return lines === undefined ? transcript.scan.columns.line[row] : lines[row]
}

/**
 * Reads the structure of a transcript file in pieces, never the file as a whole; `-` is standard
 * input. A file that cannot be read, is empty or holds no entry is a `SkeinError`.
 */
export function openTranscript(file: string): OpenTranscript {
  const { descriptor, remove } = openBytes(file)
  const close = (): void => {
    closeSync(descriptor)
    remove()
  }
  try {
    const transcript = new Transcript({ walker: wasmWalker(), agentFile: isAgentFile(file) })
    const size = feed(transcript, descriptor)
    assertEntries(transcript, size, file)
    return { file, size, transcript, source: fileSource(descriptor, file), close }
  } catch (error) {
    close()
    throw error instanceof SkeinError ? error : fileError(error, file)
  }
}

/** Sub-agents have files of their own, named after the agent. */
export function isAgentFile(file: string): boolean {
  return /^agent-.*\.jsonl$/.test(basename(file))
}

interface Bytes {
  readonly descriptor: number
  readonly remove: () => void
}

function openBytes(file: string): Bytes {
  try {
    if (file === '-') return spool(0)
    const descriptor = openSync(file, 'r')
    const stat = fstatSync(descriptor)
    if (stat.isFile()) return { descriptor, remove: () => {} }
    try {
      if (stat.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
      return spool(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw fileError(error, file)
  }
}

/**
 * 1 MiB: larger pieces read no faster. One buffer for all files: a scanner may hold on to the last
 * piece it was given, and a session can have a thousand sub-agents.
 */
const PIECE = new Uint8Array(1024 * 1024)

function feed(transcript: Transcript, descriptor: number): number {
  const progress = new Progress(fstatSync(descriptor).size)
  let offset = 0
  try {
    for (;;) {
      const count = readSync(descriptor, PIECE, 0, PIECE.length, offset)
      if (count === 0) break
      transcript.append(PIECE.subarray(0, count))
      offset += count
      progress.at(offset)
    }
    transcript.end()
  } finally {
    progress.end()
  }
  return offset
}

function assertEntries(transcript: Transcript, size: number, file: string): void {
  if (size === 0)
    throw new SkeinError('data', `the file is empty: ${file}`, { remedy: 'nothing was recorded in it' })
  const { columns } = transcript.scan
  for (let row = 0; row < columns.count; row++) if (columns.type[row] !== 0 || columns.kind[row] !== 0) return
  throw new SkeinError('data', `not a transcript: ${file}`, {
    remedy: 'name a .jsonl file that Claude Code wrote under its projects folder',
  })
}
